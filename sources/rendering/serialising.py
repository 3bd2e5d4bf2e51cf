"""The page as it stands in the browser, as HTML that reading understands."""

from typing import Final

# Shadow roots stand in the place of their hosts' children, documents of frames that may be looked into
# in the place of the frame, and what only programs read is left away.
SERIALISE: Final = """
limit => {
  const voids = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
                         "source", "track", "wbr"]);
  const parts = [];
  let size = 0;
  const put = text => {
    size += text.length;
    if (size > limit) throw new RangeError("too large");
    parts.push(text);
  };
  const escaped = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const quoted = text => escaped(text).replace(/"/g, "&quot;");
  const children = node => {
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    if (node.localName === "slot") {
      const given = node.assignedNodes();
      if (given.length) return given;
    }
    return node.childNodes;
  };
  const inside = frame => {
    try { return frame.contentDocument && frame.contentDocument.body; } catch { return null; }
  };
  const write = node => {
    if (node.nodeType === Node.TEXT_NODE) { put(escaped(node.data)); return; }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const tag = node.localName;
    if (tag === "script" && node.type === "application/ld+json") {
      put('<script type="application/ld+json">' + node.text.replace(/<\\//g, "<\\\\/") + "</script>");
      return;
    }
    if (["script", "style", "noscript", "template"].includes(tag)) return;
    if (tag === "iframe" || tag === "frame") {
      const body = inside(node);
      if (body) { put("<div>"); body.childNodes.forEach(write); put("</div>"); }
      return;
    }
    put("<" + tag);
    for (const attribute of node.attributes)
      put(" " + attribute.name + '="' + quoted(attribute.value) + '"');
    put(">");
    if (voids.has(tag)) return;
    children(node).forEach(write);
    put("</" + tag + ">");
  };
  put("<!doctype html>");
  write(document.documentElement);
  return parts.join("");
}
"""

# What a page looks like from far enough away to see whether it is still changing.
SIGNATURE: Final = """
() => {
  const body = document.body;
  return [document.readyState, document.getElementsByTagName("*").length,
          body ? body.innerText.length : 0].join(" ");
}
"""

// Walking through a page as it is shown: into open shadow roots, along slots, backwards where a page shows
// its last child first, and only so far, because a page may be endless. The text is what a person reads.
const MOST_CHARS = 200000, MOST_NODES = 60000;
const parentOf = node => node.assignedSlot || node.parentNode || node.host || null;
const childrenOf = node => {
  let list = node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes;
  if (node.localName === "slot") {
    const given = node.assignedNodes();
    if (given.length) list = given;
  }
  list = Array.from(list);
  if (list.length > 1 && node.nodeType === 1 && getComputedStyle(node).flexDirection === "column-reverse")
    list.reverse();
  return list;
};
const hidden = el => {
  const style = getComputedStyle(el);
  if (style.display === "none" || style.visibility === "hidden" || style.visibility === "collapse")
    return true;
  // Words for screen readers only: cut to a pixel.
  return style.position === "absolute" && el.offsetWidth <= 1 && el.offsetHeight <= 1
    && style.overflow !== "visible";
};
const visible = el => {
  const box = el.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && (!el.checkVisibility
    || el.checkVisibility({visibilityProperty: true, opacityProperty: false}));
};
const squeezed = text => text.replace(/\s+/g, " ").trim();
const PRESSED = "button, [role=button], [role=menuitem], [role=option], summary";
const UNREAD = "script, style, noscript, template, input, textarea, select, time, audio, video, object,"
  + " [role=textbox], [contenteditable=''], [contenteditable=true], [role=progressbar]";
// The text of an element as a person reads it; what can be pressed is kept apart in `pressed`.
const textOf = (root, pressed) => {
  let out = "", nodes = 0, large = false;
  const line = () => { if (out && !out.endsWith("\n")) out += "\n"; };
  const write = (node, kept) => {
    if (large) return;
    if (++nodes > MOST_NODES || out.length > MOST_CHARS) { large = true; return; }
    if (node.nodeType === 3) {
      if (kept) { out += node.data; return; }
      let text = node.data.replace(/\s+/g, " ");
      if (!out || out.endsWith("\n") || out.endsWith(" ")) text = text.replace(/^ /, "");
      out += text;
      return;
    }
    if (node.nodeType === 11) { childrenOf(node).forEach(child => write(child, kept)); return; }
    if (node.nodeType !== 1) return;
    if (node.matches(UNREAD) || hidden(node)) return;
    if (node !== root && node.matches(PRESSED)) {
      const label = squeezed(node.innerText || node.textContent || "");
      if (label && pressed.length < 50) pressed.push(label.slice(0, 200));
      return;
    }
    const tag = node.localName;
    if (tag === "br") { out += "\n"; return; }
    if (tag === "img") { out += node.alt || ""; return; }
    if (tag === "svg") return;
    const style = getComputedStyle(node);
    const block = !/^(inline|contents|table-cell|ruby)/.test(style.display) && style.display !== "none";
    const pre = /^(pre|break-spaces)/.test(style.whiteSpace);
    if (block) line();
    if (tag === "li") {
      const list = node.parentElement;
      const ordered = list && list.localName === "ol";
      const place = list ? Array.from(list.children).filter(one => one.localName === "li").indexOf(node) : 0;
      out += ordered ? ((list.start || 1) + place) + ". " : "- ";
    }
    if ((tag === "td" || tag === "th") && node.previousElementSibling) out += " | ";
    const from = out.length;
    childrenOf(node).forEach(child => write(child, pre));
    if (tag === "a" && /^(https?:|mailto:|tel:)/.test(node.href)) {
      const label = out.slice(from).trim(), leads = node.href.replace(/^(mailto|tel):/, "");
      if (label && !label.includes(leads) && !leads.replace(/^https?:\/\//, "").replace(/\/$/, "").endsWith(label))
        out = out.trimEnd() + " (" + leads + ")";
    }
    if (block) line();
  };
  write(root, false);
  const text = out.split("\n").map(one => one.replace(/[ \t]+$/, "")).join("\n")
    .replace(/\n{3,}/g, "\n\n").trim();
  return {text: text.slice(0, MOST_CHARS), large};
};

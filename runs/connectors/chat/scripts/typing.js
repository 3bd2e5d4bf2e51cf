// What shows that somebody or something is writing: by what it is called, or by dots that keep moving.
const NAMED = /(^|[^a-z])(typing|is-?writing|thinking|(loading|bouncing|jumping)-?(dots?|indicator)|dot-?(flashing|typing|pulse|loader|elastic|bounce)|dots?-?loader|spinner|skeleton|escribiendo)([^a-z]|$)/i;
const nameOf = el => [el.id, el.getAttribute("class") || "", el.getAttribute("data-testid") || ""].join(" ");
const typingIn = root => {
  const found = {};
  let nodes = 0;
  const note = (why, el) => {
    const key = why + ":" + el.localName + "." + (el.getAttribute("class") || el.id || "").trim().split(/\s+/).join(".");
    found[key] = (found[key] || 0) + 1;
  };
  const visit = node => {
    if (++nodes > MOST_NODES) return;
    if (node.nodeType === 1) {
      const tag = node.localName;
      if (/^(script|style|template|input|textarea|iframe)$/.test(tag)) return;
      const busy = node.getAttribute("aria-busy") === "true";
      const named = NAMED.test(nameOf(node).replace(/([a-z])([A-Z])/g, "$1-$2"));
      if ((busy || named) && visible(node)) { note(busy ? "busy" : "named", node); return; }
      if (!node.firstElementChild && !squeezed(node.textContent).replace(/[.•·●…]/g, "")
          && node.getAnimations && visible(node)) {
        const box = node.getBoundingClientRect();
        if (box.width <= 48 && box.height <= 48 && [node, node.parentElement].some(one => one
            && one.getAnimations().some(a => a.effect && a.effect.getComputedTiming().iterations === Infinity)))
          note("moving", node);
      }
    }
    if (node.nodeType === 1 || node.nodeType === 11) childrenOf(node).forEach(visit);
  };
  visit(root);
  return found;
};

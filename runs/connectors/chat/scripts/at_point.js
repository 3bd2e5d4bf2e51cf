// The element at a point, through open shadow roots.
({x, y}) => {
  let el = document.elementFromPoint(x, y);
  while (el && el.shadowRoot) {
    const inner = el.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === el) break;
    el = inner;
  }
  return el && (el.closest("button, [role=button], a, textarea, input, [contenteditable='true']") || el);
}

// The element that shows a text, as the selector of all messages like it; nothing when none does.
text => {
  // with: walking, naming
  const wanted = squeezed(text).slice(0, 60);
  let found = null, nodes = 0;
  const visit = node => {
    if (++nodes > MOST_NODES) return;
    if (node.nodeType === 1) {
      if (/^(script|style|template|textarea|svg)$/.test(node.localName)) return;
      if (squeezed(node.textContent).startsWith(wanted) && visible(node)) found = node;
    }
    if (node.nodeType === 1 || node.nodeType === 9 || node.nodeType === 11) childrenOf(node).forEach(visit);
  };
  visit(document);
  if (!found) return "";
  const root = rootOf(found);
  return (root.host ? selectorOf(root.host) + " " : "") + kindOf(found);
}

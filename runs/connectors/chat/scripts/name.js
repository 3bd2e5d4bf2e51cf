// The selector of an element, or the one for all messages like it.
(el, kind) => {
  // with: walking, naming
  if (!kind) return selectorOf(el);
  const root = rootOf(el);
  return (root.host ? selectorOf(root.host) + " " : "") + kindOf(el);
}

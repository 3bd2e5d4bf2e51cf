// The same without a selector, from the input outwards: the lines of the part that shows the conversation.
(input, {question, guess}) => {
  // with: walking, typing
  const LOG = /(^|[^a-z])(messages?|msgs?|message-?(list|log|area)|conversation|chat-?(log|history|body|messages|window|content|container|area)|transcript|dialog(ue)?-?log|thread)([^a-z]|$)/i;
  const nameOfLog = el => [el.id, el.getAttribute("class") || "", el.getAttribute("data-testid") || ""]
    .join(" ").replace(/([a-z])([A-Z])/g, "$1-$2");
  const holds = (el, other) => { for (let at = other; at; at = parentOf(at)) if (at === el) return true; return false; };
  const logsIn = root => {
    const strong = [], weak = [];
    let nodes = 0;
    const visit = node => {
      if (++nodes > MOST_NODES) return;
      if (node.nodeType === 1) {
        if (/^(script|style|template|svg|iframe)$/.test(node.localName)) return;
        if (!holds(node, input) && visible(node)) {
          if (node.matches("[role=log]")) strong.push(node);
          else if (node.matches("[aria-live=polite], [aria-live=assertive]") && node.offsetHeight > 20) weak.push(node);
          else if (LOG.test(nameOfLog(node))) weak.push(node);
        }
      }
      if (node.nodeType === 1 || node.nodeType === 11) childrenOf(node).forEach(visit);
    };
    visit(root);
    const rest = strong.length ? strong : weak;
    // Of those within each other the outermost, of the others the last before the input.
    return rest.filter(one => !rest.some(other => other !== one && holds(other, one)));
  };
  let log = null, up = 0;
  for (let at = parentOf(input); at && !log && up < 12; at = parentOf(at), up++) {
    if (at.nodeType !== 1) continue;
    const found = logsIn(at);
    if (found.length) log = found.reduce((a, b) => (b.offsetHeight * b.offsetWidth > a.offsetHeight * a.offsetWidth ? b : a));
  }
  if (!log) {
    for (let at = parentOf(input); at; at = parentOf(at)) {
      if (at.nodeType !== 1) continue;
      log = at;
      if (at.offsetHeight > 160 || at.matches("dialog, [role=dialog], body")) break;
    }
  }
  if (!log) return {items: [], html: [], pressed: [], echoes: [], typing: {}, large: false};
  const pressed = [], told = textOf(log, pressed);
  const items = told.text.split("\n").map(one => one.trim()).filter(Boolean);
  return {
    items, html: [log.outerHTML.slice(0, 100000)], pressed: [pressed], echoes: [],
    typing: guess ? typingIn(parentOf(log) && parentOf(log).nodeType === 1 ? parentOf(log) : log) : {},
    large: told.large,
  };
}

// Of the elements that a selector for messages matches: their texts in the order shown, what was asked among
// or between them, and what around them shows that more is coming.
(matched, {question, guess}) => {
  // with: walking, typing
  const wanted = new Set(matched), asked = squeezed(question).toLowerCase();
  const items = [], echoes = [];
  let nodes = 0, large = false;
  const echoOf = text => {
    // The smallest element whose whole text is the question.
    for (let el = text.parentNode, up = 0; el && el.nodeType === 1 && up < 5; el = el.parentNode, up++) {
      const whole = squeezed(el.textContent).toLowerCase();
      if (whole === asked) return el;
      if (whole.length > asked.length + 200) return null;
    }
    return null;
  };
  const begins = asked.slice(0, 30);
  const visit = node => {
    if (++nodes > MOST_NODES) { large = true; return; }
    if (node.nodeType === 3) {
      const said = squeezed(node.data).toLowerCase();
      if (said && asked.startsWith(said.slice(0, 30)) && (said.length > 2 || said === begins)) {
        const el = echoOf(node);
        if (el && !el.closest(PRESSED) && !el.closest(UNREAD) && visible(el)
            && !echoes.some(one => one.el === el)) echoes.push({el, at: items.length});
      }
      return;
    }
    if (node.nodeType === 1) {
      if (/^(script|style|template|noscript|textarea|svg)$/.test(node.localName)) return;
      if (wanted.has(node)) {
        if (!hidden(node) && items.length < 2000) {
          const pressed = [], told = textOf(node, pressed);
          large = large || told.large;
          items.push({el: node, text: told.text, pressed});
        }
        return;
      }
    } else if (node.nodeType !== 9 && node.nodeType !== 11) return;
    childrenOf(node).forEach(visit);
  };
  visit(document.documentElement);
  const chain = el => { const all = []; for (let at = el; at; at = parentOf(at)) all.push(at); return all; };
  let around = null;
  for (const {el} of [...items, ...echoes.slice(-1)]) {
    if (!around) { around = parentOf(el); continue; }
    const over = new Set(chain(el));
    while (around && !over.has(around)) around = parentOf(around);
  }
  // Out to the part of the page that has the field for the question too: somebody types beside messages.
  const FIELDS = "textarea, input, [contenteditable=''], [contenteditable=true], [role=textbox]";
  let part = around;
  for (let up = 0; part && up < 6 && !(part.querySelector && part.querySelector(FIELDS)); up++) part = parentOf(part);
  if (!part || part.nodeType === 9 || part === document.documentElement || part === document.body)
    part = around && parentOf(around) && parentOf(around).nodeType !== 9 ? parentOf(around) : around;
  around = part;
  const total = items.reduce((sum, item) => sum + item.text.length, 0);
  return {
    items: total > MOST_CHARS ? [] : items.map(({text}) => text),
    html: items.map(({el}) => el.outerHTML.slice(0, 20000)),
    pressed: items.map(({pressed}) => pressed),
    echoes: echoes.map(({at}) => at),
    typing: guess && around ? typingIn(around) : {},
    large: large || total > MOST_CHARS,
  };
}

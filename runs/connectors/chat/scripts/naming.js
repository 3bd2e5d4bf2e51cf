// A selector that says what an element is before where it stands: made-up names and places change first.
const made = name => /\d{3,}|^[:\d]|[a-f0-9]{8,}|^(css|sc|jsx|emotion|svelte|ember|radix|headlessui|mui)-?/i.test(name)
  || /[A-Z].*\d|\d.*[A-Z]/.test(name) || name.length > 40 || /__\w{5}$/.test(name);
const STATES = /^(active|open|opened|closed|hidden|visible|focus|hover|show|shown|is-.*|has-.*|animate.*|new|last|first|fade.*)$/i;
const quote = text => '"' + text.replace(/\\/g, "\\\\").replace(/"/g, '\\"') + '"';
const classesOf = el => Array.from(el.classList).filter(name => !made(name) && !STATES.test(name));
const rootOf = el => el.getRootNode();
const alone = (el, css) => { try { const all = rootOf(el).querySelectorAll(css); return all.length === 1 && all[0] === el; } catch { return false; } };
const KEPT = ["data-testid", "data-test", "data-test-id", "data-cy", "data-qa", "data-role", "data-author", "data-sender", "data-from", "data-message-author-role", "data-type", "data-id"];
const said = el => {
  const tag = el.localName, names = [];
  if (el.id && !made(el.id)) names.push("#" + CSS.escape(el.id));
  for (const name of KEPT) {
    const value = el.getAttribute(name);
    if (value && !made(value)) names.push(tag + "[" + name + "=" + quote(value) + "]");
  }
  for (const name of ["aria-label", "name", "title", "placeholder"]) {
    const value = el.getAttribute(name);
    if (value && value.length <= 60 && !(name === "name" && made(value))) names.push(tag + "[" + name + "=" + quote(value) + "]");
  }
  if (el.getAttribute("role")) names.push(tag + "[role=" + quote(el.getAttribute("role")) + "]");
  const classes = classesOf(el);
  classes.forEach(name => names.push(tag + "." + CSS.escape(name)));
  if (classes.length > 1) names.push(tag + classes.map(name => "." + CSS.escape(name)).join(""));
  if (tag === "iframe" && el.src) {
    try { names.push("iframe[src*=" + quote(new URL(el.src).host + new URL(el.src).pathname) + "]"); } catch {}
  }
  names.push(tag.includes("-") ? tag : tag);
  return names;
};
const within = el => {
  const own = said(el);
  const unique = own.find(css => alone(el, css));
  if (unique) return unique;
  let at = el.parentElement;
  for (let up = 0; at && up < 6; at = at.parentElement, up++) {
    const holder = said(at).find(css => alone(at, css));
    if (!holder || holder === "html" || holder === "body") continue;
    const found = own.map(css => holder + " " + css).find(css => alone(el, css));
    if (found) return found;
  }
  const path = [];
  for (let one = el; one && one !== document.documentElement; one = one.parentElement) {
    const holder = said(one).find(css => alone(one, css));
    if (one !== el && holder) { path.unshift(holder); break; }
    const alike = one.parentElement ? Array.from(one.parentElement.children).filter(x => x.localName === one.localName) : [one];
    path.unshift(one.localName + (alike.length > 1 ? ":nth-of-type(" + (alike.indexOf(one) + 1) + ")" : ""));
  }
  return path.join(" > ");
};
// Shadow roots are entered by the space between two selectors.
const selectorOf = el => {
  const own = within(el), root = rootOf(el);
  return root.host ? selectorOf(root.host) + " " + own : own;
};
// One for all messages like this one: what kind it is, never which.
const kindOf = el => {
  for (let at = el, up = 0; at && up < 6 && at.localName !== "body"; at = at.parentElement, up++) {
    const tag = at.localName;
    for (const name of KEPT.slice(0, -1)) {
      const value = at.getAttribute(name);
      if (value && !made(value)) return tag + "[" + name + "=" + quote(value) + "]";
    }
    const classes = classesOf(at);
    if (classes.length) return (tag.includes("-") ? tag : "") + classes.map(name => "." + CSS.escape(name)).join("");
    if (tag.includes("-")) return tag;
  }
  return el.parentElement && el.parentElement.localName !== "body" ? within(el.parentElement) + " > " + el.localName : el.localName;
};

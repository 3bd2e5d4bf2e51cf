// Elements of a document that may be what is looked for, each with how likely that is and what it is called.
what => {
  // with: walking, naming
  const CHAT = /(^|[^a-zäöüåé])(chat|chatbot|messenger|assistant|asistente|assistent|assistenten|ask us|ask me|virtual agent|agente virtual)/i;
  const HELP = /(^|[^a-zäöüåé])(help|support|ayuda|hilfe|hjälp|aide|questions?|preguntas?|fragen|frågor|talk to us|message us|habla|escríbenos|contact us)([^a-zäöüåé]|$)/i;
  const WRITE = /message|question|ask|type|write|mensaje|pregunta|escrib|nachricht|frage|schreib|eingabe|meddelande|fråg|skriv|messaggio|domanda|mensagem|bericht|prompt|chat/i;
  const SEND = /(^|[^a-z])(send|submit|ask|enviar|envía|enviar|preguntar|senden|absenden|abschicken|fragen|skicka|fråga|envoyer|invia|verzenden)([^a-z]|$)|[➤➜→↑▶]/i;
  const CLOSE = /close|minimi[sz]e|cerrar|schließ|stäng|fermer|chiudi|dismiss|reject|accept|cookie/i;
  const wordsOf = el => [el.getAttribute("aria-label"), el.title, el.getAttribute("placeholder"), el.localName === "input" ? el.value : squeezed(el.innerText || "").slice(0, 80), el.alt]
    .filter(Boolean).join(" ");
  const codeOf = el => [el.id, el.getAttribute("class") || "", el.getAttribute("name") || "", el.getAttribute("data-testid") || ""].join(" ").replace(/([a-z])([A-Z])/g, "$1-$2");
  const chain = (el, most) => { const all = []; for (let at = parentOf(el); at && all.length < most; at = parentOf(at)) if (at.nodeType === 1) all.push(at); return all; };
  const fixed = el => [el, ...chain(el, 6)].some(one => /fixed|sticky/.test(getComputedStyle(one).position));
  const chatty = el => chain(el, 8).some(one => CHAT.test(codeOf(one).replace(/[-_]/g, " ")) || CHAT.test(one.getAttribute("aria-label") || "") || CHAT.test(one.localName.replace(/-/g, " ")));
  const scores = {
    launcher: el => {
      if (!el.matches("button, [role=button], a, [tabindex='0'], summary") || el.matches("[type=submit]")) return 0;
      const words = wordsOf(el), code = codeOf(el).replace(/[-_]/g, " ");
      if (CLOSE.test(words)) return 0;
      let score = 0;
      if (CHAT.test(words)) score += 5;
      if (CHAT.test(code)) score += 4;
      if (/launcher|opener|bubble|fab/i.test(code)) score += 2;
      if (HELP.test(words)) score += 2;
      if (!score) score += chatty(el) ? 3 : 0;
      if (!score) return 0;
      if (fixed(el)) score += 3;
      if (el.localName === "a" && /^https?:/.test(el.href) && el.href.split("#")[0] !== location.href.split("#")[0]) score -= 4;
      return score;
    },
    input: el => {
      if (!el.matches("textarea, input:not([type]), input[type=text], input[type=search], [contenteditable=''], [contenteditable=true], [role=textbox]")) return 0;
      if (el.disabled || el.readOnly) return 0;
      const words = wordsOf(el), code = codeOf(el);
      let score = 1;
      if (WRITE.test(words)) score += 4;
      if (WRITE.test(code)) score += 2;
      if (!el.matches("input")) score += 2;
      if (chatty(el)) score += 4;
      if (chain(el, 8).some(one => one.matches("[role=search]")) || el.type === "search" || /search|busca|suche|sök|query/i.test(code + " " + words)) score -= 5;
      if (chain(el, 8).some(one => one.localName === "form" && one.querySelector("[type=password], [type=email]"))) score -= 4;
      return score;
    },
    send: el => {
      if (!el.matches("button, [role=button], input[type=submit], input[type=image]")) return 0;
      const words = wordsOf(el), code = codeOf(el);
      if (CLOSE.test(words)) return 0;
      let score = 0;
      if (SEND.test(words)) score += 4;
      if (/send|submit/i.test(code)) score += 3;
      if (el.type === "submit") score += 1;
      return score && chatty(el) ? score + 2 : score;
    },
  };
  const found = [];
  let nodes = 0;
  const visit = node => {
    if (++nodes > MOST_NODES || found.length > 200) return;
    if (node.nodeType === 1) {
      if (/^(script|style|template|svg)$/.test(node.localName)) return;
      const score = scores[what](node);
      if (score > 0 && visible(node)) found.push({el: node, score});
    }
    if (node.nodeType === 1 || node.nodeType === 9 || node.nodeType === 11) childrenOf(node).forEach(visit);
  };
  visit(document);
  found.sort((a, b) => b.score - a.score);
  return found.slice(0, 6).map(({el, score}) => ({score, selector: selectorOf(el), words: wordsOf(el).slice(0, 80)}));
}

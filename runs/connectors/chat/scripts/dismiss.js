// Presses what lets a consent banner go: refusing first, then what is necessary, closing, agreeing. Gives the
// words of what was pressed, or nothing. What does not speak of cookies is no banner: a chat may ask too.
() => {
  // with: walking
  const KNOWN = ["#onetrust-reject-all-handler", "#CybotCookiebotDialogBodyButtonDecline", "#didomi-notice-disagree-button",
    "[data-testid=uc-deny-all-button]", ".fc-cta-do-not-consent", ".osano-cm-denyAll", ".cky-btn-reject", ".iubenda-cs-reject-btn",
    "#tarteaucitronAllDenied2", ".cmplz-deny", "#hs-eu-decline-button", "#axeptio_btn_dismiss", ".cc-deny", ".cn-decline",
    "#onetrust-accept-btn-handler", "#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll", "#didomi-notice-agree-button",
    "[data-testid=uc-accept-all-button]", ".fc-cta-consent", "#truste-consent-button"];
  const WORDS = [
    /(reject|decline|refuse|deny|disagree|do not accept|without accepting|rechazar|denegar|no aceptar|sin aceptar|ablehnen|verweigern|nicht akzeptieren|ohne einwilligung|avvisa|neka|refuser|continuer sans|rifiuta|recusar|rejeitar|weiger|afwijzen|afvis|avvis|hylkää|odrzuć)/i,
    /(only necessary|necessary only|essential only|only essential|strictly necessary|solo necesarias|solo las necesarias|necesarias|esenciales|nur notwendige|nur erforderliche|nur essenzielle|endast nödvändiga|bara nödvändiga|essentiels|necessari|necessários|alleen noodzakelijke|kun nødvendige)/i,
    /^(close|dismiss|cerrar|schließen|stäng|fermer|chiudi|fechar|sluiten|✕|×|x)$/i,
    /(accept|agree|allow|got it|\bok\b|understand|aceptar|acepto|permitir|entendido|de acuerdo|akzeptieren|zustimmen|einverstanden|verstanden|erlauben|acceptera|godkänn|tillåt|jag förstår|accepter|accetta|aceitar|concordo|accepteren|akkoord|godta|hyväksy)/i,
  ];
  const COOKIE = /cookie|kakor|galletas|consent|gdpr|rgpd|dsgvo|(^|[^a-z])cmp([^a-z]|$)/i;
  const buttons = [], known = [];
  let nodes = 0;
  const visit = node => {
    if (++nodes > MOST_NODES || buttons.length > 300) return;
    if (node.nodeType === 1) {
      if (/^(script|style|template|svg)$/.test(node.localName)) return;
      const at = KNOWN.findIndex(css => node.matches(css));
      if (at >= 0 && visible(node)) known.push({at, el: node});
      if (node.matches("button, [role=button], a, input[type=button], input[type=submit]") && visible(node)) buttons.push(node);
    }
    if (node.nodeType === 1 || node.nodeType === 9 || node.nodeType === 11) childrenOf(node).forEach(visit);
  };
  visit(document);
  const press = el => { const label = squeezed(el.innerText || el.value || el.getAttribute("aria-label") || el.id || "").slice(0, 80);
    // Later, because a banner may take its whole frame away with it.
    setTimeout(() => el.click()); return label || "×"; };
  if (known.length) return press(known.sort((a, b) => a.at - b.at)[0].el);
  const framed = window.top !== window;
  const banner = el => {
    if (el.localName === "a" && /^https?:/.test(el.href) && el.href.split("#")[0] !== location.href.split("#")[0]) return false;
    for (let at = parentOf(el), up = 0; at && up < 8; at = parentOf(at), up++) {
      if (at.nodeType !== 1 || at.localName === "html") continue;
      const laid = at.localName === "body" ? framed : at.matches("dialog, [role=dialog], [role=alertdialog], [role=region], aside")
        || /fixed|sticky|absolute/.test(getComputedStyle(at).position);
      const code = [at.id, at.getAttribute("class") || "", at.getAttribute("aria-label") || ""].join(" ");
      const text = squeezed(at.innerText || at.textContent || "");
      if ((laid || COOKIE.test(code)) && text.length < 6000 && (COOKIE.test(code) || COOKIE.test(text))
          && !at.querySelector("textarea, [role=log]")) return true;
    }
    return false;
  };
  for (const words of WORDS) {
    const found = buttons.find(el => {
      const label = squeezed(el.innerText || el.value || el.getAttribute("aria-label") || "");
      return label.length < 80 && words.test(label) && banner(el);
    });
    if (found) return press(found);
  }
  return "";
}

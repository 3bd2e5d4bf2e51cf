// What becomes of htmx requests that fail: a sentence in the message region, never silence.
// 409 and 422 are swapped like a success (the htmx-config of the page says so) and do not come here.
(() => {
  const region = () => document.getElementById("messages");

  const say = (sentence) => {
    const template = document.getElementById("alert-template");
    if (!region() || !template) return;
    const alert = template.content.cloneNode(true);
    alert.querySelector("[data-sentence]").textContent = sentence;
    region().replaceChildren(alert);
    region().scrollIntoView({ block: "nearest" });
  };

  const words = () => region()?.dataset ?? {};

  document.addEventListener("htmx:responseError", (event) => {
    const { status } = event.detail.xhr;
    if (event.detail.xhr.getResponseHeader("X-Stale-Page")) {
      say(words().stale);
      return;
    }
    if (status === 401) return; // htmx follows HX-Redirect to the sign-in page; keep.js saves what was typed
    const sentences = { 403: words().forbidden, 404: words().gone, 429: words().busy };
    say(sentences[status] ?? words().failed);
  });
  document.addEventListener("htmx:sendError", () => say(words().offline));
  document.addEventListener("htmx:timeout", () => say(words().offline));

  // What asks again and again does not while nobody looks; it goes on at the first look.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && event.target.matches("[data-poll]") && !event.detail.requestConfig.triggeringEvent) {
      event.preventDefault();
    }
  });

  // A sentence of an earlier request is no longer true once the next one succeeds.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb !== "get") region()?.replaceChildren();
  });

  document.addEventListener("click", (event) => {
    event.target.closest("[data-dismiss]")?.closest(".callout")?.remove();
  });
})();

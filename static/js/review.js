// On the page of a result: Escape leaves the reason, so that the keys decide again; the field grows with
// what is typed; a page that nobody looks at does not keep the result from others; a second press of a
// decision while the first is under way does nothing.
(() => {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.matches("[data-decision] textarea")) event.target.blur();
  });

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-decision]");
    if (!form) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "1";
  });
  // The page may come back as it was left, from the browser's memory.
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("[data-decision]").forEach((form) => delete form.dataset.sent);
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && event.target.closest?.("[data-hold]")) event.preventDefault();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const here = document.querySelector(".bench-list [aria-current]");
    const list = here?.closest(".bench-list");
    if (!list) return;
    list.scrollTop = here.offsetTop - list.clientHeight / 3;
    list.scrollLeft = here.offsetLeft - list.clientWidth / 3;
  });
})();

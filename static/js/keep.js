// A session can end while somebody types. What is sent is put aside in this tab; when the answer is the
// sign-in page, and the same person then opens the same page again, it is put back into the form.
(() => {
  const kept = "input:not([type=password], [type=hidden], [type=file], [type=submit]), textarea, select";
  const key = `caudals-typed:${location.pathname}`;
  const signIn = "caudals-signs-in";
  const person = () => document.body.dataset.person;

  const ticked = (field) => field.type === "checkbox" || field.type === "radio";

  const fields = () =>
    [...document.forms].flatMap((form, index) =>
      [...form.querySelectorAll(kept)]
        .filter((field) => field.name)
        .map((field) => {
          const parts = [form.getAttribute("action") ?? index, field.name, ticked(field) ? field.value : ""];
          return [parts.join("|"), field];
        }),
    );

  let pending = {};

  const save = () => {
    if (!person()) return;
    const typed = Object.fromEntries(
      fields().map(([name, field]) => [name, ticked(field) ? field.checked : field.value]),
    );
    sessionStorage.setItem(key, JSON.stringify({ person: person(), typed }));
  };

  const restore = () => {
    const found = JSON.parse(sessionStorage.getItem(key));
    const returned = sessionStorage.getItem(signIn);
    sessionStorage.removeItem(key);
    sessionStorage.removeItem(signIn);
    if (!found || !returned || found.person !== person()) return;
    pending = found.typed;
    fill();
  };

  // Parts of a page that come later, such as the form of its comments, find theirs then.
  const fill = () => {
    for (const [name, field] of fields()) {
      if (!(name in pending)) continue;
      if (ticked(field)) field.checked = pending[name];
      else field.value = pending[name];
      delete pending[name];
    }
  };

  // A browser may refuse storage; then nothing is kept and everything else works.
  const carefully = (action) => () => {
    try {
      action();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };

  document.addEventListener("submit", carefully(save));
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb !== "get") carefully(save)();
  });
  document.addEventListener("htmx:load", fill);
  document.addEventListener(
    "DOMContentLoaded",
    carefully(() => {
      if (document.querySelector("form[data-sign-in]")) sessionStorage.setItem(signIn, "1");
      if (person()) restore();
    }),
  );
})();

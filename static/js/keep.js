// A session can expire while somebody types. Before the page goes to sign in, what was typed is put
// aside in this tab; when the same page is opened again, it is put back.
(() => {
  const key = `caudals-typed:${location.pathname}`;
  const kept = "input:not([type=password], [type=hidden], [type=file], [type=submit]), textarea, select";

  const fields = () =>
    [...document.querySelectorAll("form")].flatMap((form, index) =>
      [...form.querySelectorAll(kept)].filter((field) => field.name).map((field) => [index, field]),
    );

  const name = (index, field) =>
    [form(field) ?? index, field.name, /^(checkbox|radio)$/.test(field.type) ? field.value : ""].join("|");
  const form = (field) => field.form?.id || field.form?.getAttribute("action");

  const save = () => {
    const typed = {};
    for (const [index, field] of fields()) {
      typed[name(index, field)] = "checked" in field && field.type !== "text" ? [field.value, field.checked] : [field.value];
    }
    try {
      sessionStorage.setItem(key, JSON.stringify(typed));
    } catch {
      // No storage in this browser: nothing can be kept.
    }
  };

  const restore = () => {
    let typed;
    try {
      typed = JSON.parse(sessionStorage.getItem(key));
      sessionStorage.removeItem(key);
    } catch {
      return;
    }
    if (!typed) return;
    for (const [index, field] of fields()) {
      const value = typed[name(index, field)];
      if (!value) continue;
      if (/^(checkbox|radio)$/.test(field.type)) field.checked = value[1];
      else field.value = value[0];
    }
  };

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.detail.xhr.status === 401) save();
  });
  document.addEventListener("DOMContentLoaded", restore);
})();

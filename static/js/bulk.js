// Choosing several rows of a list: how many are chosen, all of a page at once, and of the fields below only
// those that the chosen action needs. Without scripts all fields are there and the form works as it is.
(() => {
  const form = () => document.querySelector("form[data-bulk]");
  const rows = () => [...document.querySelectorAll('input[type=checkbox][name=row][form="bulk"]')];

  const show = () => {
    const bulk = form();
    if (!bulk) return;
    const all = bulk.querySelector("[data-bulk-all]");
    const page = bulk.querySelector("[data-bulk-page]");
    const boxes = rows();
    const chosen = boxes.filter((box) => box.checked).length;
    const number = all?.checked ? Number(bulk.dataset.matching) : chosen;
    bulk.querySelectorAll("[data-bulk-scripted]").forEach((element) => (element.hidden = false));
    page.checked = boxes.length > 0 && chosen === boxes.length;
    page.indeterminate = chosen > 0 && chosen < boxes.length;
    for (const box of [page, ...boxes]) box.disabled = Boolean(all?.checked);
    const words = number ? bulk.dataset.chosen.replace("{n}", String(number)) : bulk.dataset.none;
    const count = bulk.querySelector("[data-bulk-count]");
    // Said again only when it is something else: a status is read aloud whenever it is written.
    if (count.textContent !== words) count.textContent = words;
    bulk.querySelector("[data-bulk-fields]").hidden = !number;
    bulk.classList.toggle("bulk-bar--stuck", number > 0);
    const needs = bulk.elements.choice.selectedOptions[0]?.dataset.needs;
    for (const field of bulk.querySelectorAll("[data-bulk-needs]")) {
      field.hidden = field.dataset.bulkNeeds !== needs;
      const input = field.querySelector("input, select");
      input.required = !field.hidden;
    }
  };

  document.addEventListener("change", (event) => {
    const bulk = form();
    if (!bulk || event.target.form !== bulk) return;
    if (event.target.matches("[data-bulk-page]")) {
      for (const box of rows()) box.checked = event.target.checked;
    }
    show();
  });
  document.addEventListener("htmx:load", show);
  // The browser puts back what was chosen when somebody comes back to the page.
  window.addEventListener("pageshow", show);
  show();
})();

// What a page says is wrong with a field goes away once somebody changes the field so that the browser finds
// nothing wrong with it; whether it is right now, the server says again when it is sent.
(() => {
  const told = (field) =>
    (field.getAttribute("aria-describedby") ?? "")
      .split(/\s+/)
      .map((id) => id && document.getElementById(id))
      .filter((note) => note?.matches(".error") || note?.querySelector(":scope > .error"));

  const corrected = (event) => {
    const field = event.target;
    if (!field.matches?.('[aria-invalid="true"]')) return;
    const empty = field.matches("textarea, input") && !field.value.trim();
    if (empty || !field.validity.valid) return;
    const notes = told(field);
    // The boxes of a group share what is said of them.
    const group = field.name ? [...(field.form?.elements ?? [])].filter((one) => one.name === field.name) : [field];
    for (const one of group) {
      one.removeAttribute("aria-invalid");
      const left = (one.getAttribute("aria-describedby") ?? "").split(/\s+/).filter((id) => id && !notes.some((note) => note.id === id));
      if (left.length) one.setAttribute("aria-describedby", left.join(" "));
      else one.removeAttribute("aria-describedby");
    }
    notes.forEach((note) => note.remove());
  };

  document.addEventListener("input", corrected);
  document.addEventListener("change", corrected);
})();

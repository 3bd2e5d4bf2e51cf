// While somebody types a comment: “@” and the beginning of a name offers the people who can be told.
// Choosing one writes the name and ticks the box beside it, which is what is sent; the boxes work alone.
(() => {
  const BEGUN = /(?:^|[\s(])@([^\s@][^@\n]{0,40})?$/u;
  let field = null;
  let list = null;

  const boxes = (form) => [...form.querySelectorAll("input[name=mentions]")];
  const nameOf = (box) => box.closest("label").textContent.trim();
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const begun = () => BEGUN.exec(field.value.slice(0, field.selectionStart));

  const close = () => {
    list?.remove();
    field?.removeAttribute("aria-controls");
    field?.removeAttribute("aria-activedescendant");
    list = null;
  };

  const choose = (box) => {
    const start = field.selectionStart - (begun()?.[1] ?? "").length;
    field.setRangeText(`${nameOf(box)} `, start, field.selectionStart, "end");
    box.checked = true;
    box.dataset.written = "";
    box.closest("details").open = true;
    close();
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const point = (option) => {
    list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    option.setAttribute("aria-selected", "true");
    field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };

  const offer = () => {
    close();
    const found = begun();
    if (!found) return;
    const wanted = plain(found[1] ?? "");
    const people = boxes(field.form).filter((box) => plain(nameOf(box)).startsWith(wanted));
    if (!people.length) return;
    list = document.createElement("ul");
    list.className = "mention-list";
    list.id = "mention-list";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", field.form.querySelector(".mentions legend").textContent);
    people.forEach((box, index) => {
      const option = document.createElement("li");
      option.id = `mention-${index}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.textContent = nameOf(box);
      // Before the field loses the focus.
      option.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        choose(box);
      });
      option.choose = () => choose(box);
      list.append(option);
    });
    field.after(list);
    field.setAttribute("aria-controls", list.id);
    point(list.firstElementChild);
  };

  document.addEventListener("input", (event) => {
    if (!event.target.matches?.("[data-mentions]")) return;
    field = event.target;
    // Who was only told because of a name in the text is not told when the name is gone again.
    for (const box of boxes(field.form)) {
      if ("written" in box.dataset && !field.value.includes(`@${nameOf(box)}`)) {
        box.checked = false;
        delete box.dataset.written;
      }
    }
    offer();
  });

  document.addEventListener("keydown", (event) => {
    if (!list || event.target !== field || event.isComposing) return;
    const here = list.querySelector("[aria-selected=true]");
    const next = { ArrowDown: here.nextElementSibling ?? list.firstElementChild, ArrowUp: here.previousElementSibling ?? list.lastElementChild }[event.key];
    if (next) point(next);
    else if (event.key === "Enter" || event.key === "Tab") here.choose();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  document.addEventListener("focusout", (event) => {
    if (event.target === field) close();
  });
})();

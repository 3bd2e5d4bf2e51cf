// Keys: a visible element with data-key="a" is pressed by that key, and the dialog opened by "?" lists
// all of them. Nothing happens while somebody types, or together with Ctrl, Alt or the command key.
(() => {
  const typing = (target) =>
    target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
  const pressable = () =>
    [...document.querySelectorAll("[data-key]")].filter(
      (element) => element.checkVisibility() && !element.disabled,
    );
  const meaning = (element) =>
    element.dataset.keyLabel ||
    [...element.childNodes]
      .filter((node) => node.nodeName !== "KBD")
      .map((node) => node.textContent.trim())
      .join(" ")
      .trim();

  const help = () => {
    const dialog = document.getElementById("keys");
    const list = dialog?.querySelector("dl");
    if (!list) return;
    list.querySelectorAll("[data-listed]").forEach((row) => row.remove());
    for (const element of pressable()) {
      const term = document.createElement("dt");
      const key = document.createElement("kbd");
      const text = document.createElement("dd");
      key.textContent = element.dataset.key;
      text.textContent = meaning(element);
      term.append(key);
      term.dataset.listed = text.dataset.listed = "";
      list.append(term, text);
    }
    dialog.showModal();
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (typing(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "?") {
      event.preventDefault();
      help();
      return;
    }
    const element = pressable().find((candidate) => candidate.dataset.key === event.key);
    if (!element) return;
    event.preventDefault();
    if (element.matches("input, textarea, select")) element.focus();
    else element.click();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-open-keys]")) help();
  });
})();

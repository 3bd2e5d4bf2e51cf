// Writes the path of a value that came back from an assistant into the settings beside it.
(() => {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-path]");
    if (!button) return;
    const field = document.querySelector(`#settings [name="${button.dataset.pathField}"]`);
    if (!field) return;
    field.value = button.dataset.path;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const said = document.querySelector("[data-path-said]");
    if (said) said.textContent = `${said.dataset.sentence} ${button.dataset.path}`;
  });
})();

// Keys: a visible element with data-key="a" is pressed by that key, and the dialog opened by "?" lists
// all of them. Nothing happens while somebody types, together with Ctrl, Alt or the command key, or once
// the person has switched keys off. Keys inside data-unhurried that decide wait until the page has stood
// for a moment when one of them led here: a second press that was meant for the page before must not decide
// on this one. A key that only leads into a field never waits, or what is typed next would be taken for keys.
// In a text of a form, Ctrl+Enter (or the command key and Enter) presses its visible element with data-enter.
(() => {
  const typing = (target) =>
    target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
  const pressable = () =>
    [...document.querySelectorAll("[data-key]")].filter(
      (element) => element.checkVisibility() && !element.disabled,
    );
  const UNHURRIED = 350; // milliseconds
  const LED_HERE = 5000; // milliseconds that a slow server may take from a press to the page
  const pressed = "caudals-pressed";
  const store = "caudals-keys";
  const isOff = () => {
    try {
      return localStorage.getItem(store) === "off";
    } catch {
      return false; // storage is switched off: so is the choice
    }
  };

  // What a key means: its character, and where that is no Latin letter, what stands there on a Latin layout.
  const meant = (event) => {
    if (event.key.length !== 1) return [];
    const letter = event.shiftKey ? event.key : event.key.toLowerCase();
    const latin = /^Key([A-Z])$/.exec(event.code)?.[1].toLowerCase();
    return latin && !event.shiftKey && /[^\x00-\x7f]/.test(event.key) ? [letter, latin] : [letter];
  };

  const lately = () => {
    try {
      return Date.now() - Number(sessionStorage.getItem(pressed)) < LED_HERE;
    } catch {
      return true; // it cannot be told: rather wait
    }
  };
  const remember = () => {
    try {
      sessionStorage.setItem(pressed, Date.now());
    } catch {
      // Then every page waits.
    }
  };
  addEventListener("pageshow", () => {
    const wait = lately() ? UNHURRIED : 0;
    for (const part of document.querySelectorAll("[data-unhurried]")) {
      delete part.dataset.ready;
      setTimeout(() => (part.dataset.ready = ""), wait);
    }
  });
  const meaning = (element) =>
    element.dataset.keyLabel ||
    [...element.childNodes]
      .filter((node) => node.nodeName !== "KBD")
      .map((node) => node.textContent.trim())
      .join(" ")
      .trim();

  const ENTER = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ Enter" : "Ctrl Enter";
  const sending = (form) =>
    [...(form?.elements ?? [])].find((one) => "enter" in one.dataset && one.checkVisibility() && !one.disabled);

  const row = (list, name, meant) => {
    const term = document.createElement("dt");
    const key = document.createElement("kbd");
    const text = document.createElement("dd");
    key.textContent = name;
    text.textContent = meant;
    term.append(key);
    term.dataset.listed = text.dataset.listed = "";
    list.append(term, text);
  };

  const help = () => {
    const dialog = document.getElementById("keys");
    const list = dialog?.querySelector("dl");
    if (!list) return;
    list.querySelectorAll("[data-listed]").forEach((row) => row.remove());
    for (const element of pressable()) row(list, element.dataset.key, meaning(element));
    for (const form of document.forms) {
      const sends = sending(form);
      if (sends) row(list, ENTER, dialog.dataset.enterLabel.replace("{what}", meaning(sends)));
    }
    dialog.showModal();
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.isComposing || event.getModifierState("AltGraph") || isOff()) return;
    if (typing(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key === "?") {
      event.preventDefault();
      help();
      return;
    }
    const keys = meant(event);
    const found = keys.map((key) => pressable().find((candidate) => candidate.dataset.key === key));
    const element = found.find(Boolean);
    if (!element) return;
    event.preventDefault();
    if (element.matches("input, textarea, select")) {
      element.focus();
      return;
    }
    const bar = element.closest("[data-unhurried]");
    if (bar && !("ready" in bar.dataset)) return;
    if (bar) remember();
    element.click();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    if (event.repeat || event.isComposing || isOff() || !event.target.matches("textarea")) return;
    const sends = sending(event.target.form);
    if (!sends) return;
    event.preventDefault();
    remember();
    sends.click();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-open-keys]")) help();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const choice = document.querySelector("[data-keys-choice]");
    if (!choice) return;
    choice.checked = !isOff();
    choice.addEventListener("change", () => {
      try {
        localStorage.setItem(store, choice.checked ? "on" : "off");
      } catch {
        choice.checked = true; // it cannot be kept, and so it does not hold
      }
    });
  });
})();

// Sets the chosen theme before the page is painted; without a choice the system's theme holds.
(() => {
  const key = "caudals-theme";
  const root = document.documentElement;

  const stored = () => {
    try {
      return localStorage.getItem(key) || "system";
    } catch {
      return "system"; // storage is switched off: the system decides
    }
  };

  const apply = (choice) => {
    if (choice === "light" || choice === "dark") root.dataset.theme = choice;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === choice));
    }
  };

  apply(stored());
  document.addEventListener("DOMContentLoaded", () => apply(stored()));
  addEventListener("storage", (event) => event.key === key && apply(stored()));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-choice]");
    if (!button) return;
    try {
      localStorage.setItem(key, button.dataset.themeChoice);
    } catch {
      // Not stored: the choice then holds for this page only.
    }
    apply(button.dataset.themeChoice);
  });
})();

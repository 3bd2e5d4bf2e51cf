// Menus are <details class="menu">: they open without this file. Here they close again on Escape,
// on a press elsewhere, and when the focus leaves them.
(() => {
  const open = () => document.querySelectorAll("details:is(.menu, .explained)[open]");

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      const inside = menu.contains(document.activeElement);
      menu.open = false;
      if (inside) menu.querySelector("summary").focus();
    }
  });

  const closeOthers = (target) => {
    for (const menu of open()) if (!menu.contains(target)) menu.open = false;
  };
  document.addEventListener("pointerdown", (event) => closeOthers(event.target));
  document.addEventListener("focusin", (event) => closeOthers(event.target));
})();

// Choosing and sending files: dropped or picked, listed with their sizes, removed again, sent with progress.
// Without this file the form is a plain one. Nothing is lost when the server refuses a file: all stay chosen.
(() => {
  const form = document.querySelector("form[data-upload]");
  const input = form?.querySelector("input[type=file]");
  if (!input || typeof DataTransfer === "undefined") return;
  const part = (name) => form.querySelector(`[data-${name}]`);
  const words = form.dataset;
  let chosen = [];
  let sending = null;

  const bytes = (count) => {
    const [unit, of] = [["byte", 1], ["kilobyte", 1e3], ["megabyte", 1e6]].findLast(([, least]) => count >= least) ?? ["byte", 1];
    const unitDisplay = unit === "byte" ? "long" : "short"; // the short word for a byte knows no plural
    const style = { style: "unit", unit, unitDisplay, maximumSignificantDigits: 2 };
    return new Intl.NumberFormat(document.documentElement.lang, style).format(count / of);
  };
  const say = (sentence) => {
    part("said").textContent = sentence;
  };

  const show = () => {
    const held = new DataTransfer();
    chosen.forEach((file) => held.items.add(file));
    input.files = held.files; // what is listed is what a plain submit would send
    const refused = part("notes").textContent;
    part("chosen").replaceChildren(
      ...chosen.map((file, index) => {
        const row = part("row").content.cloneNode(true);
        row.querySelector("[data-name]").textContent = file.name;
        row.querySelector("[data-size]").textContent = bytes(file.size);
        const large = file.size > Number(words.largest);
        row.querySelector("[data-large]").hidden = !large;
        row.querySelector("li").classList.toggle("chosen--refused", large || refused.includes(`“${file.name}”`));
        const remove = row.querySelector("button");
        remove.setAttribute("aria-label", `${remove.textContent}: ${file.name}`);
        remove.addEventListener("click", () => {
          chosen.splice(index, 1);
          show();
          const rows = part("chosen").querySelectorAll("button");
          (rows[index] ?? rows[index - 1] ?? input).focus();
        });
        return row;
      }),
    );
    part("chosen").hidden = !chosen.length;
    const total = chosen.reduce((sum, file) => sum + file.size, 0);
    const count = chosen.length === 1 ? words.one : words.many.replace("{count}", chosen.length);
    const many = chosen.length > Number(words.most) ? ` ${words.tooMany}` : "";
    say(chosen.length ? `${count}, ${bytes(total)}.${many}` : "");
  };

  const add = (files) => {
    const key = (file) => [file.name, file.size, file.lastModified].join("|");
    const known = new Set(chosen.map(key));
    chosen = chosen.concat([...files].filter((file) => !known.has(key(file))));
    show();
  };

  input.addEventListener("change", () => add(input.files));

  // The whole window takes files, so that none dropped beside the zone replaces the page.
  let over = 0;
  const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const lit = (on) => part("drop").classList.toggle("drop--over", on);
  addEventListener("dragenter", (event) => carriesFiles(event) && lit((over += 1) > 0));
  addEventListener("dragleave", (event) => carriesFiles(event) && lit((over -= 1) > 0));
  addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    lit((over = 0) > 0);
    if (sending) return;
    const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
    const isFolder = (item) => item.webkitGetAsEntry?.()?.isDirectory;
    add(items.filter((item) => !isFolder(item)).map((item) => item.getAsFile()).filter(Boolean));
    if (items.some(isFolder)) say(`${part("said").textContent} ${words.folder}`.trim());
  });

  const working = (on) => {
    part("progress").hidden = !on;
    form.querySelectorAll("[type=submit], [data-chosen] button").forEach((button) => (button.disabled = on));
    if (!on) sending = null;
  };
  const line = (sentence, share) => {
    part("progress").querySelector("[data-line]").textContent = sentence;
    const bar = part("progress").querySelector("progress");
    if (share === undefined) bar.removeAttribute("value");
    else bar.value = share;
  };

  const sent = (share) => {
    const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    line(words.sending.replace("{share}", percent.format(share)), share);
  };

  const refused = (page) => {
    const answer = new DOMParser().parseFromString(page, "text/html");
    for (const notes of form.querySelectorAll("[data-notes]")) {
      const fresh = answer.querySelector(`[data-notes="${notes.dataset.notes}"]`);
      if (fresh) notes.replaceChildren(...fresh.childNodes);
    }
    show();
    form.querySelector("[data-notes] .error")?.scrollIntoView({ block: "center" });
    say(words.kept);
  };

  form.addEventListener("submit", (event) => {
    if (!chosen.length) return; // the server says what is missing
    event.preventDefault();
    if (sending) return;
    sending = new XMLHttpRequest();
    const request = sending;
    const failed = (sentence) => {
      working(false);
      say(sentence);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (loaded < total) sent(loaded / total);
      else line(words.checking);
    });
    request.addEventListener("load", () => {
      if (request.status === 200) location.assign(request.responseURL);
      else if (request.status === 422) {
        working(false);
        refused(request.responseText);
      } else failed(request.status === 401 ? words.signedOut : words.failed);
    });
    request.addEventListener("error", () => failed(words.failed));
    request.addEventListener("abort", () => failed(words.stopped));
    request.open("POST", form.action);
    request.setRequestHeader("HX-Request", "true"); // a lost session then answers 401, not a sign-in page
    const data = new FormData(form);
    // Signing in again in another tab has changed the token that the page came with.
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
    if (token) data.set("csrfmiddlewaretoken", token);
    request.send(data);
    working(true);
    say("");
    sent(0);
  });
  part("stop").addEventListener("click", () => sending?.abort());
  // The page may come back as it was left, from the browser's memory.
  addEventListener("pageshow", () => working(false));

  form.classList.add("upload--live");
  if (input.files.length) add(input.files);
})();

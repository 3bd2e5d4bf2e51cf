// A made-up chat: it shows what the server says, in the order and at the times that it says.
// Messages are divs of class "bot" or "me" in `log`; `typing` is shown while something is still to come.
export function chat({ log, input, form, typing, greeting = "Hi, I am Fern. Ask me anything." }) {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const bubble = (kind, html) => {
    const made = document.createElement("div");
    made.className = `bubble ${kind}`;
    made.innerHTML = html;
    log.append(made);
    return made;
  };
  const options = new URLSearchParams(location.search);
  if (greeting && !options.has("silent")) setTimeout(() => bubble("bot", greeting), 50);
  const play = async (events) => {
    let last = null;
    for (const event of events) {
      if (typing) typing.hidden = event.typing === false;
      await wait(event.after || 0);
      if (event.run) (0, eval)(event.run);
      if (event.replace) last.innerHTML = event.replace;
      if (event.html) last = bubble("bot", event.html);
    }
    if (typing) typing.hidden = !(events.at(-1) || {}).hangs;
  };
  const ask = async () => {
    const question = input.value ?? input.textContent;
    if (!question.trim()) return;
    if ("value" in input) input.value = "";
    else input.textContent = "";
    const told = document.createElement("span");
    told.textContent = question.trim();
    bubble("me", "").append(told);
    if (typing) typing.hidden = false;
    if (options.has("stream")) {
      const answer = await fetch("/stream", { method: "POST", body: question });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      const made = bubble("bot", "");
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        made.append(value);
        if (typing) typing.hidden = true;
      }
      return;
    }
    const visitor = localStorage.getItem("visitor") || "nobody";
    const answer = await fetch("/answer", {
      method: "POST",
      headers: { "X-Visitor": visitor },
      body: JSON.stringify({ question }),
    });
    localStorage.setItem("visitor", "somebody");
    document.cookie = "seen=yes";
    await play(await answer.json());
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !options.has("button")) {
      event.preventDefault();
      ask();
    }
  });
}

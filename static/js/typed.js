// Nothing typed into a form with data-typed="key" is lost. Each change goes into this browser at once and
// to the server after a pause; “saved” stands there only after the server said so. The next showing of the
// form puts back what was not sent and accepted, unless what it is about (data-typed-base) has changed
// since: then it is offered. What the browser holds goes once the server has it. A form with
// data-typed-only="name" keeps that field alone: what else is chosen in it is about the page as it was.
(() => {
  const PAUSE = 700; // milliseconds
  const AGAIN = 5000;
  const words = () => document.getElementById("typed-words")?.dataset;
  const person = () => document.body.dataset.person;
  const shown = new WeakMap();

  const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const state = (form) => {
    if (!shown.has(form)) shown.set(form, { load: fresh(), change: 0, timer: 0, request: null });
    return shown.get(form);
  };

  // A browser may refuse storage; then the server alone keeps it.
  const prefix = () => `caudals-draft:${person()}:`;
  const local = {
    get: (key) => {
      try {
        return JSON.parse(localStorage.getItem(prefix() + key));
      } catch {
        return null;
      }
    },
    set: (key, value) => {
      try {
        localStorage.setItem(prefix() + key, JSON.stringify(value));
      } catch {
        // Refused or full.
      }
    },
    remove: (key) => {
      try {
        localStorage.removeItem(prefix() + key);
      } catch {
        // Refused.
      }
    },
    keys: () => {
      try {
        return Object.keys(localStorage).filter((key) => key.startsWith(prefix())).map((key) => key.slice(prefix().length));
      } catch {
        return [];
      }
    },
  };

  const ticks = (field) => field.type === "checkbox" || field.type === "radio";
  const kept = (form, name) => !("typedOnly" in form.dataset) || form.dataset.typedOnly === name;
  const fields = (form) =>
    [...form.elements].filter((field) => field.name && kept(form, field.name) && field.matches("textarea, select, input:not([type=hidden], [type=password], [type=file], [type=submit])"));
  const nameOf = (field) => (ticks(field) ? `${field.name}|${field.value}` : field.name);
  const isTouched = (field) => {
    if (ticks(field)) return field.checked !== field.defaultChecked;
    if (field.matches("select")) return [...field.options].some((option) => option.selected !== option.defaultSelected) && field.value !== (field.querySelector("option[selected]") ?? field.options[0])?.value;
    return field.value !== field.defaultValue;
  };
  // Only what differs from the form as it first came, so that nothing else is overwritten when it is put
  // back; a form that was refused comes with what was typed in it.
  const typed = (form) => {
    const held = state(form).held ?? [];
    const changed = fields(form).filter((field) => isTouched(field) || held.includes(nameOf(field)));
    return Object.fromEntries(changed.map((field) => [nameOf(field), ticks(field) ? field.checked : field.value]));
  };

  const say = (form, sentence, ...more) => {
    let place = form.querySelector("[data-typed-status]") ?? form.parentElement?.querySelector(":scope > [data-typed-status]");
    if (!place) {
      place = document.createElement("p");
      place.dataset.typedStatus = "";
      form.append(place);
    }
    place.className = "typed-status";
    place.setAttribute("role", "status");
    place.replaceChildren(sentence, ...more.flatMap((one) => [" ", one]));
  };
  const button = (text, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button button--plain button--small";
    made.textContent = text;
    made.addEventListener("click", action);
    return made;
  };
  const signIn = () => {
    const link = document.createElement("a");
    link.href = `${words().signIn}?next=${encodeURIComponent(location.pathname + location.search)}`;
    link.textContent = words().signInWords;
    return link;
  };

  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
  const post = (body, signal) =>
    fetch(words().url, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "X-CSRFToken": token(), "HX-Request": "true" },
      keepalive: JSON.stringify(body).length < 60000,
      signal,
    });

  const save = async (form, { quietly = false } = {}) => {
    const own = state(form);
    clearTimeout(own.timer);
    own.timer = 0;
    const { change, load } = own;
    const key = form.dataset.typed;
    own.request?.abort();
    own.request = new AbortController();
    let answer;
    try {
      answer = await post({ form: key, load, base: form.dataset.typedBase ?? "", values: typed(form) }, own.request.signal);
    } catch (error) {
      if (error.name === "AbortError" || own.left) return;
      say(form, words().offline);
      own.timer = setTimeout(() => save(form), AGAIN);
      return;
    }
    if (answer.status === 401) {
      say(form, words().signedOut, signIn());
      return;
    }
    if (!answer.ok) {
      say(form, words().offline);
      return;
    }
    const { saved, at } = await answer.json();
    if (!saved) {
      // This showing was sent already, and came back as it was: what is typed now is another one.
      own.load = fresh();
      if (Object.keys(typed(form)).length) save(form);
      return;
    }
    if (own.change !== change) return;
    local.remove(key);
    if (quietly) return; // that it is back, and can be thrown away, stays there to be read
    const time = new Date(at * 1000).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    say(form, `${words().saved}, ${time}`);
  };

  const note = (event) => {
    const form = event.target.form;
    if (!form?.matches("[data-typed]") || !words() || !fields(form).includes(event.target)) return;
    // Of a text each letter has come already; said again on leaving it, it would move what is pressed.
    if (event.type === "change" && event.target.matches("textarea, input") && !ticks(event.target)) return;
    const own = state(form);
    own.change += 1;
    local.set(form.dataset.typed, { load: own.load, base: form.dataset.typedBase ?? "", values: typed(form), at: Date.now() / 1000 });
    say(form, words().saving);
    clearTimeout(own.timer);
    own.timer = setTimeout(() => save(form), PAUSE);
  };

  const fill = (form, values) => {
    let any = false;
    for (const field of fields(form)) {
      const name = nameOf(field);
      if (!(name in values) || isTouched(field)) continue;
      if (ticks(field)) field.checked = values[name];
      else field.value = values[name];
      any = true;
    }
    return any;
  };
  const discard = (form) => {
    const own = state(form);
    own.request?.abort();
    clearTimeout(own.timer);
    local.remove(form.dataset.typed);
    form.reset();
    post({ form: form.dataset.typed, load: own.load, values: {}, done: true }).catch(() => {});
    own.load = fresh();
    say(form, "");
  };
  const putBack = (form, values) => {
    if (!fill(form, values)) return;
    form.querySelectorAll("details").forEach((part) => {
      if ([...part.querySelectorAll("input, textarea, select")].some((field) => field.name && isTouched(field))) part.open = true;
    });
    say(form, words().back, button(words().discard, () => discard(form)));
  };
  const offer = (form, values) => {
    const place = document.createElement("div");
    place.className = "callout callout--warning typed-offer";
    place.setAttribute("role", "status");
    const body = document.createElement("div");
    const head = document.createElement("p");
    head.textContent = words().other;
    body.append(head);
    for (const text of Object.values(values).filter((value) => typeof value === "string")) {
      const part = document.createElement("p");
      part.className = "pre";
      part.textContent = text;
      body.append(part);
    }
    body.append(
      button(words().putBack, () => {
        place.remove();
        putBack(form, values);
        save(form);
      }),
      button(words().discard, () => {
        place.remove();
        discard(form);
      }),
    );
    place.append(body);
    form.prepend(place);
  };

  const restore = async (within) => {
    const forms = [...within.querySelectorAll("form[data-typed]")].filter((form) => !state(form).asked);
    if (within.matches?.("form[data-typed]") && !state(within).asked) forms.push(within);
    if (!forms.length || !words() || !person()) return;
    forms.forEach((form) => (state(form).asked = true));
    const held = Object.fromEntries(local.keys().map((key) => [key, local.get(key)]).filter(([, one]) => one));
    const query = new URLSearchParams();
    forms.forEach((form) => query.append("form", form.dataset.typed));
    Object.values(held).forEach((one) => query.append("load", one.load));
    let found = { forms: {}, sent: [] };
    try {
      const answer = await fetch(`${words().url}?${query}`, { headers: { "HX-Request": "true" } });
      if (answer.ok) found = await answer.json();
    } catch {
      // Without the server, what this browser holds is all there is.
    }
    for (const [key, one] of Object.entries(held)) {
      if (!found.sent.includes(one.load)) continue;
      local.remove(key);
      delete held[key];
    }
    for (const form of forms) {
      const [mine, theirs] = [held[form.dataset.typed], found.forms[form.dataset.typed]];
      const newest = mine && (!theirs || mine.at >= theirs.at) ? mine : theirs;
      if (!newest || !Object.keys(newest.values).length) continue;
      if ("typedPosted" in form.dataset) {
        state(form).held = Object.keys(newest.values);
        continue;
      }
      if ((newest.base ?? "") === (form.dataset.typedBase ?? "")) putBack(form, newest.values);
      else offer(form, newest.values);
      if (newest === mine) save(form, { quietly: true });
    }
  };

  // What is sent says which showing of which form it is: accepted, it is forgotten.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-typed]")) return;
    const own = state(form);
    clearTimeout(own.timer);
    own.request?.abort();
    own.left = true;
    for (const [name, value] of [["typed_form", form.dataset.typed], ["typed_load", own.load]]) {
      const field = form.querySelector(`:scope > input[name=${name}]`) ?? document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      form.append(field);
    }
  }, true);
  document.addEventListener("htmx:configRequest", (event) => {
    const form = event.target;
    if (event.detail.verb === "get" || !form.matches?.("form[data-typed]")) return;
    Object.assign(event.detail.parameters, { typed_form: form.dataset.typed, typed_load: state(form).load });
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target;
    if (!form.matches?.("form[data-typed]") || event.detail.requestConfig.verb === "get") return;
    state(form).left = false;
    if (event.detail.successful) local.remove(form.dataset.typed);
  });

  document.addEventListener("input", note);
  document.addEventListener("change", note);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    for (const form of document.querySelectorAll("form[data-typed]")) if (state(form).timer && !state(form).left) save(form);
  });
  addEventListener("online", () => {
    for (const form of document.querySelectorAll("form[data-typed]")) if (state(form).timer) save(form);
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const form of document.querySelectorAll("form[data-typed]")) shown.delete(form);
    restore(document);
  });
  document.addEventListener("DOMContentLoaded", () => restore(document));
  document.addEventListener("htmx:load", (event) => restore(event.detail.elt));
})();

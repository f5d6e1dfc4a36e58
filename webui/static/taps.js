// Makes taps quicker; everything works without it. A form marked data-quick is sent in the background and the parts
// of the answered page put in place; taps made meanwhile wait in line. Addresses change as they would without it.
"use strict";

const LAST = "bosscat.last";
const PARTS = ["top", "strip", "main", "nav"];
const waiting = [];
let busy = false;

function formOf(step) {
  return document.querySelector(`form#${step.form}`);
}

// A step is a button pressed or a choice made, named so that it can be found again on the next page.
async function work() {
  if (busy) return;
  busy = true;
  while (waiting.length) {
    const step = waiting.shift();
    const form = formOf(step);
    if (!form) continue;
    for (const choice of [step, ...waiting]) {
      const input = choice.input && document.getElementById(choice.input);
      if (input) input.checked = true;
    }
    const fields = new FormData(form);
    fields.set("do", step.button || "keep");
    if (!step.button && waiting.some((next) => next.form === step.form)) continue;
    await send(form.action, { method: "POST", body: new URLSearchParams(fields) }, step.leave);
  }
  busy = false;
}

async function send(address, options, leave) {
  let response;
  try {
    response = await fetch(address, { ...options, credentials: "same-origin" });
    if (leave && response.ok) {
      location.href = response.url;
      return;
    }
    show(await response.text());
  } catch {
    location.reload();
    return;
  }
  if (response.ok && response.url !== location.href) history.pushState(null, "", response.url);
  remember();
}

function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const focused = document.activeElement && document.activeElement.id;
  const open = [...document.querySelectorAll("details[open]")].map((details) => details.closest("[id]")?.id);
  document.title = page.title;
  for (const part of PARTS) {
    const old = document.querySelector(`[data-part="${part}"]`);
    const fresh = page.querySelector(`[data-part="${part}"]`);
    if (old && fresh) old.replaceWith(fresh);
  }
  for (const id of open) {
    const details = id && document.getElementById(id)?.querySelector("details");
    if (details) details.open = true;
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  document.getElementById("error")?.focus();
  document.getElementById("status").textContent = page.getElementById("status")?.textContent ?? "";
}

function remember() {
  const line = new URL(location.href).searchParams.get("r");
  if (!line || document.getElementById("error")) return;
  try {
    localStorage.setItem(LAST, line);
  } catch {
    // Private windows may refuse; the address holds everything anyway.
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!("quick" in form.dataset) || !button) return;
  event.preventDefault();
  waiting.push({ form: form.id, button: button.value, leave: "leave" in button.dataset });
  work();
});

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!("save" in input.dataset)) return;
  waiting.push({ form: input.form.id, input: input.id });
  work();
});

addEventListener("popstate", () => {
  if (!location.hash) send(location.href, {});
});

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(field.value);
    document.getElementById("status").textContent = "✓";
    button.textContent = "✓";
  });
}

const last = document.querySelector("[data-continue]");
if (last) {
  let line = null;
  try {
    line = localStorage.getItem(LAST);
  } catch {
    line = null;
  }
  if (line) {
    const address = new URL(last.querySelector("a").href);
    address.searchParams.set("r", line);
    last.querySelector("a").href = address;
    last.hidden = false;
  }
}

remember();

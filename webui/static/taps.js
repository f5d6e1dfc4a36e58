// Makes taps quicker; everything works without it. A form marked data-quick is sent in the background and the parts
// of the answered page put in place; taps made meanwhile wait in line. Addresses change as they would without it.
"use strict";

const LAST = "bosscat.last";
const KEPT = ["r", "open"]; // what makes the last record: its line, and whether its last turn is still under way
const SETTING_UP = ["/new", "/cards"]; // screens whose address holds the seats of a round not begun yet
const PARTS = ["top", "strip", "main", "nav"];
const PAUSE = 400; // milliseconds without a further choice before choices are saved
const waiting = []; // steps to come: a button pressed, a choice to save, a link to follow, a page to load
let pressed = ""; // id of what was tapped last, or of its row, which folds: it stays where it is on the screen
const touched = new Map(); // fields changed since the form was last sent: name -> what was done
let busy = false;
let timer = 0;

async function work() {
  clearTimeout(timer);
  if (busy) return;
  busy = true;
  while (waiting.length && (await take(waiting[0]))) waiting.shift();
  busy = false;
}

// Does one step; false where the server was out of reach: the step stays, for another try.
async function take(step) {
  if (step.link) {
    const links = [...document.querySelectorAll("a")];
    const same = links.find((link) => link.pathname === step.link && link.textContent === step.text);
    await leave(same ? same.href : step.href);
  }
  if (step.load) return send(step.load, {});
  const form = document.getElementById(step.form);
  if (!form || (step.save && waiting.some((next) => next !== step && next.form === step.form))) return true;
  const fields = new URLSearchParams(new FormData(form));
  fields.set("do", step.save ? "keep" : step.button);
  touched.clear();
  return send(form.action, { method: "POST", body: fields }, step.leave);
}

// Never comes back: whatever is tapped while the next page is on its way is not sent from this one.
function leave(address) {
  location.href = address;
  return new Promise(() => {});
}

async function send(address, options, leaving) {
  let response, text;
  try {
    response = await fetch(address, options);
    text = await response.text();
  } catch {
    document.getElementById("offline").hidden = false;
    return false;
  }
  document.getElementById("offline").hidden = true;
  if (leaving && response.ok) await leave(response.url);
  show(text);
  if (response.ok && response.url !== location.href) history.pushState(null, "", response.url);
  remember();
  return true;
}

function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const focused = document.activeElement?.id;
  const before = document.getElementById(pressed)?.getBoundingClientRect().top;
  const open = [...document.querySelectorAll("details[open]")].map((details) => details.closest("[id]")?.id);
  document.title = page.title;
  for (const part of PARTS) {
    const fresh = page.querySelector(`[data-part="${part}"]`);
    if (fresh) document.querySelector(`[data-part="${part}"]`)?.replaceWith(fresh);
  }
  for (const id of open) {
    const details = id && document.getElementById(id)?.querySelector("details");
    if (details) details.open = true;
  }
  for (const { id, checked, value } of touched.values()) {
    const field = document.getElementById(id);
    if (field) Object.assign(field, field.type === "radio" ? { checked } : { value });
  }
  const again = document.getElementById(focused);
  (again?.checkVisibility() ? again : again?.closest(".done")?.querySelector(".reopen"))?.focus({ preventScroll: true });
  const after = document.getElementById(pressed)?.getBoundingClientRect().top;
  if (before !== undefined && after !== undefined) scrollBy(0, after - before);
  const folded = document.getElementById(pressed);
  if (folded?.classList.contains("done")) folded.scrollIntoView({ block: "nearest" });
  document.getElementById("error")?.focus();
  document.getElementById("status").textContent = page.getElementById("status")?.textContent ?? "";
}

// What was said of a field that is being changed holds no longer.
function corrected() {
  document.getElementById("error")?.remove();
  for (const field of document.querySelectorAll('[aria-describedby="error"]')) {
    field.removeAttribute("aria-describedby");
    field.removeAttribute("aria-invalid");
  }
}

function remember() {
  const here = new URL(location.href).searchParams;
  const begun = here.has("p") && SETTING_UP.some((screen) => location.pathname.endsWith(screen));
  if (!(here.has("r") || begun) || document.getElementById("error")) return;
  const pairs = KEPT.filter((name) => here.has(name)).map((name) => `${name}=${encodeURIComponent(here.get(name))}`);
  const kept = here.has("r") ? pairs.join("&") : location.pathname + location.search;
  try {
    localStorage.setItem(LAST, kept);
  } catch {
    // Private windows may refuse; the address holds everything anyway.
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!("quick" in form.dataset) || !button) return;
  event.preventDefault();
  pressed = button.id;
  waiting.push({ form: form.id, button: button.value, leave: "leave" in button.dataset });
  work();
});

// Typing replaces a name; where it stands elsewhere it follows.
document.addEventListener("focusin", ({ target: field }) => {
  if (field.dataset.names) field.select();
});

document.addEventListener("input", ({ target: field }) => {
  if (field.dataset.names) document.getElementById(field.dataset.names).textContent = field.value;
  if (field.closest('[aria-describedby="error"]')) corrected();
  if (!field.form || !("quick" in field.form.dataset)) return;
  pressed = (field.closest(".answer-row[id]") ?? field).id;
  touched.set(field.name, { id: field.id, checked: field.checked, value: field.value });
  if (!("save" in field.dataset)) return;
  waiting.push({ form: field.form.id, save: true });
  clearTimeout(timer);
  timer = setTimeout(work, PAUSE);
});

// A link holds the record as it was when the page was made: choices still on their way go first.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || (!busy && !waiting.length) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  waiting.push({ link: link.pathname, text: link.textContent, href: link.href });
  work();
});

// A page that comes back from the browser's memory starts afresh.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

addEventListener("popstate", () => {
  if (location.hash) return;
  waiting.push({ load: location.href });
  work();
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

// The address that a form sent in the background led to has lost its fragment.
if (!location.hash) document.querySelector("[data-look]")?.scrollIntoView({ block: "center" });

const last = document.querySelector("[data-continue]");
if (last) {
  let kept = null;
  try {
    kept = localStorage.getItem(LAST);
  } catch {
    // As above.
  }
  if (kept?.startsWith("r=")) {
    const link = last.querySelector("a");
    link.href += `${link.search ? "&" : "?"}${kept}`;
    last.hidden = false;
  } else if (kept?.startsWith("/")) {
    last.querySelector("a").href = new URL(location.origin + kept).href;
    last.hidden = false;
  }
}

remember();

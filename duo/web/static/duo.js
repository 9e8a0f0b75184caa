/* The little that HTML does not do by itself. Every page works without it, a step slower. */
"use strict";
document.documentElement.classList.add("js");

// The words as a grid: arrows move, letters jump to a word.
const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -5, ArrowDown: 5 };
document.addEventListener("keydown", (event) => {
  const here = event.target.closest?.(".board input");
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  const cells = [...here.closest(".board").children].map((card) => card.querySelector("input:not(:disabled)"));
  let to = null;
  if (event.key in move) {
    const step = move[event.key];
    for (let at = cells.indexOf(here) + step; at >= 0 && at < cells.length; at += step) {
      if (cells[at]) { to = cells[at]; break; }
    }
    event.preventDefault();
  } else if (event.key.length === 1 && /\p{L}/u.test(event.key)) {
    const after = [...cells.slice(cells.indexOf(here) + 1), ...cells];
    const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    to = after.find((cell) => cell && plain(cell.dataset.word).startsWith(plain(event.key)));
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (here.type === "radio" && here.checked) here.form.requestSubmit(here.form.querySelector("[data-touch]"));
    return;
  }
  if (!to) return;
  to.focus();
  if (to.type === "radio" && !to.checked) to.click();
});

// The button that confirms a touch names the word.
document.addEventListener("change", (event) => {
  const picked = event.target.closest?.(".board input[type=radio]");
  const button = picked && picked.form && picked.form.querySelector("[data-touch]");
  if (!button) return;
  button.disabled = false;
  button.textContent = button.dataset.touch.replace("{word}", picked.dataset.word);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const from = document.querySelector(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(from.value ?? from.textContent);
    button.textContent = button.dataset.copied;
  } catch {
    if (from.select) from.select();
  }
});

// What was typed is still there where it was sent from.
document.addEventListener("click", (event) => { if (event.target.closest?.("[data-back]")) history.back(); });

// The known word takes the place of one that no dictionary has, and is judged in turn.
document.addEventListener("click", (event) => {
  const known = event.target.closest?.("[data-instead]");
  if (!known) return;
  const typed = document.getElementById("word");
  typed.value = known.dataset.instead;
  typed.focus();
  typed.dispatchEvent(new Event("input", { bubbles: true }));
});

// How many agents and assassins are marked on one's own side.
function tally() {
  const told = document.querySelector("[data-tally]");
  if (!told) return;
  const count = (colour) => document.querySelectorAll(`.paint input[value="${colour}"]:checked`).length;
  told.textContent = told.dataset.tally.replace("{g}", count("g")).replace("{x}", count("x"));
}
document.addEventListener("change", tally);
document.addEventListener("DOMContentLoaded", tally);

// A word that was begun among others is completed by one of those that are offered.
document.addEventListener("click", (event) => {
  const word = event.target.closest?.("[data-complete]");
  const list = document.querySelector("#words");
  if (!word || !list) return;
  list.value = list.value.replace(/[^,\n]*$/, (begun) => (/^ /.test(begun) ? " " : "") + word.dataset.complete + ", ");
  list.focus();
  list.dispatchEvent(new Event("input", { bubbles: true }));
});

// A server that cannot be reached is told of, until it can be again.
document.addEventListener("htmx:sendError", () => {
  const notice = document.querySelector("#notice");
  const told = Object.assign(document.createElement("p"), { className: "notice bad", textContent: notice.dataset.unreached });
  notice.replaceChildren(told);
});
document.addEventListener("htmx:afterOnLoad", () => document.querySelector("#notice > p")?.remove());

// What others do arrives as a version number; the part of the page that it concerns is then asked for.
let stream = null;
let latest = 0;
function catchUp() {
  // Asked again after every change of the page: a request that was under way may have brought an older version.
  const shown = document.querySelector("[data-events]");
  if (shown && Number(shown.dataset.version) < latest) htmx.trigger(shown, "moved");
}
function listen() {
  const table = document.querySelector("[data-events]");
  if (stream && (!table || stream.address !== table.dataset.events)) { stream.close(); stream = null; latest = 0; }
  if (!table || stream) return;
  stream = new EventSource(table.dataset.events);
  stream.address = table.dataset.events;
  // A browser gives a stream up for good when it is answered with an error; the server may be back in a moment.
  stream.addEventListener("error", () => {
    if (stream && stream.readyState === EventSource.CLOSED) { stream = null; setTimeout(listen, 2000 + 3000 * Math.random()); }
  });
  stream.addEventListener("version", (event) => { latest = Number(event.data); catchUp(); });
  stream.addEventListener("people", () => {
    const shown = document.querySelector("[data-people]");
    if (shown) htmx.trigger(shown, "seen");
    // The players may have let onlookers see more.
    const onlooker = document.querySelector("[data-onlooker]");
    if (onlooker) htmx.trigger(onlooker, "moved");
  });
}

function settle() {
  listen();
  catchUp();
  const table = document.querySelector("[data-title]");
  if (table) document.title = table.dataset.title;
  // Somebody has come: nobody need be invited any more.
  if (document.querySelector("[data-people]:not([data-unmet])")) document.querySelector("#unmet")?.replaceChildren();
  const focus = document.querySelector("[data-focus]");
  if (focus && (document.activeElement === document.body || !document.activeElement)) focus.focus({ preventScroll: true });
}
document.addEventListener("DOMContentLoaded", settle);
document.addEventListener("htmx:afterSettle", settle);
document.addEventListener("visibilitychange", () => {
  // A laptop that was closed has missed what happened.
  if (document.visibilityState !== "visible") return;
  const shown = document.querySelector("[data-events]");
  if (shown) htmx.trigger(shown, "moved");
});

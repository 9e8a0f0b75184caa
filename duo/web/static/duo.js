/* What HTML cannot do by itself. Every page also works without JavaScript, with full page loads. */
"use strict";
document.documentElement.classList.add("js");

// Keyboard control of the board: arrows move, letters jump to a word, Enter touches it.
const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -5, ArrowDown: 5 };
document.addEventListener("keydown", (event) => {
  const here = event.target.closest?.(".board input");
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  const cells = [...here.closest(".board").children].map((card) => card.querySelector("input:not(:disabled)"));
  let to = null;
  if (event.key in move) {
    const step = move[event.key];
    for (let index = cells.indexOf(here) + step; index >= 0 && index < cells.length; index += step) {
      if (cells[index]) { to = cells[index]; break; }
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

// Show the chosen word on the button that confirms a touch.
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

// The browser restores what was typed into the form.
document.addEventListener("click", (event) => { if (event.target.closest?.("[data-back]")) history.back(); });

// Replace an unknown clue by the suggested word, and have that judged.
document.addEventListener("click", (event) => {
  const known = event.target.closest?.("[data-instead]");
  if (!known) return;
  const typed = document.getElementById("word");
  typed.value = known.dataset.instead;
  typed.focus();
  typed.dispatchEvent(new Event("input", { bubbles: true }));
});

// Count the agents and assassins marked on your side of the key.
function tally() {
  const tallyLine = document.querySelector("[data-tally]");
  if (!tallyLine) return;
  const count = (colour) => document.querySelectorAll(`.paint input[value="${colour}"]:checked`).length;
  tallyLine.textContent = tallyLine.dataset.tally.replace("{g}", count("g")).replace("{x}", count("x"));
}
document.addEventListener("change", tally);
document.addEventListener("DOMContentLoaded", tally);

// Complete the word being typed with the suggestion that was tapped.
document.addEventListener("click", (event) => {
  const word = event.target.closest?.("[data-complete]");
  const list = document.querySelector("#words");
  if (!word || !list) return;
  list.value = list.value.replace(/[^,\n]*$/, (typed) => (/^ /.test(typed) ? " " : "") + word.dataset.complete + ", ");
  list.focus();
  list.dispatchEvent(new Event("input", { bubbles: true }));
});

// Show a notice while the server cannot be reached.
document.addEventListener("htmx:sendError", () => {
  const notice = document.querySelector("#notice");
  const message = Object.assign(document.createElement("p"), { className: "notice bad", textContent: notice.dataset.unreached });
  notice.replaceChildren(message);
});
document.addEventListener("htmx:afterOnLoad", () => document.querySelector("#notice > p")?.remove());

// The event stream sends version numbers. The page then requests the part that changed.
let stream = null;
let latest = 0;
function catchUp() {
  // Called after every change of the page, because a request under way may have brought an older version.
  const shown = document.querySelector("[data-events]");
  if (shown && Number(shown.dataset.version) < latest) htmx.trigger(shown, "moved");
}
function listen() {
  const table = document.querySelector("[data-events]");
  if (stream && (!table || stream.address !== table.dataset.events)) { stream.close(); stream = null; latest = 0; }
  if (!table || stream) return;
  stream = new EventSource(table.dataset.events);
  stream.address = table.dataset.events;
  // A browser does not retry a stream after an error response, but the server may be back in a moment.
  stream.addEventListener("error", () => {
    if (stream && stream.readyState === EventSource.CLOSED) { stream = null; setTimeout(listen, 2000 + 3000 * Math.random()); }
  });
  stream.addEventListener("version", (event) => { latest = Number(event.data); catchUp(); });
  stream.addEventListener("people", () => {
    const shown = document.querySelector("[data-people]");
    if (shown) htmx.trigger(shown, "seen");
    // The players may now allow onlookers to see more.
    const onlooker = document.querySelector("[data-onlooker]");
    if (onlooker) htmx.trigger(onlooker, "moved");
  });
}

function settle() {
  listen();
  catchUp();
  const table = document.querySelector("[data-title]");
  if (table) document.title = table.dataset.title;
  // The partner has arrived: remove the invitation.
  if (document.querySelector("[data-people]:not([data-unmet])")) document.querySelector("#unmet")?.replaceChildren();
  const focus = document.querySelector("[data-focus]");
  if (focus && (document.activeElement === document.body || !document.activeElement)) focus.focus({ preventScroll: true });
}
document.addEventListener("DOMContentLoaded", settle);
document.addEventListener("htmx:afterSettle", settle);
document.addEventListener("visibilitychange", () => {
  // Catch up after a laptop was closed or a tab was hidden.
  if (document.visibilityState !== "visible") return;
  const shown = document.querySelector("[data-events]");
  if (shown) htmx.trigger(shown, "moved");
});

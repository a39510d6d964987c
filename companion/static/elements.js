// Building and replacing parts of the page. Knows nothing of games.

/** An element; attributes that are null or false are left out, `on...` are listeners. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null));
  return made;
}

/** The same for drawings. */
export function drawing(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A button with a word on it. */
export const button = (text, onclick, kind = "", key = null) =>
  element("button", { type: "button", class: kind, onclick, "data-key": key }, text);

export const byId = (id) => document.getElementById(id);

const drawn = new Map();

/**
 * Fills an element, but only when what it shows has changed: a finger or the focus that rests on it is not
 * disturbed by news that changes nothing here. The focus returns to the part with the same data-key.
 */
export function draw(id, shown, build) {
  const now = JSON.stringify(shown);
  if (drawn.get(id) === now) return;
  drawn.set(id, now);
  const place = byId(id);
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  place.replaceChildren(...[build()].flat().filter((child) => child !== null));
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

/** Forgets what was drawn, so that everything is drawn again in another language. */
export function redraw() {
  drawn.clear();
}

// Who sits where: a name on the picture for each player, which can be dragged or moved with the arrow keys.

import { element } from "./elements.js";
import { words } from "./words.js";

const WHOLE = 2 * Math.PI;
const STEP = Math.PI / 36; // by an arrow key

/** The seats on the picture in `place`; `moved()` is called when they have changed. Angles as the server has them. */
export function seating(place, moved) {
  let form = null;
  let angles = [];
  let offered = null; // the directions of the rows on the table
  let touched = false; // by hand: proposals are not taken over any more
  let bound = false; // the players of a game in play stay as many as they are

  const even = (count) => Array.from({ length: count }, (_, seat) => seat * WHOLE / count);
  const spread = (count) => (offered?.length === count ? [...offered] : even(count));

  function offer(directions) {
    offered = directions;
    if (touched || offered === null) return;
    if (!bound && offered.length !== angles.length && form.rows().length > 0 && form.players.querySelector(".remove")) fit(offered.length);
    if (offered.length === form.rows().length) angles = [...offered];
  }

  /** As many rows as there are hands on the table; those with names of their own stay. */
  function fit(count) {
    while (form.rows().length < count) form.addRow("");
    while (form.rows().length > count) form.rows().at(-1).remove();
    form.number();
  }

  /** In the order in which they sit, clockwise from the first. */
  function ordered() {
    const rows = form.rows();
    const order = rows.map((_, seat) => seat).sort((one, other) => around(angles[one]) - around(angles[other]));
    angles = order.map((seat) => angles[seat]);
    if (bound || order.every((seat, index) => seat === index)) return;
    const list = rows[0].parentElement;
    list.append(...order.map((seat) => rows[seat]));
    form.number();
  }
  const around = (angle) => (angle - angles[0] + WHOLE) % WHOLE;

  function turn(seat, angle) {
    touched = true;
    angles[seat] = (angle + WHOLE) % WHOLE;
    show();
  }

  function marker(seat) {
    const made = element("div", { class: "seat", role: "slider", tabindex: "0", "aria-valuemin": "0", "aria-valuemax": "359" });
    made.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      turn(seat, angles[seat] + by);
    });
    made.addEventListener("blur", () => made.onpointermove ?? settle());
    made.addEventListener("pointerdown", (event) => {
      made.setPointerCapture(event.pointerId);
      made.onpointermove = ({ clientX, clientY }) => {
        const { left, top, width, height } = place.getBoundingClientRect();
        turn(seat, Math.atan2(0.5 - (clientX - left) / width, (clientY - top) / height - 0.5));
      };
    });
    for (const end of ["pointerup", "pointercancel"]) made.addEventListener(end, () => {
      made.onpointermove = null;
      settle();
    });
    return made;
  }

  /** After a move the names stand in the order of the seats. */
  function settle() {
    ordered();
    show();
    moved();
  }

  function show() {
    const names = form.names();
    if (angles.length !== names.length) angles = spread(names.length);
    if (place.children.length !== names.length) place.replaceChildren(...names.map((_, seat) => marker(seat)));
    place.setAttribute("aria-label", words().setup.playersTitle);
    [...place.children].forEach((made, seat) => {
      const angle = angles[seat];
      made.textContent = names[seat];
      made.style.setProperty("--x", `${50 - 50 * Math.sin(angle)}%`);
      made.style.setProperty("--y", `${50 + 50 * Math.cos(angle)}%`);
      made.setAttribute("aria-label", words().setup.seatOf(names[seat]));
      made.setAttribute("aria-valuenow", String(Math.round(angle * 360 / WHOLE) % 360));
      made.setAttribute("aria-valuetext", words().setup.edges[Math.round(angle * 8 / WHOLE) % 8]);
    });
  }

  return {
    offer,
    show,
    of(another, isBound) {
      [form, bound] = [another, isBound];
      if (angles.length !== form.rows().length) angles = spread(form.rows().length);
    },
    /** Where they sat the last time. */
    keep(kept) {
      if (kept.length === form.rows().length) [angles, touched] = [[...kept], true];
    },
    /** Players came, went, or are called otherwise. */
    changed() {
      if (form.rows().length !== angles.length) [angles, touched] = [spread(form.rows().length), true];
      show();
      moved();
    },
    hasOffer: () => offered !== null && (offered.length !== angles.length || offered.some((angle, seat) => Math.abs(angle - angles[seat]) > 2 * STEP)),
    propose() {
      touched = false;
      offer(offered);
      if (offered.length === angles.length) angles = [...offered];
      show();
      moved();
    },
    angles: () => {
      ordered();
      return angles;
    },
  };
}

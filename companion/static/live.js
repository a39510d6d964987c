// The live picture with outlines and card names over it. A picture and its outlines always belong together.

import { colour, signed } from "./cards.js";
import { byId, drawing } from "./elements.js";

let wanted = null;
let shown = null;
let loading = false;
let painted = "";

/** Shows the newest view; while one picture is on its way, newer ones wait, and only the newest is fetched. */
export function showLive(view, onTap) {
  wanted = view;
  if (view && shown && view.picture === shown.picture && !loading) return paint(view, onTap);
  if (view && !loading) load(view, onTap);
}

/** After a lost connection pictures may be numbered anew. */
export function forgetLive() {
  shown = null;
}

async function load(view, onTap) {
  loading = true;
  const picture = new Image();
  picture.src = `/live/${view.picture}.jpg`;
  try {
    await picture.decode();
    picture.id = "frame";
    picture.alt = byId("frame").alt;
    byId("frame").replaceWith(picture);
    byId("picture").style.aspectRatio = `${view.width} / ${view.height}`;
    paint(view, onTap);
    shown = view;
  } catch {
    shown = null; // that picture is gone: the newest is asked for next
  }
  loading = false;
  if (wanted && wanted.picture !== view.picture) load(wanted, onTap);
}

function paint(view, onTap) {
  const news = JSON.stringify([view.outlines, byId("picture").clientWidth]);
  if (news === painted) return; // a finger may rest on an outline
  painted = news;
  const outlines = byId("outlines");
  outlines.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
  outlines.replaceChildren(...view.outlines.flatMap((outline) => outlined(outline, view, onTap)));
}

function outlined(outline, view, onTap) {
  const shape = outlineOf(outline.quad, colour(outline.card));
  if (outline.place !== null) {
    shape.classList.add("tappable");
    shape.addEventListener("click", () => onTap(outline.seat, outline.place));
  }
  const [x, y] = middle(outline.quad);
  const size = Math.max(narrowest(outline.quad) * 0.4, 11 * view.width / byId("picture").clientWidth);
  const name = drawing("text", { x, y: y + size * 0.36, "font-size": size, class: `label ${colour(outline.card)}` }, signed(outline.card));
  const half = size * (0.3 + 0.32 * name.textContent.replace("\uFE0E", "").length);
  const plate = drawing("rect", {
    x: x - half, y: y - size * 0.65, width: 2 * half, height: size * 1.3, rx: size * 0.35, class: "plate",
  });
  return [shape, plate, name];
}

/** The outline of a card in the picture, in its pixels. */
export const outlineOf = (quad, kind) =>
  drawing("polygon", { points: quad.map((corner) => corner.join(",")).join(" "), class: `outline ${kind}` });

function narrowest(quad) {
  return Math.min(...quad.map(([x, y], k) => Math.hypot(x - quad.at(k - 1)[0], y - quad.at(k - 1)[1])));
}

function middle(quad) {
  const sum = (axis) => quad.reduce((total, corner) => total + corner[axis], 0) / quad.length;
  return [sum(0), sum(1)];
}

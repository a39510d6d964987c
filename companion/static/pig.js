// The pig of who declines a challenge: drawn, and with a voice made here of a rattle and the formants of a snout.

import { byId, drawing, element } from "./elements.js";
import { words } from "./words.js";

const SHOWN = 3500; // milliseconds
const GRUNTS = [{ after: 0, length: 0.22, pitch: 95, formant: 480 }, { after: 0.27, length: 0.45, pitch: 135, formant: 950 }];
let hiding;

/** Shows the pig over the page for a moment. */
export function showPig() {
  byId("pig").replaceChildren(drawn(), element("b", {}, words().oink));
  clearTimeout(hiding);
  hiding = setTimeout(() => byId("pig").replaceChildren(), SHOWN);
}

function drawn() {
  const shape = (tag, kind, attributes) => drawing(tag, { class: kind, ...attributes });
  return drawing("svg", { viewBox: "0 0 120 110", "aria-hidden": true },
    shape("path", "skin", { d: "M18 44C8 28 8 12 14 8c8-3 22 4 30 14zM102 44c10-16 10-32 4-36-8-3-22 4-30 14z" }),
    shape("circle", "skin", { cx: 60, cy: 60, r: 46 }),
    shape("ellipse", "snout", { cx: 60, cy: 72, rx: 25, ry: 18 }),
    ...[-1, 1].flatMap((side) => [
      shape("ellipse", "dark", { cx: 60 + side * 9, cy: 72, rx: 4, ry: 7 }),
      shape("circle", "dark", { cx: 60 + side * 21, cy: 44, r: 5 }),
      shape("circle", "glint", { cx: 61.5 + side * 21, cy: 42.5, r: 1.6 }),
    ]),
    shape("path", "mouth", { d: "M47 96c8 5 18 5 26 0" }));
}

/** Lets the pig be heard on an audio context, now. */
export function oink(context) {
  for (const each of GRUNTS) grunt(context, context.currentTime + each.after, each);
}

function grunt(context, start, { length, pitch, formant }) {
  const end = start + length;
  const voice = new OscillatorNode(context, { type: "sawtooth", frequency: pitch });
  voice.frequency.linearRampToValueAtTime(pitch * 0.7, end);
  const rattle = new OscillatorNode(context, { type: "square", frequency: 31 });
  const depth = new GainNode(context, { gain: 0.45 });
  const rattled = new GainNode(context, { gain: 0.55 });
  const snout = new BiquadFilterNode(context, { type: "bandpass", frequency: formant, Q: 2.5 });
  snout.frequency.exponentialRampToValueAtTime(formant * 0.6, end);
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.9, start + 0.03);
  loudness.gain.setValueAtTime(0.9, end - 0.08);
  loudness.gain.linearRampToValueAtTime(0, end);
  rattle.connect(depth).connect(rattled.gain);
  voice.connect(rattled).connect(snout).connect(loudness).connect(context.destination);
  for (const source of [voice, rattle]) {
    source.start(start);
    source.stop(end);
  }
}

// Saying aloud what happens, where that is wanted. Only voices that are installed on this machine speak: others would
// send the players' names to somebody's server.

import { byId, draw, drawing } from "./elements.js";
import { oink } from "./pig.js";
import { language, words } from "./words.js";

const SPEAKER = "M3 9h4l6-5v16l-6-5H3z";
const WAVES = "M16 8.500a5 5 0 0 1 0 7M18.500 6a8.500 8.500 0 0 1 0 12";
const CROSS = "M16.500 9.500l5 5M21.500 9.500l-5 5";
const speech = window.speechSynthesis;
let isOn = localStorage.getItem("sound") === "on";
let context = null;

speech?.getVoices(); // from now on the browser looks for them

/** Shows whether sound is on. */
export function showSound() {
  const button = byId("sound");
  button.setAttribute("aria-label", words().sound);
  button.setAttribute("aria-pressed", String(isOn));
  button.title = words().sound;
  draw("sound", isOn, () => drawing("svg", { viewBox: "0 0 24 24", "aria-hidden": true },
    drawing("path", { class: "speaker", d: SPEAKER }), drawing("path", { class: "waves", d: isOn ? WAVES : CROSS })));
}

/** Turns sound on or off; a reason where nothing can be said, else null. */
export function switchSound() {
  isOn = !isOn;
  localStorage.setItem("sound", isOn ? "on" : "off");
  showSound();
  if (!isOn) {
    speech?.cancel();
    return null;
  }
  if (!voice()) return { kind: "voiceless" };
  say(words().soundOn);
  return null;
}

/** Says what has happened; whose turn it is only where nothing else is being said. */
export function announce({ lines, turn, declined }) {
  if (!isOn) return;
  if (declined) oink(context ??= new AudioContext());
  const free = !speech?.speaking && !speech?.pending;
  for (const line of lines) say(line);
  if (turn && free) say(turn);
}

function voice() {
  return speech?.getVoices().find((each) => each.localService && each.lang.toLowerCase().startsWith(language()));
}

function say(text) {
  const chosen = voice();
  if (!chosen) return;
  const said = new SpeechSynthesisUtterance(text);
  said.voice = chosen;
  said.lang = chosen.lang;
  speech.speak(said);
}

// Writes every card of @letele/playing-cards as an SVG file: node letele.mjs INDEX.ESM.JS FOLDER
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , source, folder] = process.argv;
const KEBAB = /^(fill|stroke|stop|clip|font|text|color|dominant|flood|vector|paint)(?=[A-Z])(?!PathUnits)/;
const PLAIN = new Set(["clipPathUnits", "textLength", "className", "style"]);

function name(key) {
  if (key.startsWith("xlink")) return "xlink:" + key.slice(5).toLowerCase();
  return KEBAB.test(key) && !PLAIN.has(key) ? key.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase()) : key;
}

function attribute([key, value]) {
  if (value === undefined || value === null || key === "className") return "";
  if (key === "style") return Object.entries(value).map(([k, v]) => ` ${k.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase())}="${v}"`).join("");
  return ` ${name(key)}="${String(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
}

globalThis.React = {
  createElement(tag, attributes, ...children) {
    const inside = children.flat().filter((child) => child).join("");
    return `<${tag}${Object.entries(attributes ?? {}).map(attribute).join("")}>${inside}</${tag}>`;
  },
};
globalThis._extends = Object.assign;

const code = readFileSync(source, "utf8").replace(/^import .*$/gm, "");
const module = join(mkdtempSync(join(tmpdir(), "cards-")), "cards.mjs");
writeFileSync(module, code);
const cards = await import(pathToFileURL(module));
for (const [card, draw] of Object.entries(cards)) {
  const svg = draw({ xmlnsXlink: undefined }).replace("<svg", '<svg xmlns:xlink="http://www.w3.org/1999/xlink"');
  writeFileSync(join(folder, `${card}.svg`), svg);
}

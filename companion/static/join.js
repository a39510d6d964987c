// Coming to the table: where phones find the page, and whose seat is taken by the one who looks at it.

import { act, get } from "./connection.js";
import { closeDialog, openDialog } from "./dialogs.js";
import { button, byId, element } from "./elements.js";
import { localized, words } from "./words.js";

/** What the one who looks at the page may do decides what it offers; the button tells whose seat is theirs. */
export function showYou({ role, player }) {
  const w = words().joining;
  document.body.dataset.role = role;
  byId("join").textContent = player ?? w.join;
  byId("join").setAttribute("aria-label", player === null ? w.join : `${player}: ${w.join}`);
}

/** Opens the dialog with the page's QR code and the seats. */
export async function askJoin() {
  const told = await get("/api/join");
  if (told !== null) open(told);
}

function open({ addresses, players, you }) {
  const w = words().joining;
  const take = async (player) => {
    if (await act("join", { player }) === null) location.reload(); // the socket, too, is then that of the seat
    else closeDialog("joining");
  };
  const choice = (name, player) =>
    element("button", { type: "button", "aria-pressed": String(you.player === player), onclick: () => take(player) }, name);
  openDialog("joining", w.title, [
    ways(addresses),
    element("h3", {}, w.seats),
    element("div", { class: "seats" }, players.map((player) => choice(localized(player), player)), choice(w.watch, null)),
    element("p", {}, w.roles[you.role]),
  ], [button(words().close, () => closeDialog("joining"))]);
}

/** The code of the address that is chosen: a machine may have several, and a phone is in one network. */
function ways(addresses) {
  const w = words().joining;
  if (addresses.length === 0) return [element("p", {}, w.closed)];
  const code = element("img", { class: "code", width: "240", height: "240" });
  const link = element("a", {});
  const show = ({ url }) => {
    code.src = `/join.svg?${new URLSearchParams({ address: url })}`;
    code.alt = w.code(url);
    link.href = url;
    link.textContent = url;
  };
  show(addresses[0]);
  const option = (address, index) => element("option", { value: String(index) }, `${address.url} ${address.interface}`);
  const choose = element("select", { "aria-label": w.network, onchange: () => show(addresses[choose.value]) }, addresses.map(option));
  return [code, element("p", {}, link), addresses.length > 1 ? choose : null];
}

// The one WebSocket: the whole table comes on every change, and a sign of life in between.

const SILENCE = 6000;
const RETRY = 1000;

/**
 * Calls `onTable` with each table, `onAge` with the seconds since the last look, and `onConnected` with true or
 * false; connects again for as long as it takes.
 */
export function connect({ onTable, onAge, onConnected }) {
  const address = new URL("/ws", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  let silence;
  let retry;

  function open() {
    const socket = new WebSocket(address);
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => lose(socket), SILENCE);
    };
    heard();
    socket.onopen = () => onConnected(true);
    socket.onmessage = (message) => {
      heard();
      const news = JSON.parse(message.data);
      if (news.type === "table") onTable(news);
      else onAge(news.age);
    };
    socket.onclose = () => lose(socket);
  }

  function lose(socket) {
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    clearTimeout(silence);
    onConnected(false);
    clearTimeout(retry);
    retry = setTimeout(open, RETRY);
  }

  open();
}

/** What the server tells; null where it does not. */
export async function get(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Asks for an action; null when it was carried out, else the reasons why not. */
export async function act(action, body) {
  try {
    const answer = await fetch(`/api/${action}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return null;
    return (await answer.json()).error.reasons;
  } catch {
    return [{ kind: "unreached", message: "Railbird cannot be reached." }];
  }
}

// All words of the page, in English and Japanese.

import { rankOf, signed, suitOf } from "./cards.js";

const cards = (list) => list.map(signed).join(" ");
const ordinal = (n) => n + (["th", "st", "nd", "rd"][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? "th");

const en = {
  language: "日本語",
  newGame: "New game",
  round: (round, rounds) => `Round ${round} of ${rounds}`,
  deal: (number) => `Deal ${number}`,
  turn: "turn",
  over: "Game over",
  live: "Live picture",
  hands: "Hands",
  totals: "Points",
  result: (round) => `Round ${round}`,
  score: (round) => `Score round ${round}`,
  finished: "All rounds are scored",
  undo: (round) => `Undo round ${round}`,
  evidence: "The picture that decided",
  starts: "starts",
  empty: "No cards seen",
  settling: "looking …",
  add: "Add a card",
  clear: "Back to the camera’s reading",
  card: (code) => `${rankOf(code)} of ${{ S: "spades", H: "hearts", D: "diamonds", C: "clubs" }[suitOf(code)]}`,
  cardAt: (player, place, card) => `${player}, card ${place}: ${card}`,
  unknown: "unknown",
  byHand: "set by hand",
  whichCard: (player, place) => `${player}, card ${place}: which card is it?`,
  whichNew: (player) => `${player}: which card was not seen?`,
  likely: "Most likely",
  allCards: "All cards",
  noCard: "No card here",
  cancel: "Cancel",
  close: "Close",
  winners: (names) => (names.length > 1 ? `${names.join(" and ")} win together` : `${names[0]} wins`),
  place: (place, shared) => (shared ? `${ordinal(place)}, shared` : ordinal(place)),
  points: (points) => `+${points}`,
  why: "Why?",
  whyOf: (player) => `Why? ${player}`,
  moveTitle: "A turn",
  scoringTitle: "Equal hands",
  moves: { cover_or_pass: "Draw and cover, or pass", draw_then_decide: "Draw, then cover or discard and pass" },
  scorings: { shared_places: "Equal hands share the points of their places", weaker_count: "Points for each weaker hand" },
  total: "Total",
  player: "Player",
  times: (round) => `×${round}`,
  namesTitle: "New game: who is playing?",
  namesHint: "Clockwise as the camera sees the table, starting with the player at the bottom edge.",
  nameOf: (number) => `Player ${number}`,
  addPlayer: "Add a player",
  removePlayer: (name) => `Remove ${name}`,
  start: "Start",
  endsGame: "The game in play is not finished. It is kept, but you cannot go on with it.",
  sureTitle: "Score it all the same?",
  scoreAnyway: "Score it all the same",
  undoTitle: (round) => `Take back round ${round}?`,
  undoHint: "Its points are taken away; the cards on the table can be scored again.",
  undoYes: "Take it back",
  disconnected: "Connection lost. Trying again …",
  starting: "Opening the camera …",
  age: (seconds) => `as read ${seconds} s ago`,
  lost: (reason) => `No picture. ${reason} Trying again …`,
  source: "Railbird is free software (AGPL): its source",
  kinds: {
    unread: (d) => `${d.player}: ${d.count > 1 ? `${d.count} cards cannot be read` : "one card cannot be read"}. Tap it.`,
    contested: (d) => `${d.player}: the camera reads ${cards(d.cards)} where you set another card. Tap it.`,
    too_many: (d) => `${d.player}: ${d.count} cards are seen, a hand has five. Tap the one that is none of them.`,
    empty: () => "No cards lie on the table.",
    short: (d) => `${d.player}: only ${d.count} of five cards are seen.`,
    twice: (d) => `${d.player}: ${cards(d.cards)} is there twice. Tap the wrong one.`,
    seen_before: (d) => `${d.player}: ${cards(d.cards)} was already played in an earlier round. Tap it if it is misread.`,
    scored: (d) => `Round ${d.round} is scored. Clear the table and lay the cards of the next round.`,
    unsettled: (d) => `${d.player}: the cards are still moving.`,
    moved: () => "The cards changed while you pressed. Look again, then score.",
    round_over: (d) => `Round ${d.round} is not the one in play any more.`,
    finished: () => "The game is over.",
    nothing_scored: () => "No round has been scored.",
    no_such_card: () => "That card is not on the table any more.",
    no_such_seat: () => "That player is not at the table any more.",
    changed: () => "Another card lies there now. If it is wrong, tap it again.",
    lost: () => "The camera is lost: the table may have changed.",
    players: () => "A game has two to eight players.",
    name_empty: (d) => `${en.nameOf(d.seat + 1)} has no name.`,
    name_twice: (d) => `${en.nameOf(d.seat + 1)} has the same name as another player.`,
    name_long: (d) => `The name of ${en.nameOf(d.seat + 1)} has more than 24 letters.`,
    name_unprintable: (d) => `The name of ${en.nameOf(d.seat + 1)} has a sign in it that cannot be shown.`,
    gone: (d) => (d.player ? `${d.player}: the cards are gone.` : "All cards are gone in the middle of a hand."),
    out_of_turn: (d) => `${d.player} has played out of turn, or a move before was not seen.`,
    end_unseen: () => "A new hand lies there, though the end of the round was not seen. Check its points.",
    dark: () => "The picture is too dark to read cards. Put a lamp on.",
    small: () => "The cards are too small to be read. Bring the camera nearer.",
    blurred: () => "The picture is blurred. Clean the lens, or set its focus.",
    glare: () => "Light is mirrored in the cards. Move the lamp, or the camera.",
    by_itself: () => "This game is scored from the table by itself.",
    no_card: () => "There is no such card in the deck.",
    unreached: () => "Railbird cannot be reached. Nothing was changed.",
  },
  categories: {
    royal_flush: "Royal flush", straight_flush: "Straight flush", four_of_a_kind: "Four of a kind", full_house: "Full house", flush: "Flush",
    straight: "Straight", three_of_a_kind: "Three of a kind", two_pair: "Two pair", one_pair: "One pair",
    high_card: "High card", incomplete: "Fewer than five",
  },
};

const ja = {
  language: "English",
  newGame: "新規ゲーム",
  round: (round, rounds) => `第${round}ラウンド（全${rounds}）`,
  deal: (number) => `第${number}回`,
  turn: "手番",
  over: "ゲーム終了",
  live: "カメラの映像",
  hands: "手札",
  totals: "得点",
  result: (round) => `第${round}ラウンドの結果`,
  score: (round) => `第${round}ラウンドを採点`,
  finished: "全ラウンド採点済み",
  undo: (round) => `第${round}ラウンドを取消`,
  evidence: "判定に使った画像",
  starts: "先番",
  empty: "カードが見えません",
  settling: "確認中…",
  add: "カードを追加",
  clear: "カメラの読み取りに戻す",
  card: (code) => `${{ S: "スペード", H: "ハート", D: "ダイヤ", C: "クラブ" }[suitOf(code)]}の${rankOf(code)}`,
  cardAt: (player, place, card) => `${player}の${place}枚目：${card}`,
  unknown: "不明",
  byHand: "手動で修正",
  whichCard: (player, place) => `${player}の${place}枚目はどのカードですか？`,
  whichNew: (player) => `${player}：見えていないカードはどれですか？`,
  likely: "候補",
  allCards: "すべてのカード",
  noCard: "ここにカードはない",
  cancel: "キャンセル",
  close: "閉じる",
  winners: (names) => (names.length > 1 ? `${names.join("と")}の同点優勝` : `${names[0]}の優勝`),
  place: (place, shared) => (shared ? `${place}位タイ` : `${place}位`),
  points: (points) => `+${points}`,
  why: "理由",
  whyOf: (player) => `${player}の理由`,
  moveTitle: "手番",
  scoringTitle: "同じ強さの手札",
  moves: { cover_or_pass: "引いたら必ず重ねる、またはパス", draw_then_decide: "引いてから、重ねるか捨ててパス" },
  scorings: { shared_places: "同順位は得点を分け合う", weaker_count: "勝った相手の数で得点" },
  total: "合計",
  player: "プレイヤー",
  times: (round) => `×${round}`,
  namesTitle: "新しいゲーム：プレイヤーの名前",
  namesHint: "カメラの映像で下の端に座る人から、時計回りに入力してください。",
  nameOf: (number) => `プレイヤー${number}`,
  addPlayer: "プレイヤーを追加",
  removePlayer: (name) => `${name}を外す`,
  start: "始める",
  endsGame: "今のゲームはまだ終わっていません。記録は残りますが、続きはできなくなります。",
  sureTitle: "このまま採点しますか？",
  scoreAnyway: "このまま採点する",
  undoTitle: (round) => `第${round}ラウンドを取り消しますか？`,
  undoHint: "このラウンドの得点が消え、場のカードをもう一度採点できます。",
  undoYes: "取り消す",
  disconnected: "接続が切れました。再接続しています…",
  starting: "カメラを開いています…",
  age: (seconds) => `${seconds}秒前の読み取り`,
  lost: () => "映像がありません。再接続しています…",
  source: "Railbirdはフリーソフトウェアです（AGPL）：ソースコード",
  kinds: {
    unread: (d) => `${d.player}：読み取れないカードが${d.count}枚あります。タップして選んでください。`,
    contested: (d) => `${d.player}：修正した場所に、カメラは${cards(d.cards)}を読み取っています。タップして確かめてください。`,
    too_many: (d) => `${d.player}：カードが${d.count}枚見えています（手札は5枚）。余分なカードをタップしてください。`,
    empty: () => "場にカードがありません。",
    short: (d) => `${d.player}：5枚のうち${d.count}枚しか見えていません。`,
    twice: (d) => `${d.player}：${cards(d.cards)}が2枚あります。間違っている方をタップしてください。`,
    seen_before: (d) => `${d.player}：${cards(d.cards)}は前のラウンドで使われたカードです。読み違いならタップしてください。`,
    scored: (d) => `第${d.round}ラウンドは採点済みです。場を片付けて、次のラウンドのカードを並べてください。`,
    unsettled: (d) => `${d.player}：カードが動いています。`,
    moved: () => "押している間にカードが変わりました。確かめてから、もう一度採点してください。",
    round_over: (d) => `第${d.round}ラウンドはもう終わっています。`,
    finished: () => "ゲームは終わっています。",
    nothing_scored: () => "まだ採点したラウンドがありません。",
    no_such_card: () => "そのカードはもう場にありません。",
    no_such_seat: () => "そのプレイヤーはもう参加していません。",
    changed: () => "その場所のカードが変わりました。違っていれば、もう一度タップしてください。",
    lost: () => "カメラの映像が途切れています。場のカードが変わっているかもしれません。",
    players: () => "プレイヤーは2〜8人です。",
    name_empty: (d) => `${ja.nameOf(d.seat + 1)}の名前がありません。`,
    name_twice: (d) => `${ja.nameOf(d.seat + 1)}の名前が、ほかの人と同じです。`,
    name_long: (d) => `${ja.nameOf(d.seat + 1)}の名前は24文字以内にしてください。`,
    name_unprintable: (d) => `${ja.nameOf(d.seat + 1)}の名前に、表示できない文字があります。`,
    gone: (d) => (d.player ? `${d.player}のカードが見えなくなりました。` : "勝負の途中で、すべてのカードが見えなくなりました。"),
    out_of_turn: (d) => `${d.player}が順番でないのに動いたか、その前の動きが見えていません。`,
    end_unseen: () => "ラウンドの終わりが見えないまま、次の手札が並んでいます。得点を確かめてください。",
    dark: () => "暗くてカードを読み取れません。明かりをつけてください。",
    small: () => "カードが小さくて読み取れません。カメラを近づけてください。",
    blurred: () => "映像がぼやけています。レンズを拭くか、ピントを合わせてください。",
    glare: () => "カードに光が反射しています。明かりかカメラを動かしてください。",
    by_itself: () => "このゲームは、場のカードから自動で採点されます。",
    no_card: () => "そのようなカードはデッキにありません。",
    unreached: () => "接続できません。何も変更されていません。",
  },
  categories: {
    royal_flush: "ロイヤルフラッシュ", straight_flush: "ストレートフラッシュ", four_of_a_kind: "フォーカード", full_house: "フルハウス",
    flush: "フラッシュ", straight: "ストレート", three_of_a_kind: "スリーカード", two_pair: "ツーペア",
    one_pair: "ワンペア", high_card: "ハイカード", incomplete: "5枚未満",
  },
};

const languages = { en, ja };

function first() {
  const chosen = localStorage.getItem("language") ?? new URLSearchParams(location.search).get("lang");
  return chosen in languages ? chosen : navigator.language.startsWith("ja") ? "ja" : "en";
}

let current = first();

/** The words in the language in use. */
export const words = () => languages[current];
export const language = () => current;

export function otherLanguage() {
  current = current === "en" ? "ja" : "en";
  localStorage.setItem("language", current);
}

const DEFAULT_NAME = /(?:Player |プレイヤー)(\d+)/g;

/** What the server told, with players who have no names of their own called as in the reader's language. */
export function localized(news) {
  if (typeof news === "string") return news.replace(DEFAULT_NAME, (_, number) => words().nameOf(number));
  if (Array.isArray(news)) return news.map(localized);
  if (news === null || typeof news !== "object") return news;
  return Object.fromEntries(Object.entries(news).map(([key, value]) => [localized(key), localized(value)]));
}

/** A doubt or a reason in the reader's language; in the server's words where its kind is not known here. */
export const told = (reason) => localized(words().kinds[reason.kind]?.(reason) ?? reason.message);

/** What a reader is shown of a session: each exchange with the person's own words, and the little around them that is needed to understand them. */
import { screen } from "../../core/screen/clean.ts";
import { signatureOf } from "../../core/session/error-signature.ts";
import { contentWords } from "../../core/statement/content-words.ts";
import { withoutForeign } from "../../learn/own-lines.ts";
import { hostText } from "../../learn/session/host-texts.ts";
import type { SessionTurn } from "../../learn/session/turn.ts";
import type { SessionItem } from "../../models/read-session.ts";

/** The end of what the agent said before the person, and the beginning of its reply. */
const BEFORE_CHARS = 280;
const REPLY_CHARS = 200;
const COMMAND_CHARS = 120;
/** Longer messages are documents, whoever typed them. */
const MESSAGE_CHARS = 3000;

/** Pastes, tool output and code are cut to a line; so are exchanges without a word that says anything, such as "continue". */
export function readerItems(turns: readonly SessionTurn[]): SessionItem[] {
  const exchanges = exchangesIn(turns).map((one) => ({
    ...one,
    text: withoutForeign(one.said.text).slice(0, MESSAGE_CHARS),
  }));
  const saysSomething = (text: string): boolean => contentWords(text).length > 0;
  return exchanges.flatMap(({ before, text, after }, at): SessionItem[] => {
    if (!saysSomething(text)) return [];
    const failed = before.findLast(({ command }) => command?.status === "failed");
    const agent = before.findLast(isSpoken);
    const reply = after.find(isSpoken);
    const next = exchanges[at + 1];
    // Shown with the next message, as what stands before it.
    const isShownThere = next !== undefined && saysSomething(next.text) && next.before.findLast(isSpoken) === reply;
    return [
      ...(failed?.command === undefined ? [] : [commandItem(failed.command)]),
      ...(agent === undefined ? [] : [item("agent", lastOf(agent.text, BEFORE_CHARS))]),
      item("person", text),
      ...(reply === undefined || isShownThere ? [] : [item("agent", firstOf(reply.text, REPLY_CHARS))]),
    ];
  });
}

function isSpoken({ role, text }: SessionTurn): boolean {
  return role === "agent" && text.trim() !== "";
}

type Exchange = { readonly before: SessionTurn[]; readonly said: SessionTurn; readonly after: SessionTurn[] };

function exchangesIn(turns: readonly SessionTurn[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let before: SessionTurn[] = [];
  for (const turn of turns) {
    const isSaid = turn.role === "person" && turn.command === undefined && turn.text.trim() !== "";
    if (isSaid && hostText(turn.text) === undefined) {
      exchanges.push({ before, said: turn, after: [] });
      before = [];
    } else if (turn.role === "agent" || turn.command !== undefined) {
      before.push(turn);
      exchanges.at(-1)?.after.push(turn);
    }
  }
  return exchanges;
}

function item(actor: SessionItem["actor"], text: string): SessionItem {
  return { actor, text: screen(text).text };
}

function commandItem({ line, output = "" }: NonNullable<SessionTurn["command"]>): SessionItem {
  const error = signatureOf(output);
  return item("command", `${firstOf(line, COMMAND_CHARS)} (failed${error === undefined ? "" : `: ${error}`})`);
}

function firstOf(text: string, chars: number): string {
  return inOneLine(text).length <= chars ? inOneLine(text) : `${inOneLine(text).slice(0, chars)}…`;
}

function lastOf(text: string, chars: number): string {
  return inOneLine(text).length <= chars ? inOneLine(text) : `…${inOneLine(text).slice(-chars)}`;
}

/** Code is for the agent: what it did is in the prose around it. */
function inOneLine(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, "[code]")
    .replace(/\s+/g, " ")
    .trim();
}

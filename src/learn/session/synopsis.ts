/** A synopsis of a session by rules: its title, the first request, and how much was run and edited. */
import { count } from "../../core/text/wording.ts";
import type { SessionTurn } from "./turn.ts";

const LONGEST_REQUEST = 200;

/** No text of tools or the agent: models and people read a synopsis as if it could be trusted. */
export function synopsisOf(turns: readonly SessionTurn[], { title }: { readonly title?: string }): string {
  const asked = turns.find(({ role, text }) => role === "person" && text.trim() !== "")?.text;
  const request = asked === undefined ? undefined : shortened(asked);
  const heading = title === undefined || title.trim() === "" ? undefined : shortened(title);
  return [
    ...(heading === undefined ? [] : [sentence(heading)]),
    ...(request === undefined || request === heading ? [] : [sentence(`Asked first: ${request}`)]),
    ...actCounts(turns),
  ].join(" ");
}

function actCounts(turns: readonly SessionTurn[]): string[] {
  const ran = turns.flatMap(({ command }) => command ?? []);
  const edited = new Set(turns.flatMap(({ edit }) => edit?.file ?? [])).size;
  const failed = ran.filter(({ status }) => status === "failed").length;
  const parts = [
    ...(ran.length === 0 ? [] : [count(ran.length, "command")]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(edited === 0 ? [] : [`${count(edited, "file")} edited`]),
  ];
  return parts.length === 0 ? [] : [`${parts.join(", ")}.`];
}

/** Its first sentence, cut between words. */
function shortened(text: string): string {
  const line = firstSentences(text.slice(0, LONGEST_REQUEST * 4), 1);
  if (line.length <= LONGEST_REQUEST) return line;
  const cut = line.slice(0, LONGEST_REQUEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), LONGEST_REQUEST / 2))}…`;
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The first sentences of a text, on one line. */
export function firstSentences(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  const ends = [...line.matchAll(/[.!?…]["')\]]*(?= )/g)].map(({ index, 0: end }) => index + end.length);
  return ends.length < most ? line : line.slice(0, ends[most - 1]);
}

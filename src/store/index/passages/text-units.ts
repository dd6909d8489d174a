/** Texts that are searched in units: what they come from, and how a text is split into units with their words. */
import { nameMark } from "../../../core/base/hash.ts";
import type { UnitHit } from "../../../core/ports.ts";
import { dateWords } from "../../../core/search/dates.ts";
import { pieces } from "../../../core/search/pieces.ts";
import type { UnitFacts } from "../../../core/search/search-hits.ts";
import { traitsOf } from "../../../core/search/traits.ts";
import { filed } from "../full-text/full-text.ts";

/** Something with text: a session with its messages, an episode, or a ticket. */
export type TextSource = {
  readonly kind: UnitHit["kind"];
  readonly id: string;
  /** A project's id, or `global`. */
  readonly scopeKey: string;
  /** Changes with the source; the same mark means that nothing has to be indexed. */
  readonly mark: string;
};

/** A message, or a part of a ticket, in the order of the source. */
export type UnitText = {
  readonly place: number;
  readonly ord: number;
  readonly role: UnitFacts["role"];
  readonly text: string;
  readonly tags: readonly string[];
  readonly atMs?: number;
};

/** A unit whose text is split into words already: that is most of the work, and needs no transaction. */
export type ParsedUnit = Omit<UnitText, "text" | "tags" | "atMs"> & {
  readonly traits: number;
  readonly words: number;
  readonly columns: readonly string[];
};

/** A long text becomes several units, so that it does not match every query. */
export function parseUnits(scopeKey: string, { place, ord, role, text, tags, atMs }: UnitText): ParsedUnit[] {
  const none = { key: speakerIn(text), aliases: "", keywords: "", paths: "" };
  const filterWords = [scopeWord(scopeKey), ...dateWords(atMs)].join(" ");
  return pieces(text).map((piece) => {
    const columns = filed({ ...none, text: piece, tags: tags.join(" "), shelf: filterWords });
    return { place, ord, role, traits: traitsOf(piece), words: columns[0]!.split(" ").length, columns };
  });
}

/** The same units as texts for an embedder: without the name of the speaker, who is not what a text is about. */
export function textsToEmbed({ text }: Pick<UnitText, "text">): string[] {
  return pieces(text).map((piece, at) =>
    at === 0 ? piece.slice(speakerIn(piece).length).replace(/^ ?:\s+/, "") : piece,
  );
}

/** The name before the colon of a message that was copied from a conversation: "Anna: I moved". */
function speakerIn(text: string): string {
  return /^\p{Lu}[\p{L}'.-]{1,30}(?= ?:\s)/u.exec(text)?.[0] ?? "";
}

/** The source of the output of tools in a session. */
export function toolsOf(session: string): string {
  return `${session} tools`;
}

export function scopeWord(scopeKey: string): string {
  return `f${nameMark(scopeKey)}`;
}

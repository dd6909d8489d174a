/** Keeps the index of session messages, episodes and tickets in step with the database, in bounded steps. */
import { setImmediate as turn } from "node:timers/promises";
import { sha256 } from "../../core/base/hash.ts";
import type { Episode } from "../../core/event/event.ts";
import type { Ticket } from "../../core/event/ticket.ts";
import type { Suggestion } from "../../core/record/suggestion.ts";
import { isCommitSource } from "../../store/index/passages/commits.ts";
import { SLICE } from "../../store/index/passages/passages.ts";
import {
  type ParsedUnit,
  parseUnits,
  type TextSource,
  toolsOf,
  type UnitText,
} from "../../store/index/passages/text-units.ts";
import type { PlacedTurn, TurnPlace } from "../../store/rows/sessions.ts";
import { isUnusable } from "../../store/store-errors.ts";
import type { WriteStore } from "../../store/write-store.ts";

export type TextStore = Pick<
  WriteStore,
  "index" | "episodes" | "tickets" | "sessions" | "pendingImports" | "passages" | "repair"
>;

type IndexedText = {
  /** False if time ran out before everything was indexed; the next call goes on. */
  readonly isComplete: boolean;
};

export function isTextUnindexed(store: TextStore): boolean {
  return store.passages.mark() !== markOfAll(store);
}

/** Indexes what is missing or changed, the latest sessions first, until everything is done or the time is over. */
export async function indexText(
  store: TextStore,
  { isOver }: { readonly isOver: () => boolean },
): Promise<IndexedText> {
  const { passages } = store;
  const mark = markOfAll(store);
  if (passages.mark() === mark) return { isComplete: true };
  const wanted = new Map(sources(store).map((source) => [source.id, source]));
  for (const source of wanted.values()) {
    if (passages.source(source.id)?.mark === source.mark) continue;
    for (const _ of indexSource(store, source)) {
      if (isOver()) return { isComplete: false };
      // A server answers hooks meanwhile.
      await turn();
    }
  }
  passages.keep((id) => wanted.has(id) || isCommitSource(id));
  // Another thread or process may still be at one of them.
  const isComplete = [...wanted.values()].every(({ id, mark }) => passages.source(id)?.mark === mark);
  if (isComplete) passages.setMark(mark);
  return { isComplete };
}

/** One source at once, for what was just added. The next call for all looks for others that an end in the middle left. */
export function indexOne(store: TextStore, id: string): void {
  try {
    for (const source of sources(store, id)) for (const _ of indexSource(store, source));
  } catch (error) {
    if (!isUnusable(error)) throw error; // a damaged index loses nothing: whoever searches it next makes it again
  }
}

export type UnitSource = TextSource & { readonly units: (after: TurnPlace) => Iterable<UnitText> };

/** Pauses after every transaction. */
function* indexSource({ passages }: TextStore, { units, ...source }: UnitSource): Generator<void> {
  const before = passages.source(source.id);
  // Only a session that has grown keeps what is indexed.
  if (before !== undefined && !isGrown(before.mark, source.mark)) passages.drop(source.id);
  const known = passages.source(source.id);
  const unfinished = { ...source, mark: markOfPart(source.mark) };
  let after: TurnPlace = { place: known?.place ?? -1, ord: known?.ord ?? -1 };
  let parsed: ParsedUnit[] = [];
  for (const unit of units(after)) {
    parsed.push(...parseUnits(source.scopeKey, unit));
    if (parsed.length < SLICE) continue;
    // Whoever else indexes this source goes on with it.
    if (!passages.append(unfinished, parsed, after)) return;
    after = placeOf(parsed, after);
    parsed = [];
    yield;
  }
  passages.append(source, parsed, after);
  yield;
}

function placeOf(parsed: readonly ParsedUnit[], before: TurnPlace): TurnPlace {
  const last = parsed.at(-1);
  return last === undefined ? before : { place: last.place, ord: last.ord };
}

/** The mark of a session is the number of its turns and the time of its last import. */
function isGrown(before: string, now: string): boolean {
  const [turnsBefore, turnsNow] = [before, now].map((mark) => Number(mark.split("/")[0]));
  return now.includes("/") && before !== "" && turnsBefore! <= turnsNow!;
}

/** Smaller than any complete mark, so that the rest is added later. */
function markOfPart(mark: string): string {
  return mark.includes("/") ? "0/part" : "";
}

function markOfAll({ episodes, tickets, sessions, pendingImports }: TextStore): string {
  return [sessions.state(), episodes.count(), tickets.state(), pendingImports.state()].join(" ");
}

export function sources({ episodes, tickets, sessions, pendingImports }: TextStore, id?: string): UnitSource[] {
  const ofSessions = sessions.indexStates(id).flatMap(({ session, turns, readMs, scopeKey }): UnitSource[] => {
    const source = { kind: "chunk", scopeKey, mark: `${turns}/${readMs}` } as const;
    const units = (wanted: "talk" | "tools") => (after: TurnPlace) =>
      unitsOfTurns(sessions.turnsAfter(session, after), wanted);
    // Apart, because the neighbours of a message are messages, whatever tools printed in between.
    return [
      { ...source, id: session, units: units("talk") },
      { ...source, id: toolsOf(session), units: units("tools") },
    ];
  });
  const some = <T>(
    table: { all(): T[]; get(id: string): T | undefined },
    source: (one: T) => UnitSource,
  ): UnitSource[] => {
    const one = id === undefined ? undefined : table.get(id);
    return (id === undefined ? table.all() : one === undefined ? [] : [one]).map(source);
  };
  return [
    ...some(episodes, ofEpisode),
    ...some(tickets, ofTicket),
    ...some(pendingImports, ofSuggestion),
    ...ofSessions,
  ];
}

function* unitsOfTurns(turns: Iterable<PlacedTurn>, wanted: "talk" | "tools"): Generator<UnitText> {
  for (const { role, text, span, ord, files, atMs } of turns)
    if ((role === "tool") === (wanted === "tools"))
      yield {
        ...{ place: span.from, ord, text, tags: files },
        role: role === "machine" ? "agent" : role,
        ...(atMs !== undefined && { atMs }),
      };
}

function ofEpisode({ id, text, tags, outcome, project, atMs }: Episode): UnitSource {
  return inParts({ kind: "episode", id, scopeKey: project ?? "global" }, [text], { tags: [...tags, outcome], atMs });
}

function ofTicket({ id, project, status, type, title, description, notes, updatedAt }: Ticket): UnitSource {
  const texts = [[title, description].filter((part) => part !== "").join("\n\n"), ...notes.map(({ text }) => text)];
  const atMs = Date.parse(updatedAt);
  return inParts({ kind: "ticket", id, scopeKey: project ?? "global" }, texts, { tags: [status, type], atMs });
}

function ofSuggestion({ id, record: { text, tags, project, createdAt } }: Suggestion): UnitSource {
  const source = { kind: "suggestion", id, scopeKey: pendingKey(project ?? "global") } as const;
  return inParts(source, [text], { tags, atMs: Date.parse(createdAt) });
}

/** Suggestions have a scope of their own, because only a person who searches may find them. */
export function pendingKey(scopeKey: string): string {
  return `pending ${scopeKey}`;
}

export function isPendingKey(scopeKey: string): boolean {
  return scopeKey.startsWith("pending ");
}

function inParts(
  source: Omit<TextSource, "mark">,
  texts: readonly string[],
  { tags, atMs }: { readonly tags: readonly string[]; readonly atMs: number },
): UnitSource {
  const units = texts.map((text, place): UnitText => ({ place, ord: 0, role: "text", text, tags, atMs }));
  return { ...source, mark: sha256(JSON.stringify([source.scopeKey, units])).slice(0, 16), units: () => units };
}

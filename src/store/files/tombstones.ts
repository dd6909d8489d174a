/** Tombstones: hashes of deleted, dismissed and forgotten texts, in a file of their own, so that nothing brings them back. */
import { statSync } from "node:fs";
import { isoTime } from "../../core/base/clock.ts";
import { keyedHash, randomBytes, toHex } from "../../core/base/hash.ts";
import type { TombstoneMatch, Tombstones } from "../../core/ports.ts";
import type { RecordId } from "../../core/record/record.ts";
import { normalised } from "../../core/text/words.ts";
import { type Database, getMeta, setMeta } from "../databases/database.ts";
import { appendLine } from "./append-file.ts";
import { readText, replaceFile } from "./durable-files.ts";

export type TombstoneStore = ReturnType<typeof openTombstones>;

type Line =
  | { readonly key: string }
  | {
      readonly at: string;
      readonly why: string;
      readonly id?: string;
      readonly text: string;
      readonly parts: readonly string[];
      /** How many words the phrase has that `id` is the hash of; absent if it is the hash of an id. */
      readonly words?: number;
    }
  | { readonly lift: readonly string[] };

type Removal = { readonly atMs: number; readonly why: string };

const READ_LIMIT_BYTES = 256 * 1024 * 1024;
/** Words in one part of a text, parts in a tombstone, and the share of parts that has to match. */
const PART_WORDS = 4;
const KEEP_PARTS = 12;
const SAME_PARTS = 0.75;

export function openTombstones(file: string, state: Database) {
  const lookUp = (hash: string, what: string): boolean =>
    state.sql("SELECT 1 FROM tombstones WHERE hash = ? AND what = ?").get(hash, what) !== undefined;

  /** Our own key first, then those of imports: every tombstone was made with one of them. */
  const keys = (): string[] => {
    catchUp(file, state);
    return keysOf(state);
  };

  const ownKey = (): string => {
    if (keys().length === 0) write(file, state, { key: toHex(randomBytes(16)) });
    return keysOf(state)[0]!;
  };

  const matchNow = (what: Named): TombstoneMatch => {
    const found = keys().map((secret) => {
      const { id, text, parts } = hashesOf(what, secret);
      const same = parts.filter((part) => lookUp(part, "part")).length;
      return {
        id: id !== undefined && lookUp(id, "id"),
        text: lookUp(text, "text") || (parts.length >= 3 && same / parts.length >= SAME_PARTS),
      };
    });
    return { id: found.some(({ id }) => id), text: found.some(({ text }) => text) };
  };

  /** When and why a thing with this id was removed; undefined if it was not. */
  const removalOf = (id: RecordId): Removal | undefined => {
    const found = keys().flatMap((secret) =>
      state.sql("SELECT line FROM tombstones WHERE hash = ? AND what = 'id'").all(hashOf(id, secret)),
    );
    const removals = found.map(({ line }) => JSON.parse(String(line)) as { at: string; why: string });
    const last = removals.find(({ why }) => why === "forget") ?? removals[0];
    return last && { atMs: Date.parse(last.at), why: last.why };
  };

  const liftNow = (what: Named): void => {
    const hashes = keys().flatMap((secret) => {
      const { id, text, parts } = hashesOf(what, secret);
      return [...(id === undefined ? [] : [id]), text, ...parts];
    });
    const known = hashes.filter((hash) => state.sql("SELECT 1 FROM tombstones WHERE hash = ?").get(hash) !== undefined);
    if (known.length > 0) write(file, state, { lift: known });
  };

  const liftOf = (id: RecordId): void => {
    const found = keys().flatMap((secret) =>
      state
        .sql("SELECT hash FROM tombstones WHERE line IN (SELECT line FROM tombstones WHERE hash = ? AND what = 'id')")
        .all(hashOf(id, secret)),
    );
    if (found.length > 0) write(file, state, { lift: found.map(({ hash }) => String(hash)) });
  };

  const forgotten = (): number => {
    catchUp(file, state);
    return Number(state.sql(`SELECT count(*) AS n FROM tombstones WHERE ${FORGOTTEN}`).get()?.n);
  };

  const tombstones: Tombstones = {
    match: async (what) => matchNow(what),
    lift: async (what) => liftNow(what),
  };
  return {
    ...tombstones,
    matchNow,
    liftNow,
    /** Lifts the tombstone with this id; what other tombstones say of the same words stays. */
    liftOf,
    /** How many tombstones are for forgotten, not deleted, things. */
    forgotten,
    /** When something was last forgotten; undefined if nothing ever was. */
    lastForgottenMs(): number | undefined {
      catchUp(file, state);
      const last = state.sql(`SELECT max(json_extract(line, '$.at')) AS at FROM tombstones WHERE ${FORGOTTEN}`).get();
      return typeof last?.at === "string" ? Date.parse(last.at) : undefined;
    },
    /** A model or a transcript may repeat a text that was forgotten since. */
    isTextForgotten: (text: string): boolean => forgotten() > 0 && matchNow({ text }).text,
    isForgotten: (id: RecordId) => removalOf(id)?.why === "forget",
    removalOf,
    /**
     * Hashes of the ids in lines that this state.db had not seen: a crash interrupted what they are about, or an older
     * state.db was put back, and then all of its rows are older than these lines.
     */
    unseen(): ReadonlySet<string> {
      catchUp(file, state);
      return new Set(JSON.parse(getMeta(state, UNSEEN) ?? "[]") as string[]);
    },
    clearUnseen: () => void state.sql("DELETE FROM meta WHERE key = ?").run(UNSEEN),
    /** Finds forgotten names and phrases, by those tombstones for which `counts` is true of their line. */
    forgottenBy(counts: (line: string) => boolean) {
      const secrets = keys();
      const rows = state.sql(`SELECT hash, line FROM tombstones WHERE ${FORGOTTEN}`).all();
      const found = rows.filter(({ line }) => counts(String(line)));
      const hashes = new Set(found.map(({ hash }) => String(hash)));
      const lengths = new Set(
        found.flatMap(({ line }) => (JSON.parse(String(line)) as { words?: number }).words ?? []),
      );
      const has = (name: string): boolean =>
        hashes.size > 0 && secrets.some((secret) => hashes.has(hashOf(name, secret)));
      return { has, lengths, isEmpty: hashes.size === 0 };
    },
    /** Written and synced before the thing itself is removed. */
    add(what: Named, why: string, nowMs: number): void {
      write(file, state, { at: isoTime(nowMs), why, ...hashesOf(what, ownKey()) });
    },
    /** Names of other things than records, in one write: there may be thousands of forgotten commands. */
    addNames(names: readonly Name[], why: string, nowMs: number): void {
      if (names.length === 0) return;
      const secret = ownKey();
      const lines = names.map((name) => {
        const { id, ...words } = typeof name === "string" ? { id: name } : name;
        return { at: isoTime(nowMs), why, ...hashesOf({ id, text: "" }, secret), ...words };
      });
      append(file, state, lines.map((line) => JSON.stringify(line)).join("\n"));
    },
    /** The complete lines of the file, for an export. */
    lines(): readonly string[] {
      catchUp(file, state);
      return readLines(file).filter((line) => parseLine(line) !== undefined);
    },
    /** Adds the lines of an export, with the key that their hashes were made with. Returns how many were new. */
    importLines(lines: readonly string[]): number {
      const known = new Set(readLines(file));
      const news = lines.filter((line) => parseLine(line) !== undefined && !known.has(line));
      if (news.length > 0) append(file, state, news.join("\n"));
      return news.length;
    },
  };
}

/** Written in the transaction that takes in such lines, and deleted once everything was checked against them. */
const UNSEEN = "tombstones_unseen";
const FORGOTTEN = `what = 'id' AND json_extract(line, '$.why') = 'forget'`;

/** The name of a thing, or a phrase with the number of its words. */
export type Name = string | { readonly id: string; readonly words: number };

type Named = { readonly id?: RecordId | undefined; readonly text: string };

function hashesOf(what: Named, secret: string): { id?: string; text: string; parts: string[] } {
  const of = (text: string): string => hashOf(text, secret);
  return {
    ...(what.id !== undefined && { id: of(what.id) }),
    text: of(normalised(what.text)),
    parts: partsOf(what.text).map(of).sort().slice(0, KEEP_PARTS),
  };
}

function hashOf(text: string, secret: string): string {
  return keyedHash(secret, text).slice(0, 24);
}

function write(file: string, state: Database, line: Line): void {
  append(file, state, JSON.stringify(line));
}

function append(file: string, state: Database, lines: string): void {
  appendLine(file, lines);
  catchUp(file, state, Buffer.byteLength(lines) + 1);
}

/** Reads new lines of the file into the table; a file that lost lines is restored from the table. */
function catchUp(file: string, state: Database, ownBytes = 0): void {
  const sizes = () => ({
    size: statSync(file, { throwIfNoEntry: false })?.size ?? 0,
    taken: Number(getMeta(state, "tombstone_bytes") ?? 0),
  });
  const before = sizes();
  if (before.size === before.taken) return;
  state.write(() => {
    // Checked again under the lock: another process may have added a tombstone in between.
    const { size, taken } = sizes();
    const lines = readLines(file);
    if (size !== taken && size !== taken + ownBytes) addUnseen(state, lines);
    if (size < taken) {
      const kept = state
        .sql("SELECT DISTINCT line FROM tombstones ORDER BY line")
        .all()
        .map((row) => String(row.line));
      const keyLines = keysOf(state).map((key) => JSON.stringify({ key }));
      const restored = [...new Set([...keyLines, ...lines, ...kept])];
      replaceFile(file, restored.map((line) => `${line}\n`).join(""));
    }
    for (const text of lines) {
      const line = parseLine(text);
      if (line !== undefined) take(state, line, text);
    }
    setMeta(state, "tombstone_bytes", String(statSync(file, { throwIfNoEntry: false })?.size ?? 0));
  });
}

function addUnseen(state: Database, lines: readonly string[]): void {
  // The table has only the latest of several lines with the same id.
  const newer = `SELECT 1 FROM tombstones WHERE hash = ? AND what = 'id'
    AND json_extract(line, '$.at') >= json_extract(?, '$.at')`;
  const isKnown = (text: string): boolean => state.sql(newer).get(idIn(text), text) !== undefined;
  const unseen = lines.filter((text) => idIn(text) !== "" && !isKnown(text)).map(idIn);
  const before = JSON.parse(getMeta(state, UNSEEN) ?? "[]") as string[];
  if (unseen.length > 0) setMeta(state, UNSEEN, JSON.stringify([...new Set([...before, ...unseen])]));
}

/** The hash of the id in a line; empty if there is none. */
export function idIn(text: string): string {
  const line = parseLine(text);
  return line !== undefined && "text" in line ? (line.id ?? "") : "";
}

function take(state: Database, line: Line, text: string): void {
  if ("key" in line) {
    const keys = keysOf(state);
    if (!keys.includes(line.key)) setMeta(state, "tombstone_keys", JSON.stringify([...keys, line.key]));
    return;
  }
  if ("lift" in line) {
    for (const hash of line.lift) state.sql("DELETE FROM tombstones WHERE hash = ?").run(hash);
    return;
  }
  // Forgetting replaces an earlier deletion.
  const or = line.why === "forget" ? "REPLACE" : "IGNORE";
  const put = (hash: string, what: string) =>
    state.sql(`INSERT OR ${or} INTO tombstones (hash, what, line) VALUES (?, ?, ?)`).run(hash, what, text);
  if (line.id !== undefined) put(line.id, "id");
  put(line.text, "text");
  for (const part of line.parts) put(part, "part");
}

function readLines(file: string): string[] {
  return (readText(file, READ_LIMIT_BYTES) ?? "").split("\n").filter((line) => line !== "");
}

/** A half-written line is skipped: the thing it names was not removed yet. */
function parseLine(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line !== "object" || line === null) return undefined;
    if ("key" in line && typeof line.key === "string") return { key: line.key };
    if ("lift" in line && isTexts(line.lift)) return { lift: line.lift };
    if ("text" in line && typeof line.text === "string" && "parts" in line && isTexts(line.parts)) {
      const id = "id" in line && typeof line.id === "string" ? { id: line.id } : {};
      const why = "why" in line && line.why === "forget" ? "forget" : "";
      return { at: "", why, ...id, text: line.text, parts: line.parts };
    }
  } catch {
    // half-written: see above
  }
  return undefined;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Runs of words, so that a text still matches after a small change. */
function partsOf(text: string): string[] {
  const words = normalised(text).split(" ");
  const parts = new Set<string>();
  for (let i = 0; i + PART_WORDS <= words.length; i++) parts.add(words.slice(i, i + PART_WORDS).join(" "));
  return [...parts];
}

function keysOf(state: Database): string[] {
  return JSON.parse(getMeta(state, "tombstone_keys") ?? "[]") as string[];
}

/** Messages of sessions, episodes and tickets in the index, in units. */
import type { UnitHit } from "../../../core/ports.ts";
import { datesIn } from "../../../core/search/dates.ts";
import { type Rank, UNITS_PER_SOURCE, type UnitFacts } from "../../../core/search/search-hits.ts";
import { wantedTraits } from "../../../core/search/traits.ts";
import type { QueryVector } from "../../../core/search/vectors.ts";
import { type Database, getMeta, setMeta } from "../../databases/database.ts";
import type { TurnPlace } from "../../rows/sessions.ts";
import { dropWords, putFiled } from "../full-text/full-text.ts";
import { numbers, storedFilterWord, termHits } from "../full-text/term-lists.ts";
import { FIRST_SOURCE, PASSAGE_ROWS } from "../row-ranges.ts";
import { type ParsedUnit, scopeWord, type TextSource } from "./text-units.ts";
import { unitVectors } from "./unit-vectors.ts";

export type Passages = ReturnType<typeof passagesOf>;

type IndexedSource = { readonly no: number; readonly mark: string; readonly place: number; readonly ord: number };

type FindOptions = {
  readonly scopeKeys: readonly string[];
  readonly limit: number;
  readonly rank: Rank;
  /** Of the embedder whose vectors are stored. */
  readonly vector?: QueryVector | undefined;
};

/** The state of all sources when everything was indexed. */
const MARK = "passages_mark";
const ROLES: readonly UnitFacts["role"][] = ["person", "agent", "tool", "text"];

const START: TurnPlace = { place: -1, ord: -1 };

export function passagesOf(db: Database) {
  const vectors = unitVectors(db);
  const sourceOf = (id: string): IndexedSource | undefined => {
    const row = db.sql("SELECT no, mark, last_place AS place, last_ord AS ord FROM sources WHERE id = ?").get(id);
    return row as IndexedSource | undefined;
  };
  /** Removes at most so many units of a source, and then the source; returns how many. */
  const dropSome = (id: string, most: number): number =>
    db.write(() => {
      const source = sourceOf(id);
      if (source === undefined) return 0;
      const [from, to] = [source.no * UNITS_PER_SOURCE, (source.no + 1) * UNITS_PER_SOURCE];
      const rows = db.sql("SELECT row FROM units WHERE row >= ? AND row < ? LIMIT ?").all(from, to, most);
      vectors.drop(source.no);
      for (const { row } of rows) {
        dropWords(db.raw, Number(row));
        db.sql("DELETE FROM units WHERE row = ?").run(row!);
      }
      // Until the last one is gone the mark is wrong, so that an interrupted removal is noticed.
      if (rows.length < most) db.sql("DELETE FROM sources WHERE no = ?").run(source.no);
      else
        db.sql("UPDATE sources SET mark = '', units = units - ?, last_place = -1 WHERE no = ?").run(
          rows.length,
          source.no,
        );
      setMeta(db, MARK, "");
      return rows.length;
    });
  const drop = (id: string): number => {
    let dropped = 0;
    for (let some = SLICE; some === SLICE; dropped += some) some = dropSome(id, SLICE);
    return dropped;
  };
  const ids = (): string[] =>
    db
      .sql("SELECT id FROM sources")
      .all()
      .map(({ id }) => String(id));
  return {
    /** The mark up to which a source is indexed, and its last unit. */
    source: sourceOf,
    drop,
    dropSome,
    /**
     * Adds units after the last one that the caller saw; the mark is stored with the last of them. False if another thread or
     * process added some meanwhile.
     */
    append({ kind, id, scopeKey, mark }: TextSource, parsed: readonly ParsedUnit[], after: TurnPlace = START): boolean {
      return db.write(() => {
        const known = sourceOf(id);
        const { place, ord } = known ?? START;
        if (place !== after.place || ord !== after.ord) return false;
        const no =
          known?.no ??
          Number(
            db
              .sql(
                `INSERT INTO sources (no, kind, id, scope)
                 VALUES ((SELECT coalesce(max(no) + 1, ${FIRST_SOURCE}) FROM sources), ?, ?, ?) RETURNING no`,
              )
              .get(kind, id, scopeKey)?.no,
          );
        let next = nextRow(db, no);
        const put = db.sql("INSERT INTO units (row, place, ord, role, traits, words) VALUES (?, ?, ?, ?, ?, ?)");
        for (const { place, ord, role, traits, words, columns } of parsed) {
          put.run(next, place, ord, ROLES.indexOf(role), traits, words);
          putFiled(db.raw, next++, columns);
        }
        const last = parsed.at(-1);
        db.sql(
          `UPDATE sources SET mark = ?, units = units + ?, last_place = coalesce(?, last_place),
             last_ord = coalesce(?, last_ord) WHERE no = ?`,
        ).run(mark, parsed.length, last?.place ?? null, last?.ord ?? null, no);
        return true;
      });
    },
    find(text: string, { scopeKeys, limit, rank, vector }: FindOptions): UnitHit[] {
      const inScope = sourcesIn(db, scopeKeys);
      if (inScope.units === 0) return [];
      const { factsOf, placesOf } = factReaders(db);
      const hits = termHits(db.raw, {
        text,
        dates: datesIn(text),
        nameColumns: "key",
        ...inScope,
        entries: inScope.units,
        range: PASSAGE_ROWS,
      });
      const meaning = vector === undefined ? undefined : vectors.meaning(vector, inScope.isVisible);
      const units = { factsOf, wanted: wantedTraits(text) };
      const found = rank(hits, { limit, units, ...(meaning !== undefined && { meaning }) });
      const placeOf = placesOf(found.map(({ rowid }) => rowid));
      return found
        .map(({ rowid, relevance, score }) => ({ ...placeOf(rowid), relevance, score }))
        .toSorted(
          (a, b) => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.place - b.place || a.ord - b.ord),
        )
        .slice(0, limit);
    },
    /** Of all sources: the projects that have text, and what stands beside them. */
    scopeKeys: (): string[] =>
      db
        .sql("SELECT DISTINCT scope FROM sources WHERE units > 0 ORDER BY scope")
        .all()
        .map(({ scope }) => String(scope)),
    /** The positions of the messages of a session. */
    placesOf(id: string): { place: number; ord: number }[] {
      const { no = -1 } = sourceOf(id) ?? {};
      return db
        .sql("SELECT DISTINCT place, ord FROM units WHERE row >= ? AND row < ?")
        .all(no * UNITS_PER_SOURCE, (no + 1) * UNITS_PER_SOURCE) as { place: number; ord: number }[];
    },
    /** Removes the sources that are not wanted; returns how many units. Their bytes are gone once the log is truncated. */
    keep: (isWanted: (id: string) => boolean): number =>
      ids()
        .filter((id) => !isWanted(id))
        .reduce((sum, id) => sum + drop(id), 0),
    count: () => Number(db.sql("SELECT coalesce(sum(units), 0) AS n FROM sources").get()?.n),
    mark: () => getMeta(db, MARK) ?? "",
    setMark: (mark: string) => setMeta(db, MARK, mark),
    /** Merges the full text's segments after many rows were removed. */
    compact(): void {
      const changes = (): number => Number(db.sql("SELECT total_changes() AS n").get()?.n);
      const merge = db.sql("INSERT INTO words(words, rank) VALUES ('merge', ?)");
      merge.run(-MERGED_PAGES);
      for (let before = changes(); ; before = changes()) {
        merge.run(MERGED_PAGES);
        // As SQLite documents: fewer than two changes mean that nothing is left to merge.
        if (changes() - before < 2) return;
      }
    },
    vectors,
  };
}

/** Units per transaction: few enough that other writers hardly wait. */
export const SLICE = 100;
const MERGED_PAGES = 200;

function nextRow(db: Database, no: number): number {
  const [from, to] = [no * UNITS_PER_SOURCE, (no + 1) * UNITS_PER_SOURCE];
  const { last } = db.sql("SELECT max(row) AS last FROM units WHERE row >= ? AND row < ?").get(from, to)!;
  return last === null ? from : Number(last) + 1;
}

/** From this share of all units on, checking each row costs less than a join with the rows of the scope. */
const SMALL_SHARE = 0.15;

function sourcesIn(db: Database, scopeKeys: readonly string[]) {
  const found = db.sql("SELECT no, units FROM sources WHERE scope IN (SELECT value FROM json_each(?)) AND units > 0");
  const visible = found.all(JSON.stringify(scopeKeys)) as { no: number; units: number }[];
  const all = Number(db.sql("SELECT coalesce(sum(units), 0) AS n FROM sources").get()?.n);
  const units = visible.reduce((sum, source) => sum + source.units, 0);
  if (units === all) return { units, ofKind: all, isVisible: () => true };
  const nos = new Set(visible.map(({ no }) => no));
  const isSmall = units < all * SMALL_SHARE;
  return {
    units,
    ofKind: all,
    isVisible: (no: number) => nos.has(no),
    keep: (rows: number[]) => rows.filter((row) => nos.has(Math.floor(row / UNITS_PER_SOURCE))),
    ...(isSmall && {
      within: ` AND (${scopeKeys.map((key) => `"${storedFilterWord(scopeWord(key))}"`).join(" OR ")})`,
    }),
  };
}

/** Where a unit stands. */
export type UnitPlace = Pick<UnitHit, "kind" | "id" | "place" | "ord" | "role">;

export function factReaders(db: Database) {
  return {
    /** As one list of numbers: hundreds of rows of SQLite take longer. */
    factsOf(rows: readonly number[]): ReadonlyMap<number, UnitFacts> {
      const { list } = db
        .sql(
          `SELECT group_concat(row || ',' || role || ',' || traits || ',' || words) AS list FROM units
           WHERE row IN (SELECT value FROM json_each(?))`,
        )
        .get(JSON.stringify(rows))!;
      const found = typeof list === "string" ? numbers(list) : [];
      const facts = new Map<number, UnitFacts>();
      for (let at = 0; at < found.length; at += 4)
        facts.set(found[at]!, { role: ROLES[found[at + 1]!]!, traits: found[at + 2]!, words: found[at + 3]! });
      return facts;
    },
    placesOf(rows: readonly number[]): (row: number) => UnitPlace {
      const found = db
        .sql(
          `SELECT row, kind, id, place, ord, role FROM units JOIN sources ON no = row / ${UNITS_PER_SOURCE}
           WHERE row IN (SELECT value FROM json_each(?))`,
        )
        .all(JSON.stringify(rows));
      const places = new Map(found.map((one) => [Number(one.row), one]));
      return (row) => {
        const { kind, id, place, ord, role } = places.get(row)!;
        return {
          kind: kind as UnitHit["kind"],
          id: String(id).split(" ")[0]!,
          place: Number(place),
          ord: Number(ord),
          role: ROLES[Number(role)]!,
        };
      };
    },
  };
}

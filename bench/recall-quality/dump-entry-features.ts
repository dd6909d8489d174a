/**
 * Writes features of records for prompts, to fit how single entries are ranked: the records are the lessons of a person, the
 * prompts are what that person said when the lesson came up, and again later.
 * `node bench/recall-quality/dump-entry-features.ts DIR OUT [--embedder static] [--packages FOLDER] [--brief]`
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { queryVector } from "../../src/core/search/vectors.ts";
import { embedderFor } from "../../src/models/embed/embedder.ts";
import { entryCandidates, type RankedEntry } from "../../src/search/rank-entries.ts";
import { openIndex } from "../../src/store/databases/index-db.ts";
import { homeFrom } from "../../src/store/files/home.ts";
import { findWords, putWords } from "../../src/store/index/full-text/full-text.ts";
import { RECORD_ROWS } from "../../src/store/index/row-ranges.ts";
import { openPieceTable } from "../../src/store/piece-table.ts";
import { meaningOfRows } from "../../src/store/vectors/closeness.ts";
import { putVectors } from "../../src/store/vectors/vector-blocks.ts";
import { type Lesson, readLessons } from "./corpus.ts";
import type { Dumped } from "./features-file.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    embedder: { type: "string", default: "static" },
    packages: { type: "string", default: "" },
    brief: { type: "boolean", default: false },
    /** The prompts of the other people, which no record answers. */
    without: { type: "boolean", default: false },
  },
});
const [directory = "", out = ""] = positionals;
const embedder = await embedderFor(options.embedder, {
  ...{ variables: {}, privatePatterns: [] },
  pieceTable: () => openPieceTable(),
  directory: options.packages,
});
const all = readLessons(directory);
const lines: string[] = [];
for (const [person, lessons] of Map.groupBy(all, (lesson) => lesson.person)) {
  const others = all.filter((lesson) => lesson.person !== person).map(({ quote }) => ({ text: quote }));
  const prompts = options.without ? others : lessons.flatMap(promptsOf);
  lines.push(...(await dumped(person, lessons, prompts)).map((one) => JSON.stringify(one)));
}
writeFileSync(out, lines.join("\n"));

type Prompt = { readonly text: string; readonly row?: number };

function promptsOf({ quote, repeats }: Lesson, at: number): Prompt[] {
  return [quote, ...repeats.map(({ text }) => text)].map((text) => ({ text, row: at + 1 }));
}

async function dumped(person: string, lessons: readonly Lesson[], prompts: readonly Prompt[]): Promise<Dumped[]> {
  const folder = mkdtempSync(join(tmpdir(), "oldhand-recall-"));
  const index = openIndex(homeFrom({ oldhandHome: folder }), () => {});
  const none = { key: "", tags: "", aliases: "", keywords: "", paths: "", shelf: "" };
  for (const [at, { lesson }] of lessons.entries()) putWords(index.raw, at + 1, { ...none, text: lesson });
  const vectors = (await embedder?.embed(lessons.map(({ lesson }) => lesson))) ?? [];
  putVectors(
    index,
    vectors.map((vector, at) => ({ row: at + 1, vector })),
  );
  const found: Dumped[] = [];
  for (const { text, row: wanted } of prompts) {
    const vector = embedder === undefined ? undefined : await queryVector(embedder, text, { isBrief: options.brief });
    const meaning = vector === undefined ? undefined : meaningOfRows(index, RECORD_ROWS, vector);
    let candidates: readonly RankedEntry[] = [];
    findWords(index.raw, { text, limit: lessons.length, meaning }, (hits, given) => {
      candidates = entryCandidates(hits, given);
      return [];
    });
    const rows = candidates.map(({ row, features }) => ({ features, isRight: row === wanted }));
    found.push({ person, text, evidence: wanted === undefined ? 0 : 1, rows });
  }
  index.close();
  rmSync(folder, { recursive: true, force: true });
  return found;
}

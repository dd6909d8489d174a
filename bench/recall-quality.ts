/**
 * How well recall finds what was said, with each embedder in one run:
 * `node bench/recall-quality.ts [--locomo DIR] [--sessions DIR] [--embedders none,static,transformers:MODEL] [--packages FOLDER] [--brief]`.
 */

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { estimateTokens } from "../src/core/text/tokens.ts";
import { queryTerms } from "../src/core/text/words.ts";
import { type Corpus, locomo, type Question, sessions } from "./recall-quality/corpus.ts";
import { imported, type Meaning, type Searched } from "./recall-quality/home.ts";

const { values: options } = parseArgs({
  options: {
    locomo: { type: "string", default: "../shared/data/locomo" },
    sessions: { type: "string", default: "../shared/data/sessions" },
    /** Whether a message of LoCoMo begins with the name of its speaker. */
    speakers: { type: "string", default: "named" },
    /** Settings of recall.embedder; transformers:MODEL needs the folder where the package is installed. */
    embedders: { type: "string", default: "none,static" },
    packages: { type: "string" },
    /** Ask as a command does: with a model, the question is embedded by the shipped table. */
    brief: { type: "boolean", default: false },
    only: { type: "string" },
    empty: { type: "string", default: "5" },
    kinds: { type: "boolean", default: false },
  },
});

const LIMIT = 10;
const BUDGETS = [500, 1000, 2000];
const MANY = 50;
const UNLIMITED = 1_000_000;
const LOW = 0.3;

type Hit = { readonly relevance: number; readonly isRight: boolean };
type Asked = {
  readonly kind: string;
  /** By way: oldhand, or a bare FTS5 query. */
  readonly found: Readonly<Record<string, number>>;
  readonly hits: readonly Hit[];
  readonly ms: number;
};

const data = [
  ["sessions' gold", () => sessions(options.sessions)],
  ["LoCoMo", () => locomo(options.locomo, options.speakers === "unnamed" ? "unnamed" : "named")],
] as const;
for (const [name, read] of data) {
  if (options.only !== undefined && !name.toLowerCase().includes(options.only)) continue;
  const corpora = read();
  if (corpora.length === 0) console.log(`${name}: no data at the given path, skipped.\n`);
  else
    for (const embedder of options.embedders.split(",")) {
      // No link is made for the others, so that none of them can use it.
      const packages = embedder.startsWith("transformers:") ? options.packages : undefined;
      await measure(name, corpora, { embedder, packages, isBrief: options.brief });
    }
}

async function measure(name: string, corpora: readonly Corpus[], meaning: Meaning): Promise<void> {
  const asked: Asked[] = [];
  const best: number[] = [];
  for (const corpus of corpora) {
    const searched = await imported(corpus, meaning);
    await complete(searched);
    for (const question of corpus.questions) asked.push(await ask(searched, question));
    await searched.close();
    best.push(...(await withoutEvidence(corpus, meaning)));
  }
  const messages = corpora.reduce(
    (sum, { transcripts }) => sum + transcripts.reduce((n, one) => n + one.messages.size, 0),
    0,
  );
  console.log(
    `${name}: ${corpora.length} homes, ${messages} lines, ${asked.length} questions; recall.embedder ${meaning.embedder}${meaning.isBrief ? ", asked by the table" : ""}`,
  );
  const kinds = options.kinds ? [...new Set(asked.map(({ kind }) => kind))] : [];
  for (const kind of ["all", ...kinds])
    table(
      kind,
      asked.filter((one) => kind === "all" || one.kind === kind),
    );
  calibration(asked.flatMap(({ hits }) => hits));
  const honest = best.filter((relevance) => relevance < LOW).length;
  const empty = best.filter((relevance) => relevance === 0).length;
  console.log(
    `  evidence taken out: ${percent(honest / best.length)} of ${best.length} questions answered empty (${percent(empty / best.length)}) or below ${LOW}`,
  );
  console.log(`  median recall: ${median(asked.map(({ ms }) => ms)).toFixed(1)} ms\n`);
}

/** Waits until everything is indexed and has its vector. */
async function complete({ memory }: Pick<Searched, "memory">): Promise<void> {
  for (let note: string | undefined = ""; note !== undefined; )
    ({ note } = await memory.recall({ query: "index", format: "json" }));
}

function table(kind: string, asked: readonly Asked[]): void {
  const ways = Object.keys(asked[0]?.found ?? {});
  console.log(
    `  ${kind} (${asked.length}): ${ways.map((way) => `${way} ${percent(mean(asked.map(({ found }) => found[way]!)))}`).join(" · ")}`,
  );
}

async function ask(searched: Searched, { text, evidence, kind }: Question): Promise<Asked> {
  const { recall, messageOf, sessionOf } = searched;
  const wanted = new Set(evidence);
  const start = performance.now();
  const { results } = await recall({ query: text, format: "json", limit: LIMIT, budget: UNLIMITED });
  const ms = performance.now() - start;
  const ids = results.map(({ id }) => messageOf(id) ?? "");
  const share = (found: readonly string[]): number => new Set(found.filter((id) => wanted.has(id))).size / wanted.size;
  const inSessions = new Set(evidence.map(sessionOf));
  const bare = bareSearch(searched, text);
  const within: Record<string, number> = {};
  const many = await recall({ query: text, format: "json", limit: MANY, budget: UNLIMITED });
  for (const budget of BUDGETS) {
    const fitting = fittingIn(many.results, budget);
    within[`in ${budget} tokens`] = share(fitting.map(({ id }) => messageOf(id) ?? ""));
  }
  return {
    kind,
    ms,
    hits: results.map(({ relevance }, at) => ({ relevance, isRight: wanted.has(ids[at]!) })),
    found: {
      "recall@5": share(ids.slice(0, 5)),
      "recall@10": share(ids),
      "hit@10": share(ids) > 0 ? 1 : 0,
      "session hit@5": sessionsFirst(ids, sessionOf).some((id) => inSessions.has(id)) ? 1 : 0,
      ...within,
      "bare FTS5 @5": share(bare.slice(0, 5)),
      "bare FTS5 @10": share(bare),
    },
  };
}

/** As recall does it: the best first, and those skipped that do not fit. */
function fittingIn<T extends { readonly text: string }>(results: readonly T[], budget: number): T[] {
  let left = budget;
  return results.filter(({ text }) => {
    const tokens = estimateTokens(`${text}\n`);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

function sessionsFirst(ids: readonly string[], sessionOf: (id: string) => string): string[] {
  return [...new Set(ids.filter((id) => id !== "").map(sessionOf))].slice(0, 5);
}

/** Messages ranked by FTS5 itself, with the same words. */
function bareSearch({ home, messageOf }: Searched, text: string): string[] {
  const db = new DatabaseSync(join(home, "home/passages.db"), { readOnly: true });
  const match = queryTerms(text)
    .map(({ word }) => `"${word}"`)
    .join(" OR ");
  if (match === "") return [];
  const rows = db
    .prepare(
      `SELECT id, place FROM (SELECT rowid AS row, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT 60)
       JOIN units USING (row) JOIN sources ON no = row / 1048576 ORDER BY rank`,
    )
    .all(match);
  db.close();
  return [...new Set(rows.map(({ id, place }) => messageOf(`${id}.${place}`) ?? ""))]
    .filter((id) => id !== "")
    .slice(0, LIMIT);
}

/** The best relevance for questions whose evidence is not there; a few questions at a time, so that most text stays. */
async function withoutEvidence(corpus: Corpus, meaning: Meaning): Promise<number[]> {
  const rounds = Number(options.empty);
  const size = Math.min(20, Math.ceil(corpus.questions.length / Math.max(1, rounds)));
  const best: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const step = Math.max(1, Math.floor(corpus.questions.length / size));
    const some = corpus.questions.filter((_, at) => at % step === round % step).slice(0, size);
    const { memory, recall, close } = await imported(
      corpus,
      meaning,
      new Set(some.flatMap(({ evidence }) => evidence)),
    );
    await complete({ memory });
    for (const { text } of some) {
      const { results } = await recall({ query: text, format: "json", limit: LIMIT, budget: UNLIMITED });
      best.push(Math.max(0, ...results.map(({ relevance }) => relevance)));
    }
    await close();
  }
  return best;
}

function calibration(hits: readonly Hit[]): void {
  const bins = Array.from({ length: 10 }, (_, at) =>
    hits.filter(({ relevance }) => Math.min(9, Math.floor(relevance * 10)) === at),
  );
  const error = bins.reduce((sum, bin) => {
    if (bin.length === 0) return sum;
    return sum + (bin.length / hits.length) * Math.abs(mean(bin.map(({ relevance }) => relevance)) - rightShare(bin));
  }, 0);
  console.log(`  relevance of ${hits.length} results: expected calibration error ${error.toFixed(3)}`);
  for (const [at, bin] of bins.entries())
    if (bin.length > 0)
      console.log(
        `    ${(at / 10).toFixed(1)}–${((at + 1) / 10).toFixed(1)}  ${String(bin.length).padStart(6)} results, ${percent(rightShare(bin))} right`,
      );
}

function rightShare(hits: readonly Hit[]): number {
  return mean(hits.map(({ isRight }) => (isRight ? 1 : 0)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

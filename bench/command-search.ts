/**
 * How well the history is searched for a command by what it is for:
 * `node bench/command-search.ts [--sessions DIR] [--embedders none,static] [--features FILE]`. The questions are what agents
 * stated as the purpose of a command in real sessions; that text is taken out before the sessions are imported.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { readConfig } from "../src/core/base/config.ts";
import type { Rank } from "../src/core/search/search-hits.ts";
import { known } from "../src/core/search/vectors.ts";
import { queryTerms } from "../src/core/text/words.ts";
import { commandCandidates, rankCommands } from "../src/search/rank-commands.ts";
import { openIndex } from "../src/store/databases/index-db.ts";
import { homeFrom } from "../src/store/files/home.ts";
import { commandEntriesOf } from "../src/store/index/commands/command-entries.ts";
import { shippedEmbedder } from "../src/store/piece-table.ts";
import type { Transcript } from "./recall-quality/corpus.ts";
import type { Dumped } from "./recall-quality/features-file.ts";
import { imported, type Searched } from "./recall-quality/home.ts";

const { values: options } = parseArgs({
  options: {
    sessions: { type: "string", default: "../shared/data/sessions" },
    embedders: { type: "string", default: "none,static" },
    /** Where to write the features of the candidates, for the scripts in recall-quality/ with `--kind commands`. */
    features: { type: "string" },
    /** The same without the right lines: for `--without` of fit-relevance.ts. */
    without: { type: "string" },
  },
});

type Asked = { readonly text: string; readonly command: string };
type Ranks = Record<string, number[]>;

const LIMIT = 10;
const folder = join(options.sessions, "transcripts");
const people = existsSync(folder) ? readdirSync(folder) : [];
if (people.length === 0) console.log("No data at the given path.");
const all: Ranks = {};
const dumped: Dumped[] = [];
for (const person of people) {
  const { transcripts, questions } = read(person);
  if (questions.length === 0) continue;
  const ranks: Ranks = {};
  for (const embedder of options.embedders.split(",")) {
    const searched = await imported({ name: person, transcripts, questions: [] }, { embedder });
    const ways = waysFor(searched, embedder, embedder === options.embedders.split(",")[0]);
    for (const [name, search] of Object.entries(ways))
      for (const { text, command } of questions) {
        const rank = (await search(text)).indexOf(command) + 1;
        for (const one of [ranks, all]) one[name] = [...(one[name] ?? []), rank];
      }
    dumped.push(...featuresOf(searched, { person, embedder, questions }));
    if (embedder !== "none") reportUnshared(searched, questions);
    await searched.close();
  }
  report(person, ranks);
}
report("all", all);
write(options.features, dumped);
write(
  options.without,
  dumped.map((one) => ({ ...one, evidence: 0, rows: one.rows.filter(({ isRight }) => !isRight) })),
);

function write(path: string | undefined, all: readonly Dumped[]): void {
  if (path !== undefined) writeFileSync(path, all.map((one) => JSON.stringify(one)).join("\n"));
}

type Search = (text: string) => Promise<readonly string[]>;

function waysFor({ memory, home }: Searched, embedder: string, isFirst: boolean): Record<string, Search> {
  const bare = bareSearch(join(home, "home", "state.db"));
  const ranked: Search = async (text) =>
    (await memory.searchCommands({ text, limit: LIMIT, everywhere: true })).commands.map(({ command }) => command);
  const byAllWords: Search = async (text) => {
    const found = await memory.commands({ words: text.split(/\s+/), limit: 1000, everywhere: true });
    return [...new Set(found.map(({ command }) => command))].slice(0, LIMIT);
  };
  return {
    ...(isFirst && { "all words, latest first": byAllWords, "bare FTS5": async (text: string) => bare(text) }),
    [`ranked, ${embedder}`]: ranked,
  };
}

type Dumping = { readonly person: string; readonly embedder: string; readonly questions: readonly Asked[] };

function featuresOf({ home }: Searched, { person, embedder, questions }: Dumping): Dumped[] {
  const state = new DatabaseSync(join(home, "home", "state.db"), { readOnly: true });
  const index = openIndex(homeFrom({ oldhandHome: join(home, "home") }), () => {});
  const commands = commandEntriesOf(index);
  const lineOf = index.sql("SELECT event FROM commands WHERE row = ?");
  const commandOf = state.prepare("SELECT command FROM events WHERE id = ?");
  const embed = embedder === "none" ? undefined : shippedEmbedder(readConfig({}))?.embedOne;
  const found = questions.map(({ text, command }): Dumped => {
    let rows: Dumped["rows"] = [];
    const rank: Rank = (hits, given) => {
      rows = commandCandidates(hits, given).map(({ row, features }) => ({
        features,
        isRight: commandOf.get(lineOf.get(row)!.event!)?.command === command,
      }));
      return [];
    };
    const vector = embed === undefined ? undefined : known({ vector: embed(text), by: "table" });
    commands.find(text, { limit: LIMIT, rank, vector });
    return { person, text, evidence: 1, rows };
  });
  index.close();
  state.close();
  return found;
}

/**
 * Short questions that share no word with any line: each word of a purpose, and each two that follow each other. Right is a
 * line for which such a purpose was stated. For several least cosines: how many are answered, and how many of those rightly.
 */
function reportUnshared({ home }: Searched, questions: readonly Asked[]): void {
  const asked = new Map<string, Set<string>>();
  for (const { text, command } of questions) {
    const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
    for (const [at, word] of words.entries())
      for (const short of at + 1 < words.length ? [word, `${word} ${words[at + 1]}`] : [word])
        asked.set(short, (asked.get(short) ?? new Set()).add(command));
  }
  const index = openIndex(homeFrom({ oldhandHome: join(home, "home") }), () => {});
  const commands = commandEntriesOf(index);
  const state = new DatabaseSync(join(home, "home", "state.db"), { readOnly: true });
  const commandOf = state.prepare("SELECT command FROM events WHERE id = ?");
  const embed = shippedEmbedder(readConfig({}))!.embedOne;
  const hasWord = (text: string): boolean => commands.find(text, { limit: 1, rank: rankCommands }).length > 0;
  const unshared = [...asked].filter(([text]) => queryTerms(text).length > 0 && !hasWord(text));
  const found = unshared.map(([text, right]) =>
    commands
      .find(text, { limit: 30, rank: rankCommands, vector: known({ vector: embed(text), by: "table" }) })
      .map(({ event, closeness }) => ({ closeness, isRight: right.has(String(commandOf.get(event)?.command)) })),
  );
  index.close();
  state.close();
  console.log(`\n${unshared.length} of ${asked.size} short questions share no word with a line`);
  for (const least of [0.2, 0.3, 0.4, 0.5, 0.6]) {
    const kept = found.map((lines) => lines.filter(({ closeness }) => closeness >= least).slice(0, 5));
    const right = kept.filter((lines) => lines.some(({ isRight }) => isRight)).length;
    console.log(`  cosine >= ${least}: ${kept.filter(({ length }) => length > 0).length} answered, ${right} rightly`);
  }
}

/** Each line once, in a full-text table with SQLite's own stemmer and order. */
function bareSearch(stateFile: string): (text: string) => string[] {
  const state = new DatabaseSync(stateFile, { readOnly: true });
  const lines = state.prepare("SELECT DISTINCT command FROM events").all();
  state.close();
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE lines USING fts5(command, tokenize = 'porter unicode61')");
  const put = db.prepare("INSERT INTO lines (command) VALUES (?)");
  for (const { command } of lines) put.run(command!);
  const find = db.prepare("SELECT command FROM lines WHERE lines MATCH ? ORDER BY rank LIMIT ?");
  return (text) => {
    const match = queryTerms(text)
      .map(({ word }) => `"${word}"`)
      .join(" OR ");
    return match === "" ? [] : find.all(match, LIMIT).map(({ command }) => String(command));
  };
}

/** The transcripts without the stated purposes, and each purpose once, with the command it was stated for. */
function read(person: string): { transcripts: Transcript[]; questions: Asked[] } {
  const questions = new Map<string, Asked>();
  const transcripts = readdirSync(join(folder, person)).map((file): Transcript => {
    const text = readFileSync(join(folder, person, file), "utf8");
    const lines = text.trimEnd().replaceAll("/home/dev", "/nowhere").split("\n");
    const kept = lines.map((line) => withoutPurposes(line, (asked) => questions.set(asked.text, asked)));
    const agent = person === "pi" ? "pi" : "claude-code";
    return { agent, name: file.replace(/\.jsonl$/, ""), lines: kept, messages: new Map() };
  });
  return { transcripts, questions: [...questions.values()] };
}

type Block = { type?: string; name?: string; input?: { command?: string; description?: string } };

function withoutPurposes(line: string, take: (asked: Asked) => void): string {
  if (!line.includes('"description"')) return line;
  const parsed = JSON.parse(line) as { message?: { content?: Block[] } };
  const blocks = Array.isArray(parsed.message?.content) ? parsed.message.content : [];
  for (const { type, name, input } of blocks) {
    if (type !== "tool_use" || name !== "Bash" || typeof input?.description !== "string") continue;
    take({ text: input.description, command: (input.command ?? "").trim() });
    delete input.description;
  }
  return JSON.stringify(parsed);
}

function report(name: string, ranks: Ranks): void {
  const count = Object.values(ranks)[0]?.length ?? 0;
  console.log(`\n${name}: ${count} questions`);
  for (const [way, own] of Object.entries(ranks)) {
    const within = (most: number): string =>
      `${((100 * own.filter((rank) => rank > 0 && rank <= most).length) / own.length).toFixed(1)}`.padStart(5);
    console.log(`  ${way.padEnd(26)} found at 1: ${within(1)}   5: ${within(5)}   10: ${within(10)}`);
  }
}

/**
 * How well the history is searched for a command by what it is for:
 * `node bench/command-search.ts [--sessions DIR] [--embedders none,static] [--features FILE]`. The questions are what agents
 * stated as the purpose of a command in real sessions; that text is taken out before the sessions are imported.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { queryTerms } from "../src/core/text/words.ts";
import type { Transcript } from "./recall-quality/corpus.ts";
import { imported, type Searched } from "./recall-quality/home.ts";

const { values: options } = parseArgs({
  options: {
    sessions: { type: "string", default: "../shared/data/sessions" },
    embedders: { type: "string", default: "none,static" },
    /** Show the other purposes of the same person, so that a line that was run more often has one. */
    purposes: { type: "string", default: "hidden" },
  },
});

type Asked = { readonly text: string; readonly command: string };
type Ranks = Record<string, number[]>;

const LIMIT = 10;
const folder = join(options.sessions, "transcripts");
const people = existsSync(folder) ? readdirSync(folder) : [];
if (people.length === 0) console.log("No data at the given path.");
const all: Ranks = {};
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
        for (const one of [ranks, all]) (one[name] ??= []).push(rank);
      }
    await searched.close();
  }
  report(person, ranks);
}
report("all", all);

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

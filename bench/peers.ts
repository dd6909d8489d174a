/**
 * Other memories beside oldhand, with the same conversations and questions, in one run:
 * `node bench/peers.ts [--locomo DIR] [--conversations 5] [--questions N] [--only a,b] [--limit SECONDS]`.
 * Installs them from npm into `.cache/peers` (about 3 GB) and gives each a home of its own.
 */
import { parseArgs } from "node:util";
import { build } from "../scripts/build.ts";
import { AGENTMEMORY } from "./peers/agentmemory.ts";
import { CLAUDE_MEM } from "./peers/claude-mem.ts";
import { HIPPO } from "./peers/hippo-memory.ts";
import { install } from "./peers/install.ts";
import { type Asked, type Measured, measure } from "./peers/measure.ts";
import { MEMORIX, MEMORIX_TOPICS } from "./peers/memorix.ts";
import { MEMVID } from "./peers/memvid.ts";
import { OLDHAND, OLDHAND_WORDS } from "./peers/oldhand.ts";
import type { Peer } from "./peers/peer.ts";
import { PLUR } from "./peers/plur.ts";
import { QMD } from "./peers/qmd.ts";
import { SERVER_MEMORY } from "./peers/server-memory.ts";
import { type Corpus, locomo, type Question } from "./recall-quality/corpus.ts";

const { values: options } = parseArgs({
  options: {
    locomo: { type: "string", default: "../shared/data/locomo" },
    conversations: { type: "string", default: "5" },
    /** Questions of each conversation, evenly spaced; default: all. */
    questions: { type: "string" },
    only: { type: "string" },
    /** For one memory, with all its conversations. */
    limit: { type: "string", default: "900" },
  },
});

const PEERS: readonly Peer[] = [
  ...[OLDHAND, OLDHAND_WORDS, MEMORIX, MEMORIX_TOPICS, AGENTMEMORY, QMD, SERVER_MEMORY],
  // The slowest last.
  ...[MEMVID, CLAUDE_MEM, HIPPO, PLUR],
];

const corpora = locomo(options.locomo, "named").slice(0, Number(options.conversations));
const wanted = PEERS.filter(({ name }) => options.only === undefined || options.only.split(",").includes(name));
if (corpora.length === 0) console.log("No conversations at the given path.");
else await compare();

async function compare(): Promise<void> {
  await build();
  const asked = corpora.reduce((sum, corpus) => sum + someOf(corpus).length, 0);
  const all = corpora.reduce((sum, { questions }) => sum + questions.length, 0);
  console.log(
    `${new Date().toISOString().slice(0, 10)}: ${corpora.length} conversations, ${asked} of ${all} questions`,
  );
  console.log("| memory | recall@5 | recall@10 | a write, × node -e 0 | a recall, × node -e 0 | bytes a message |");
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const peer of wanted) for (const line of await rowsOf(peer)) console.log(line);
}

/** One row, or two; a memory that runs out of time has the conversations that it completed. */
async function rowsOf(peer: Peer): Promise<string[]> {
  const installed = install(peer);
  if ("reason" in installed) return [`| ${peer.name} | not installed: ${installed.reason} |`];
  const endMs = performance.now() + Number(options.limit) * 1000;
  const measured: Measured[] = [];
  const about = { installed: installed.folder, endMs };
  try {
    for (const corpus of corpora) measured.push(await measure(peer, corpus, { ...about, questions: someOf(corpus) }));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return [
      ...tableRows(peer, measured),
      `<!-- ${peer.name}: stopped after ${measured.length} conversations: ${reason} -->`,
    ];
  }
  return tableRows(peer, measured);
}

/** Evenly spaced, so that every part of a conversation and every kind of question is asked. */
function someOf({ questions }: Corpus): readonly Question[] {
  const most = options.questions === undefined ? questions.length : Number(options.questions);
  const step = Math.max(1, questions.length / most);
  return Array.from({ length: Math.min(most, questions.length) }, (_, at) => questions[Math.floor(at * step)]!);
}

function tableRows({ name, packages, unpacked = [], how }: Peer, all: readonly Measured[]): string[] {
  if (all.length === 0) return [`| ${name} | skipped |`];
  const messages = all.reduce((sum, one) => sum + one.messages, 0);
  const ratio = (pick: (one: Measured) => number): string => mean(all.map((one) => pick(one) / one.bareMs)).toFixed(2);
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0) / messages;
  const [, variant = ""] = name.split(/(?= \()/);
  const shown = `${unpacked[0] ?? packages[0] ?? "oldhand"}${variant}`;
  const rest = [ratio((one) => one.writeMs), ratio((one) => one.recallMs), bytes.toFixed(0)];
  const byWords = all.flatMap((one) => one.byWords);
  const each = all.map(({ asked }) => recalls(asked).join("/")).join(", ");
  return [
    row([shown, ...recalls(all.flatMap((one) => one.asked)), ...rest]),
    ...(byWords.length > 0 ? [row([`${shown}, word by word`, ...recalls(byWords), "", "", ""])] : []),
    `<!-- ${name}: ${how}; node -e 0: ${mean(all.map((one) => one.bareMs)).toFixed(0)} ms; by conversation: ${each} -->`,
  ];
}

function recalls(asked: readonly Asked[]): string[] {
  return [mean(asked.map(({ at5 }) => at5)), mean(asked.map(({ at10 }) => at10))].map((share) =>
    (share * 100).toFixed(1),
  );
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

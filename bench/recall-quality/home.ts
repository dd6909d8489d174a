/** Imports a corpus into a home of its own, through the real import. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionId } from "../../src/core/session/session.ts";
import { type Memory, openMemory } from "../../src/main/memory.ts";
import { openForReading } from "../../src/main/open-call.ts";
import { environment } from "../../src/verbs/call/environment.ts";
import { reading } from "../../src/verbs/recalling/read-verbs.ts";
import type { RecallAnswer, RecallAsk } from "../../src/verbs/recalling/recall.ts";
import type { Corpus } from "./corpus.ts";

export type Searched = {
  readonly memory: Memory;
  /** Asks as a command does that loads no model, or in the process that imported. */
  readonly recall: (ask: RecallAsk) => Promise<RecallAnswer>;
  readonly home: string;
  /** The message of a result, by its id. */
  readonly messageOf: (id: string) => string | undefined;
  readonly sessionOf: (message: string) => string;
  readonly close: () => Promise<void>;
};

export type Meaning = {
  /** The setting `recall.embedder`. */
  readonly embedder: string;
  /** The folder with an installed @huggingface/transformers. */
  readonly packages?: string | undefined;
  readonly isBrief?: boolean;
};

export async function imported(
  corpus: Corpus,
  { embedder, packages, isBrief = false }: Meaning,
  without: ReadonlySet<string> = new Set(),
): Promise<Searched> {
  const home = mkdtempSync(join(tmpdir(), "oldhand-recall-"));
  const outside = join(home, "outside");
  mkdirSync(outside);
  mkdirSync(join(home, "home"));
  writeFileSync(join(home, "home", "config.yml"), `recall.embedder: ${JSON.stringify(embedder)}\n`);
  if (packages !== undefined) symlinkSync(packages, join(home, "home", "embedder"));
  const env = { ...environment(), oldhandHome: join(home, "home"), home, cwd: outside };
  const memory = await openMemory(env);
  const asBrief = async (ask: RecallAsk): Promise<RecallAnswer> => {
    reader ??= openForReading(env, {});
    return reading((await reader).context).recall(ask);
  };
  let reader: ReturnType<typeof openForReading> | undefined;
  const messages = new Map<string, string>();
  const sessions = new Map<string, string>();
  for (const { agent, name, lines, messages: lineOf } of corpus.transcripts) {
    const messageAt = new Map([...lineOf].map(([message, line]) => [line, message]));
    const file = join(outside, agent === "pi" ? `2026-01-01_${name}.jsonl` : `${name}.jsonl`);
    const kept = lines.filter((_, at) => !without.has(messageAt.get(at) ?? ""));
    if (kept.length === 0) continue;
    writeFileSync(file, `${kept.join("\n")}\n`);
    await memory.importSessions({ agent, file });
    const own = memory.sessions({ limit: 1000 }).find((session) => session.file === file)?.id ?? sessionId(agent, name);
    let place = 0;
    for (const [at, line] of lines.entries()) {
      const message = messageAt.get(at);
      if (message !== undefined && without.has(message)) continue;
      if (message !== undefined) messages.set(`${own}.${place}`, message);
      if (message !== undefined) sessions.set(message, own);
      place += Buffer.byteLength(line) + 1;
    }
  }
  return {
    memory,
    recall: isBrief ? asBrief : memory.recall,
    home,
    messageOf: (id) => messages.get(id),
    sessionOf: (message) => sessions.get(message) ?? message,
    async close() {
      (await reader)?.close();
      memory.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

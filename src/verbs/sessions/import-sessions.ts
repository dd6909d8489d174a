/** Takes in the sessions that agents kept: finds their transcripts, and reads of each what is new. */
import { resolve } from "node:path";
import { AGENTS, agentNamed, findTranscripts } from "../../capture/agents/sources.ts";
import { isCompressed, uncompressedName } from "../../capture/agents/transcript/compressed.ts";
import {
  importCompressed,
  importOpencode,
  importTranscript,
} from "../../capture/agents/transcript/import-transcript.ts";
import type { CallContext } from "../../context/call-context.ts";
import { errnoOf, OldhandError } from "../../core/base/error.ts";
import type { Skipped } from "../../core/event/admit.ts";
import { openOpencode } from "../../store/local/foreign/foreign-databases.ts";
import { type Imported, summed } from "../history/history-verbs.ts";
import { screeningOf } from "../history/take-in-commands.ts";
import { importOne, type Part, type Wanted } from "./import-transcript.ts";

export type ImportedSessions = Imported & {
  readonly sessions: number;
  readonly commands: number;
  /** Understood, and left out on purpose. */
  readonly leftOut: readonly Skipped[];
};

export type SessionsAsk = {
  /** None: all that are found on this machine. */
  readonly agent?: string;
  readonly file?: string;
  /** Takes in again what was let go, as far as its agent still keeps it. */
  readonly all?: boolean;
  readonly progress?: (text: string) => void;
};

/** `imported` counts pieces of talk; a session that grew costs what was added. */
export async function importSessions(
  call: CallContext,
  { agent, file, all = false, progress = () => {} }: SessionsAsk,
): Promise<ImportedSessions> {
  const { store, env } = call;
  const parts: Part[] = [];
  for (const found of wantedTranscripts(env, { agent, file })) {
    const wanted = { ...found, all };
    progress(`Reading ${wanted.file}`);
    for await (const part of file === undefined ? importFound(call, wanted) : importFile(call, wanted))
      parts.push(part);
  }
  if (parts.some(({ commands }) => commands > 0))
    await (await import("../history/count-habits.ts")).learnHabitsGently(store);
  return {
    ...summed(parts),
    sessions: parts.filter(({ imported }) => imported > 0).length,
    commands: parts.reduce((sum, { commands }) => sum + commands, 0),
    leftOut: summed(parts.map((part) => ({ ...part, skipped: part.leftOut }))).skipped,
  };
}

function wantedTranscripts(
  { variables, cwd }: CallContext["env"],
  { agent, file }: { agent: string | undefined; file: string | undefined },
): Wanted[] {
  const names = AGENTS.map(({ name }) => name).join(", ");
  if (agent === undefined && file !== undefined)
    throw new OldhandError(
      "usage",
      `Say whose session ${file} is: \`oldhand session import AGENT --file F\`, one of ${names}.`,
    );
  const named = agent === undefined ? undefined : agentNamed(agent);
  if (agent !== undefined && named === undefined)
    throw new OldhandError("usage", `There is no agent ${agent}. It is one of ${names}.`);
  if (named !== undefined && file !== undefined) return [{ agent: named, file: resolve(cwd ?? "/", file) }];
  return findTranscripts(variables, named?.name).map((found) => ({
    agent: agentNamed(found.agent)!,
    file: found.file,
  }));
}

/** One file of many that cannot be read is counted; it keeps none of the others out. */
async function* importFound(call: CallContext, wanted: Wanted): AsyncGenerator<Part> {
  try {
    yield* importFile(call, wanted);
  } catch (error) {
    if (!(error instanceof OldhandError) || !UNREADABLE.includes(error.code)) throw error;
    const skipped = [{ reason: `file of ${wanted.agent.name} that cannot be read`, count: 1 }];
    yield { imported: 0, duplicates: 0, commands: 0, skipped, leftOut: [] };
  }
}

const UNREADABLE: readonly string[] = ["not-found", "unreadable"];

async function* importFile(call: CallContext, { agent, file, all = false }: Wanted): AsyncGenerator<Part> {
  try {
    const { readLine } = agent;
    if (readLine !== undefined) {
      // Compressed or not, it is the same transcript.
      const name = `session/${agent.name}/${uncompressedName(file)}`;
      const importer = isCompressed(file) ? importCompressed : importTranscript;
      yield await importOne(call, { name, agent, file, all }, (cursor) =>
        importer({ ...agent, readLine }, file, { ...cursor, ...screeningOf(call.config) }),
      );
      return;
    }
    const database = openOpencode(file);
    try {
      for (const one of database.sessions())
        yield await importOne(
          call,
          { name: `session/${agent.name}/${file}/${one.session.id}`, agent, file, all },
          (cursor) => importOpencode(one, file, { ...cursor, ...screeningOf(call.config) }),
        );
    } finally {
      database.close();
    }
  } catch (error) {
    const why = errnoOf(error);
    // What the store reports of itself says nothing about the file.
    if (error instanceof OldhandError || why === undefined || !/^E[A-Z]+$/.test(why)) throw error;
    throw new OldhandError(
      why === "ENOENT" ? "not-found" : "unreadable",
      `${file} cannot be read (${why}). Nothing of it was taken.`,
      { cause: error },
    );
  }
}

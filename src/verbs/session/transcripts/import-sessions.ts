/** Imports agents' sessions: finds their transcripts, all or those that became idle, and reads the new part of each. */
import { resolve } from "node:path";
import { agentsWith } from "../../../agents/all.ts";
import { readerOf, type TranscriptReader } from "../../../capture/agents/find-transcripts.ts";
import { isCompressed, uncompressedName } from "../../../capture/agents/transcript/compressed.ts";
import {
  importCompressed,
  importOpencode,
  importTranscript,
} from "../../../capture/agents/transcript/import-transcript.ts";
import { DAY_MS, HOUR_MS } from "../../../core/base/clock.ts";
import { errnoOf, OldhandError, unreadableImport } from "../../../core/base/error.ts";
import { type Imported, type Skipped, screeningOf, summed } from "../../../core/event/admit.ts";
import { screenName } from "../../../core/screen/clean.ts";
import { listOf } from "../../../core/text/wording.ts";
import { getMeta, setMeta } from "../../../store/databases/database.ts";
import { openOpencode } from "../../../store/foreign/foreign-databases.ts";
import type { CallContext } from "../../call/call-context.ts";
import { ownTranscripts } from "./own-transcripts.ts";
import { type ImportedTranscript, storeTranscript } from "./store-transcript.ts";

export type ImportedSessions = Imported & {
  readonly sessions: number;
  readonly commands: number;
  /** Parts that are known and left out on purpose. */
  readonly leftOut: readonly Skipped[];
  /** The time was over before the end of a transcript. */
  readonly isPartial?: true;
};

export type SessionsAsk = {
  /** Default: all transcripts that are found on this machine. */
  readonly agent?: string;
  readonly file?: string;
  /** Imports expired sessions again, if their agent still has them. */
  readonly all?: boolean;
  /** Stops within a transcript after this time; the next import continues. */
  readonly untilMs?: number;
  readonly progress?: (text: string) => void;
};

type Transcript = { readonly agent: TranscriptReader; readonly file: string };

/** `imported` counts messages; of a session that grew, only the new part is read. */
export async function importSessions(
  call: CallContext,
  { agent, file, all = false, untilMs, progress = () => {} }: SessionsAsk,
): Promise<ImportedSessions> {
  const parts: ImportedTranscript[] = [];
  for (const transcript of transcriptsFor(call, { agent, file })) {
    progress(`Reading ${transcript.file}`);
    try {
      for await (const part of importFile(call, transcript, { all, untilMs })) parts.push(part);
    } catch (error) {
      // One unreadable file of many is counted, and does not stop the import.
      const isUnreadable = error instanceof OldhandError && ["not-found", "unreadable"].includes(error.code);
      if (file !== undefined || !isUnreadable) throw error;
      const skipped = [{ reason: `unreadable file of ${transcript.agent.name}`, count: 1 }];
      parts.push({ imported: 0, duplicates: 0, commands: 0, skipped, leftOut: [] });
    }
  }
  if (parts.some(({ commands }) => commands > 0))
    await (await import("../../history/count-habits.ts")).learnHabitsGently(call.store);
  return { ...summedSessions(parts), sessions: parts.filter(({ imported }) => imported > 0).length };
}

type Limits = { readonly most: number; readonly untilMs: number };

/** For what runs by itself: no active sessions, no old ones, and only those that changed. The longest unchanged first; true if all are imported, false if the limits left some to the next time. */
export async function importIdleSessions(call: CallContext, { most, untilMs }: Limits): Promise<boolean> {
  const { store, clock } = call;
  const due = transcriptsDue(call);
  for (const [at, { agent, file, modifiedMs, mark }] of due.entries()) {
    if (at >= most || clock() > untilMs) return false;
    try {
      const { isPartial = false } = await importSessions(call, { agent, file, untilMs });
      if (isPartial) return false;
    } catch (error) {
      // One that cannot be read does not stop the others; `learn` reports it.
      if (!(error instanceof OldhandError)) throw error;
    }
    // Another transcript with the same time may still be due.
    if (!due.slice(at + 1).some((next) => next.mark === mark && next.modifiedMs === modifiedMs))
      setMeta(store.state, mark, String(modifiedMs));
  }
  return true;
}

/** The names in the meta table of the time up to which files are imported. */
const FILES_UP_TO = "imported_files_ms";
/** A database of many sessions changes whenever one of them does. */
const DATABASES_UP_TO = "imported_databases_ms";

function transcriptsDue(call: CallContext) {
  const { store, config, clock } = call;
  const nowMs = clock();
  const idleMs = config["memories.minRolloutIdleHours"] * HOUR_MS;
  const oldestMs = nowMs - config["memories.maxRolloutAgeDays"] * DAY_MS;
  // After the clock was set back, changed files look older than those that were imported: all are looked at again.
  const upTo = (mark: string): number => Number(getMeta(store.state, mark) ?? 0);
  const known = new Map([FILES_UP_TO, DATABASES_UP_TO].map((mark) => [mark, upTo(mark) > nowMs ? 0 : upTo(mark)]));
  return ownTranscripts(call)
    .map((found) => {
      const isFile = readerOf(found.agent)?.read !== "rows";
      return { ...found, isFile, mark: isFile ? FILES_UP_TO : DATABASES_UP_TO };
    })
    .filter(({ modifiedMs, isFile, mark }) => {
      if (modifiedMs <= known.get(mark)! || modifiedMs < oldestMs) return false;
      return !isFile || nowMs - modifiedMs >= idleMs;
    })
    .toSorted((a, b) => a.modifiedMs - b.modifiedMs);
}

export function summedSessions(parts: readonly ImportedTranscript[]): ImportedTranscript {
  return {
    ...summed(parts),
    commands: parts.reduce((sum, { commands }) => sum + commands, 0),
    leftOut: summed(parts.map((part) => ({ ...part, skipped: part.leftOut }))).skipped,
    ...(parts.some(({ isPartial }) => isPartial) && { isPartial: true }),
  };
}

function transcriptsFor(
  call: CallContext,
  { agent, file }: { agent: string | undefined; file: string | undefined },
): Transcript[] {
  const names = listOf(
    agentsWith("transcripts").map(({ name }) => name),
    "or",
  );
  if (agent === undefined && file !== undefined)
    throw new OldhandError(
      "usage",
      `--file needs the agent: \`oldhand session import AGENT --file ${file}\`, with ${names}.`,
    );
  const named = agent === undefined ? undefined : readerOf(agent);
  if (agent !== undefined && named === undefined)
    throw new OldhandError("usage", `Unknown agent ${agent}. Use ${names}.`);
  if (named !== undefined && file !== undefined) return [{ agent: named, file: resolve(call.env.cwd ?? "/", file) }];
  return ownTranscripts(call, named?.name).map((found) => ({ ...found, agent: readerOf(found.agent)! }));
}

async function* importFile(
  call: CallContext,
  { agent, file }: Transcript,
  limits: Pick<Parameters<typeof storeTranscript>[1], "all" | "untilMs">,
): AsyncGenerator<ImportedTranscript> {
  const screening = screeningOf(call.config);
  try {
    const { read } = agent;
    if (read !== "rows") {
      // The same name whether it is compressed or not.
      const name = `session/${agent.name}/${screenName(uncompressedName(file), screening)}`;
      const reader = { ...agent, read: await read() };
      const importer = isCompressed(file) ? importCompressed : importTranscript;
      yield await storeTranscript(call, { name, agent, file, ...limits }, (cursor) =>
        importer(reader, file, { ...cursor, ...screening }),
      );
      return;
    }
    const database = openOpencode(file);
    try {
      for (const one of database.sessions())
        yield await storeTranscript(
          call,
          {
            name: `session/${agent.name}/${screenName(`${file}/${one.session.id}`, screening)}`,
            agent,
            file,
            ...limits,
          },
          (cursor) => importOpencode(one, file, { ...cursor, ...screening }),
        );
    } finally {
      database.close();
    }
  } catch (error) {
    const code = errnoOf(error);
    // Errors of our own store have other codes.
    if (error instanceof OldhandError || code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    throw unreadableImport(file, code, error);
  }
}

/** Proves by the agent's own transcript that the person said what a hook reported: anybody can call a hook. */
import { basename } from "node:path";
import { DAY_MS } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import { type ProjectId, sessionSource } from "../../../core/record/record.ts";
import type { UnreadSession } from "../../../core/record/suggestion.ts";
import { sessionId, type Turn } from "../../../core/session/session.ts";
import { normalised } from "../../../core/text/words.ts";
import type { CallContext } from "../../call/call-context.ts";
import { inProjectOf, outsideOfProjects } from "../../call/open-for-writing.ts";
import { captureStatements } from "../../learning/capture-statements.ts";
import { ownTranscripts } from "./own-transcripts.ts";

const MOST_TRANSCRIPTS = 8;

type Said = UnreadSession & {
  /** A sentence of the message. */
  readonly sentence: string;
};

/** The person's message in that session that has the sentence; what is new in the agent's transcripts is read first. */
export async function personTurn(
  call: CallContext,
  said: Said,
  { untilMs }: { untilMs: number },
): Promise<Turn | undefined> {
  const known = storedTurn(call, said);
  if (known !== undefined) return known;
  const { importSessions } = await import("./import-sessions.ts");
  for (const file of likelyTranscripts(call, said)) {
    if (call.clock() > untilMs) return undefined;
    try {
      await importSessions(call, { agent: said.agent, file, untilMs });
    } catch (error) {
      // One that cannot be read proves nothing; another may.
      if (!(error instanceof OldhandError)) throw error;
    }
    const turn = storedTurn(call, said);
    if (turn !== undefined) return turn;
  }
  return undefined;
}

/** Those that are named after the session; else those that were written last, since an open session is among them. */
function likelyTranscripts(call: CallContext, { agent, session }: Said): string[] {
  const all = ownTranscripts(call, agent).toSorted((a, b) => b.modifiedMs - a.modifiedMs);
  const named = all.filter(({ file }) => namesIn(file).some((native) => sessionId(agent, native) === session));
  return (named.length > 0 ? named : all.slice(0, MOST_TRANSCRIPTS)).map(({ file }) => file);
}

/** The name without its ending, and an id at its end. */
function namesIn(file: string): string[] {
  const name = basename(file).replace(/\.jsonl?(?:\.zst)?$/, "");
  return [name, name.slice(-UUID_CHARS)];
}

const UUID_CHARS = 36;

function storedTurn({ store }: CallContext, { session, sentence }: Said): Turn | undefined {
  const wanted = normalised(sentence);
  return store.sessions
    .turnsOf(session)
    .find(({ role, text }) => role === "person" && normalised(text).includes(wanted));
}

/** Suggestions of prompts that a transcript proves by now become the person's records. After a day only what is read anyway proves them. */
export async function recordProvenPrompts(call: CallContext, { untilMs }: { untilMs: number }): Promise<number> {
  const { store, clock } = call;
  let remembered = 0;
  for (const { id, record, change, createdAt } of store.suggestions.unread()) {
    const { unread } = change!;
    const said = { ...unread!, sentence: record.quote ?? record.text };
    const isRecent = Math.abs(clock() - Date.parse(createdAt)) < DAY_MS;
    const turn = isRecent ? await personTurn(call, said, { untilMs }) : storedTurn(call, said);
    if (turn === undefined) continue;
    remembered += await learnFromTurn(call, turn, { project: record.project, saidMs: Date.parse(record.saidAt!) });
    await store.suggestions.decide(id, "accepted");
  }
  return remembered;
}

type About = { readonly project: ProjectId | undefined; readonly saidMs: number };

/** The words are taken from the transcript; a hook may have left out what stands around them. */
export async function learnFromTurn(call: CallContext, { session, text }: Turn, { project, saidMs }: About) {
  const capture = (there: CallContext) => captureStatements(there, text, { source: sessionSource(session), saidMs });
  const captured = await (project === undefined
    ? outsideOfProjects(call, capture)
    : inProjectOf(call, project, capture));
  return captured.filter(({ outcome }) => outcome === "remembered" || outcome === "superseded").length;
}

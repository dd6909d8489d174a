/** Turns the events of one transcript into screened turns, chunks and commands, and knows where to continue next time. */

import type { StartFacts } from "../../../agents/agent.ts";
import {
  type CallOutcome,
  ignored,
  type ReaderMemory,
  type TranscriptEvent,
} from "../../../agents/format/transcript-event.ts";
import { type Screening, type Skipped, tally } from "../../../core/event/admit.ts";
import type { NewEvent } from "../../../core/event/event.ts";
import { screen, screenStart } from "../../../core/screen/clean.ts";
import type { AgentName, AgentSession, Chunk, SourceSpan, TranscriptItem } from "../../../core/session/session.ts";
import { carriesMarker } from "../../../core/text/marker.ts";
import { type ChunkPlace, chunker } from "./chunker.ts";
import { isOldhand, keptOutput, keptToolUse, namesInstructions, stripInjected, toolUseOf } from "./kept-text.ts";
import { type Calls, openCalls } from "./open-calls.ts";
import { type SessionFacts, sessionFacts } from "./session-facts.ts";

/** All that is needed to continue from `at`, where the open part of the session begins. Stored in cursors. */
export type RecorderState = {
  readonly at: number;
  readonly place: ChunkPlace;
  readonly facts: StartFacts;
  readonly memory: ReaderMemory;
};

type SessionRecorder = {
  /** Takes the events of one line or row; `memory` is what the reader remembered before it. */
  readonly record: (events: readonly TranscriptEvent[], span: SourceSpan, memory: ReaderMemory) => TranscriptItem[];
  readonly skip: (reason: string, span: SourceSpan) => void;
  /** The chunks that are still open, as they are now. */
  readonly open: () => TranscriptItem[];
  readonly session: () => AgentSession;
  readonly chunks: () => number;
  /** Where to continue: where the open part began, or, if nothing is open, at the end. */
  readonly reached: (
    end: number,
    memory: ReaderMemory,
  ) => { readonly state: RecorderState; readonly facts: StartFacts };
  readonly skipped: () => Skipped[];
  readonly leftOut: () => Skipped[];
};

type RecorderOptions = {
  readonly agent: AgentName;
  readonly file: string;
  readonly state: RecorderState;
  /** An earlier import returned what is before this position: it is read again only for its context. */
  readonly importedUntil: number;
  readonly screening: Screening;
};

/** A part of the session ends with the turn, or after so many bytes; a later import reads the open part again. */
const PART_BYTES = 1 << 20;
/** After so many bytes the result of a call is no longer expected. */
const WAIT_BYTES = 1 << 22;
const LONGEST_TEXT = 1 << 16;
/** A file could contain a new type on every line, and each type is named in a reason. */
const MOST_NAMES = 20;
const LONGEST_PATH = 400;

export function sessionRecorder(options: RecorderOptions): SessionRecorder {
  const { agent, screening, importedUntil } = options;
  const facts: SessionFacts = sessionFacts({ ...options, facts: options.state.facts });
  const chunks = chunker(facts.id, options.state.place);
  const skipped = tally();
  const leftOut = tally();
  let { state } = options;
  const names = new Set<string>();
  let span: SourceSpan = { from: 0, to: 0 };
  let lineMemory: ReaderMemory = {};
  let factsBefore = facts.kept();
  /** What the line has contained so far: a part of the session can only begin with a line. */
  let lineHas: "nothing" | "person" | "more" = "nothing";

  const isNew = (): boolean => span.from >= importedUntil;
  const ignore = (reason: string): void => {
    if (isNew()) leftOut.add(reason);
  };
  const calls: Calls = openCalls({ agent, session: facts.id, cwd: facts.cwd, screening, skip: ignore });
  const chunkItems = (done: readonly Chunk[]): TranscriptItem[] =>
    isNew() ? done.map((chunk) => ({ kind: "chunk", chunk })) : [];
  const eventItems = (events: readonly NewEvent[]): TranscriptItem[] =>
    isNew() ? events.map((event) => ({ kind: "command", event: { ...event, place: span.from } })) : [];
  const cut = (next: "talk" | "any"): TranscriptItem[] => {
    const items = [...eventItems(calls.giveUp()), ...chunkItems(chunks.cut(next))];
    if (lineHas === "nothing") {
      state = { at: span.from, place: chunks.place(), facts: factsBefore, memory: lineMemory };
    }
    return items;
  };
  const isLong = (): boolean => span.from - state.at > (calls.areOpen() ? WAIT_BYTES : PART_BYTES);
  const isDue = (length: number): boolean => isLong() || (!calls.areOpen() && chunks.overflows(length));

  const message = (event: Extract<TranscriptEvent, { kind: "message" }>): TranscriptItem[] => {
    const own = stripInjected(event.text);
    for (const reason of own.ignored) ignore(reason);
    if (event.text.length > LONGEST_TEXT) ignore("end of a message over 64 KB");
    const text = screenStart(own.text, LONGEST_TEXT, screening);
    if (text === "") {
      if (own.ignored.length === 0) ignore("empty");
      return [];
    }
    const role = event.role === "person" && facts.isSubagent() ? "machine" : event.role;
    const continues = role === "agent" ? !isDue(text.length) : role === "person" && lineHas === "person";
    const done = continues && !chunks.isEmpty() ? [] : cut("talk");
    lineHas = role === "person" ? "person" : "more";
    const turn = { session: facts.id(), role, text, ...timeOf(event), files: [], span };
    const closed = chunks.add({ role, text, span, atMs: event.atMs, cwd: facts.cwd() });
    return [...done, ...chunkItems(closed), ...(isNew() ? [{ kind: "turn", turn } as const] : [])];
  };

  const call = (event: Extract<TranscriptEvent, { kind: "call" }>): TranscriptItem[] => {
    // An agent may work for hours without a message.
    const done = lineHas === "nothing" && isLong() ? cut("any") : [];
    lineHas = "more";
    calls.begin(event);
    chunks.touch(filesOf(event.files, { screening, cwd: facts.cwd() }));
    return done;
  };

  const result = (event: Extract<TranscriptEvent, { kind: "result" }>): TranscriptItem[] => {
    const ended = calls.end(event);
    if (ended === undefined) {
      ignore("result without its call");
      return [];
    }
    return [...eventItems(ended.events), ...toolTurn(ended.call, event.text, event)];
  };

  /** The turn of a tool, with the part of its output that is kept. */
  const toolTurn = (used: UsedTool, printed: string, outcome: CallOutcome): TranscriptItem[] => {
    const files = filesOf(used.files, { screening, cwd: facts.cwd() });
    lineHas = "more";
    const reason = whyNotLearned(used, printed);
    if (reason !== undefined) ignore(reason);
    const text = reason === undefined ? keptOutput(printed, screening) : "";
    if (text === "") return [];
    const tool = keptToolUse(toolUseOf(used, outcome), screening);
    const turn = { session: facts.id(), role: "tool", text, ...timeOf(outcome), files, tool, span } as const;
    const closed = chunks.add({ role: "tool", text, span, atMs: outcome.atMs, cwd: facts.cwd(), files });
    return [...chunkItems(closed), ...(isNew() ? [{ kind: "turn", turn } as const] : [])];
  };

  /** A complete command; its output is kept if no result of a call has it. */
  const command = (event: Extract<TranscriptEvent, { kind: "command" }>): TranscriptItem[] => {
    const { id, command: line, output = "" } = event;
    const isSecond = calls.isOpen(id);
    const items = eventItems(calls.complete(event));
    return isSecond || output === ""
      ? items
      : [...items, ...toolTurn({ tool: "", command: line, files: [] }, output, event)];
  };

  const named = (reason: string): string => {
    if (names.size < MOST_NAMES) names.add(reason);
    return names.has(reason) ? reason : "unknown";
  };
  const take = (event: TranscriptEvent): TranscriptItem[] => {
    switch (event.kind) {
      case "message":
        facts.update(event);
        return message(event);
      case "call":
        facts.update({ atMs: event.atMs });
        return call(event);
      case "result":
        facts.update({ atMs: event.atMs });
        return result(event);
      case "command":
        return command(event);
      case "edit":
        return calls.isOpen(event.id) ? take(ignored("recorded twice")) : toolTurn(event, event.output, event);
      case "session":
        facts.update(event);
        return [];
      case "ignored":
        ignore(event.reason);
        return [];
      case "unknown":
        if (isNew()) skipped.add(named(event.reason));
        return [];
    }
  };

  return {
    record: (events, at, memory) => {
      span = at;
      lineMemory = memory;
      factsBefore = facts.kept();
      lineHas = "nothing";
      if (events.length === 0) ignore("empty");
      return events.flatMap(take);
    },
    skip: (reason, at) => {
      if (at.from >= importedUntil) skipped.add(reason);
    },
    open: () => chunks.open().map((chunk) => ({ kind: "chunk", chunk })),
    session: facts.session,
    chunks: () => chunks.place().ordinal,
    reached: (end, memory) => {
      const isOpen = calls.areOpen() || !chunks.isEmpty();
      const here = { at: end, place: chunks.place(), facts: facts.kept(), memory };
      return { state: isOpen ? state : here, facts: here.facts };
    },
    skipped: skipped.list,
    leftOut: leftOut.list,
  };
}

/** The parts of a call that decide whether its output is kept. */
type UsedTool = { readonly tool: string; readonly files: readonly string[]; readonly command?: string | undefined };

function whyNotLearned(call: UsedTool, output: string): string | undefined {
  if (isOldhand(call) || carriesMarker(output)) return "injected by oldhand";
  return [...call.files, call.command ?? ""].some(namesInstructions) ? "instruction file" : undefined;
}

type FileContext = { readonly screening: Screening; readonly cwd: string | undefined };

/** Paths inside the directory become relative to it; a path with a secret in it is left out. */
function filesOf(files: readonly string[], { screening, cwd }: FileContext): string[] {
  return files.flatMap((file) => {
    if (file.length > LONGEST_PATH || screen(file, screening).text !== file) return [];
    return [cwd !== undefined && file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file];
  });
}

function timeOf({ atMs }: { readonly atMs?: number | undefined }): { atMs?: number } {
  return atMs === undefined ? {} : { atMs };
}

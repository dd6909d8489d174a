/** Writes down what is heard of one session: turns, chunks and commands, screened, and where to go on next time. */
import { type Screening, type Skipped, tally } from "../../core/event/admit.ts";
import type { NewEvent } from "../../core/event/event.ts";
import { type Clean, screen } from "../../core/screen/clean.ts";
import type { AgentName, AgentSession, Chunk, Span, TranscriptItem } from "../../core/session/session.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import { type Calls, openCalls } from "./calls.ts";
import { type ChunkPlace, chunker } from "./chunks.ts";
import { type Ending, type Heard, left, type Memory } from "./heard.ts";
import { isOldhand, namesInstructions, ownWords } from "./own-words.ts";
import { type SessionFacts, type StartFacts, sessionFacts } from "./session-facts.ts";
import { keptOutput } from "./tool-output.ts";
import { keptToolUse, toolUseOf } from "./tool-use.ts";
import { wholeWords } from "./whole-words.ts";

/** All that is needed to go on from `at`, which is where an open piece of the session begins. */
export type ScribeState = {
  readonly at: number;
  readonly place: ChunkPlace;
  readonly facts: StartFacts;
  readonly memory: Memory;
};

export type Scribe = {
  /** Takes what one line or row comes to; `memory` is what its format remembered before it. */
  readonly hear: (heard: readonly Heard[], span: Span, memory: Memory) => TranscriptItem[];
  readonly skip: (reason: string, span: Span) => void;
  /** The chunks that are still open, as they stand. */
  readonly open: () => TranscriptItem[];
  readonly session: () => AgentSession;
  readonly chunks: () => number;
  /** Where to go on: where the open piece began, or, with nothing open, at the end. */
  readonly reached: (end: number, memory: Memory) => { readonly state: ScribeState; readonly facts: StartFacts };
  readonly skipped: () => Skipped[];
  readonly leftOut: () => Skipped[];
};

type ScribeOf = {
  readonly agent: AgentName;
  readonly file: string;
  readonly state: ScribeState;
  /** What stands before was told by an earlier import: it is heard again for its context alone. */
  readonly toldUntil: number;
  readonly screening: Screening;
};

/** A piece of the session ends with the turn, or once so much was read: it is what a later import reads again. */
const PIECE_BYTES = 1 << 20;
/** After so much a result is no longer waited for. */
const WAIT_BYTES = 1 << 22;
const LONGEST_TEXT = 1 << 16;
/** A file may invent as many types of lines as it has lines. */
const MOST_NAMES = 20;
const LONGEST_PATH = 400;

export function scribe(of: ScribeOf): Scribe {
  const { agent, screening, toldUntil } = of;
  const facts: SessionFacts = sessionFacts({ ...of, facts: of.state.facts });
  const chunks = chunker(facts.id, of.state.place);
  const skipped = tally();
  const leftOut = tally();
  let { state } = of;
  const names = new Set<string>();
  let span: Span = { from: 0, to: 0 };
  let lineMemory: Memory = {};
  let factsBefore = facts.kept();
  /** What the line has told so far: a piece of the session can only begin with a line. */
  let told: "nothing" | "person" | "more" = "nothing";

  const isNew = (): boolean => span.from >= toldUntil;
  const leave = (reason: string): void => {
    if (isNew()) leftOut.add(reason);
  };
  const calls: Calls = openCalls({ agent, session: facts.id, cwd: facts.cwd, screening, skip: leave });
  const clean = (text: string): Clean => screen(text, screening).text;
  const chunkItems = (done: readonly Chunk[]): TranscriptItem[] =>
    isNew() ? done.map((chunk) => ({ kind: "chunk", chunk })) : [];
  const eventItems = (events: readonly NewEvent[]): TranscriptItem[] =>
    isNew() ? events.map((event) => ({ kind: "command", event })) : [];
  const cut = (next: "talk" | "any"): TranscriptItem[] => {
    const items = [...eventItems(calls.giveUp()), ...chunkItems(chunks.cut(next))];
    if (told === "nothing") {
      state = { at: span.from, place: chunks.place(), facts: factsBefore, memory: lineMemory };
    }
    return items;
  };
  const isLong = (): boolean => span.from - state.at > (calls.areOpen() ? WAIT_BYTES : PIECE_BYTES);
  const isDue = (length: number): boolean => isLong() || (!calls.areOpen() && chunks.overflows(length));

  const say = (heard: Extract<Heard, { kind: "said" }>): TranscriptItem[] => {
    const own = ownWords(wholeWords(heard.text, LONGEST_TEXT));
    for (const reason of own.left) leave(reason);
    if (heard.text.length > LONGEST_TEXT) leave("end of a message over 64 KB");
    const text = clean(own.text);
    if (text === "") {
      if (own.left.length === 0) leave("empty");
      return [];
    }
    const role = heard.role === "person" && facts.isSubagent() ? "machine" : heard.role;
    const goesOn = role === "agent" ? !isDue(text.length) : role === "person" && told === "person";
    const done = goesOn && !chunks.isEmpty() ? [] : cut("talk");
    told = role === "person" ? "person" : "more";
    const turn = { session: facts.id(), role, text, ...timeOf(heard), files: [], span };
    const closed = chunks.add({ role, text, span, atMs: heard.atMs, cwd: facts.cwd() });
    return [...done, ...chunkItems(closed), ...(isNew() ? [{ kind: "turn", turn } as const] : [])];
  };

  const call = (heard: Extract<Heard, { kind: "call" }>): TranscriptItem[] => {
    // An agent may work for hours without a word.
    const done = told === "nothing" && isLong() ? cut("any") : [];
    told = "more";
    calls.begin(heard);
    chunks.touch(filesOf(heard.files, { screening, cwd: facts.cwd() }));
    return done;
  };

  const answer = (heard: Extract<Heard, { kind: "result" }>): TranscriptItem[] => {
    const ended = calls.end(heard);
    if (ended === undefined) {
      leave("result without its call");
      return [];
    }
    return [...eventItems(ended.events), ...printed(ended.call, heard.text, heard)];
  };

  /** What a tool said, as far as it is kept. */
  const printed = (used: Used, words: string, ending: Ending): TranscriptItem[] => {
    const files = filesOf(used.files, { screening, cwd: facts.cwd() });
    told = "more";
    const reason = notToBeLearned(used, words);
    if (reason !== undefined) leave(reason);
    const output = reason === undefined ? keptOutput(words) : "";
    const text = output === "" ? ("" as Clean) : clean(output);
    if (text === "") return [];
    const tool = keptToolUse(toolUseOf(used, ending), screening);
    const turn = { session: facts.id(), role: "tool", text, ...timeOf(ending), files, tool, span } as const;
    const closed = chunks.add({ role: "tool", text, span, atMs: ending.atMs, cwd: facts.cwd(), files });
    return [...chunkItems(closed), ...(isNew() ? [{ kind: "turn", turn } as const] : [])];
  };

  /** A command told whole; what it printed is kept where its call brings no result. */
  const run = (heard: Extract<Heard, { kind: "ran" }>): TranscriptItem[] => {
    const { id, command, output = "" } = heard;
    const isSecond = calls.isOpen(id);
    const items = eventItems(calls.ran(heard));
    return isSecond || output === "" ? items : [...items, ...printed({ tool: "", command, files: [] }, output, heard)];
  };

  const named = (reason: string): string => {
    if (names.size < MOST_NAMES) names.add(reason);
    return names.has(reason) ? reason : "unknown";
  };
  const take = (heard: Heard): TranscriptItem[] => {
    switch (heard.kind) {
      case "said":
        facts.hear(heard);
        return say(heard);
      case "call":
        facts.hear({ atMs: heard.atMs });
        return call(heard);
      case "result":
        facts.hear({ atMs: heard.atMs });
        return answer(heard);
      case "ran":
        return run(heard);
      case "edited":
        return calls.isOpen(heard.id) ? take(left("told twice")) : printed(heard, heard.output, heard);
      case "session":
        facts.hear(heard);
        return [];
      case "left":
        leave(heard.reason);
        return [];
      case "unknown":
        if (isNew()) skipped.add(named(heard.reason));
        return [];
    }
  };

  return {
    hear: (heard, at, memory) => {
      span = at;
      lineMemory = memory;
      factsBefore = facts.kept();
      told = "nothing";
      if (heard.length === 0) leave("empty");
      return heard.flatMap(take);
    },
    skip: (reason, at) => {
      if (at.from >= toldUntil) skipped.add(reason);
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

/** The call of a tool, as far as it says what became of its output. */
type Used = { readonly tool: string; readonly files: readonly string[]; readonly command?: string | undefined };

function notToBeLearned(call: Used, output: string): string | undefined {
  if (isOldhand(call) || carriesMarker(output)) return "injected by oldhand";
  return [...call.files, call.command ?? ""].some(namesInstructions) ? "instruction file" : undefined;
}

type Where = { readonly screening: Screening; readonly cwd: string | undefined };

/** Relative to the directory where they lie inside it; a path that holds a secret is left out. */
function filesOf(files: readonly string[], { screening, cwd }: Where): string[] {
  return files.flatMap((file) => {
    if (file.length > LONGEST_PATH || screen(file, screening).text !== file) return [];
    return [cwd !== undefined && file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file];
  });
}

function timeOf({ atMs }: { readonly atMs?: number | undefined }): { atMs?: number } {
  return atMs === undefined ? {} : { atMs };
}

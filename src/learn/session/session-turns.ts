/** The turns of a session as extraction reads them: messages, edits and commands in order, each command with its output. */
import type { CommandEvent } from "../../core/event/event.ts";
import type { Turn as StoredTurn } from "../../core/session/session.ts";
import type { SessionTurn } from "./turn.ts";

type Ran = Pick<CommandEvent, "command" | "status" | "startMs" | "actor" | "cwd" | "place">;

type Placed = {
  readonly at: number;
  /** Position in the transcript. */
  readonly place: number;
  readonly turn: Omit<SessionTurn, "ordinal" | "atMs">;
  /** Whether it is the output of a command, as far as that is known. */
  readonly isOutput: boolean;
};

/** The next tool turn is the output of a command. */
export function sessionTurns(stored: readonly StoredTurn[], ran: readonly Ran[]): SessionTurn[] {
  const turns = stored.flatMap(turnAndEdits);
  const commands = ran.map(placedCommand);
  // Commands of an older version have no position, only a time.
  const hasPlaces = commands.every(({ place }) => place >= 0);
  const items = [...commands, ...turns].toSorted((a, b) =>
    hasPlaces ? a.place - b.place : a.at - b.at || a.place - b.place,
  );
  return items.map(({ at, turn }, ordinal): SessionTurn => {
    const base = { ordinal, ...(at > 0 && { atMs: at }), ...turn };
    if (turn.command === undefined) return base;
    const next = items.slice(ordinal + 1).find(({ turn: { command, role } }) => command ?? role === "tool");
    return next?.isOutput ? { ...base, command: { ...turn.command, output: next.turn.text } } : base;
  });
}

const OUTCOMES = { success: "ok", failure: "failed" } as const;

function placedCommand({ command: line, status, startMs, actor, cwd, place }: Ran): Placed {
  const outcome = status === "success" || status === "failure" ? { status: OUTCOMES[status] } : {};
  const command = { line, ...outcome, ...(cwd !== undefined && { cwd }) };
  return { at: startMs ?? 0, place: place ?? -1, turn: { role: actor, text: "", command }, isOutput: false };
}

/** A tool turn that changed files gives an edit of each file, and then the turn itself. */
function turnAndEdits({ role, text, atMs = 0, files, tool, span }: StoredTurn): Placed[] {
  const edits = tool?.act === "edit" ? files : [];
  const place = span.from;
  // Older versions did not store which tool it was.
  const isOutput = role === "tool" && (tool === undefined || tool.act === "run");
  return [
    ...edits.map(
      (file): Placed => ({ at: atMs, place, turn: { role: "agent", text: "", edit: { file } }, isOutput: false }),
    ),
    { at: atMs, place, turn: { role, text, files }, isOutput },
  ];
}

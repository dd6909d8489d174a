/** How each session went, in numbers: what memory should change if it helps. */
import { agentCommands, type SessionFacts } from "./session-facts.ts";

export const OUTCOMES = [
  { name: "same-error-again", says: "errors that had happened before in the project" },
  { name: "same-command-failed-again", says: "commands that failed as they had failed before" },
  { name: "corrections", says: "corrections by the person" },
  { name: "repeated-instructions", says: "instructions that the person had given before" },
  { name: "commands-until-check-passes", says: "commands until a check passed" },
  { name: "guards-broken", says: "commands against a guard" },
  { name: "tokens-given", says: "tokens given" },
] as const;

export type OutcomeName = (typeof OUTCOMES)[number]["name"];
/** An outcome that a session cannot have, because it ran no check, is absent. */
export type Outcomes = Readonly<Partial<Record<OutcomeName, number>>>;

/** `breaks` counts a session's commands against guards, which needs the guards. */
export function outcomesOf(
  sessions: readonly SessionFacts[],
  breaks: (session: SessionFacts) => number,
): ReadonlyMap<string, Outcomes> {
  const seen = new Map<string, Seen>();
  const found = new Map<string, Outcomes>();
  for (const session of sessions.toSorted((a, b) => a.startedMs - b.startedMs)) {
    const before = seen.get(session.project) ?? { errors: new Set(), failed: new Set() };
    seen.set(session.project, before);
    const until = commandsUntilCheckPasses(session);
    found.set(session.id, {
      ...failures(session, before),
      corrections: session.corrections,
      "repeated-instructions": session.repeated.length,
      ...(until !== undefined && { "commands-until-check-passes": until }),
      "guards-broken": breaks(session),
      "tokens-given": session.coin?.heldOut === true ? 0 : session.given.reduce((sum, { tokens }) => sum + tokens, 0),
    });
  }
  return found;
}

/** What failed in a project so far. */
type Seen = { readonly errors: Set<string>; readonly failed: Set<string> };

function failures(session: SessionFacts, { errors, failed }: Seen): Outcomes {
  let [sameError, sameCommand] = [0, 0];
  for (const { line, worked, error } of agentCommands(session)) {
    // A command that works now may fail later for another reason.
    if (worked === true) failed.delete(line);
    if (worked !== false) continue;
    if (error !== undefined && errors.has(error)) sameError += 1;
    if (failed.has(line)) sameCommand += 1;
    failed.add(line);
    if (error !== undefined) errors.add(error);
  }
  return { "same-error-again": sameError, "same-command-failed-again": sameCommand };
}

/** Undefined if no check was run; all commands if none passed. */
function commandsUntilCheckPasses(session: SessionFacts): number | undefined {
  const commands = agentCommands(session);
  if (!commands.some(({ isCheck }) => isCheck)) return undefined;
  const passed = commands.findIndex(({ isCheck, worked }) => isCheck && worked === true);
  return passed === -1 ? commands.length : passed + 1;
}

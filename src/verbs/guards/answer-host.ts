/** A verdict in the words and the JSON of the host that asks before and after a tool is used. */
import { cleanInvisible } from "../../core/screen/invisible.ts";
import type { AgentName } from "../../core/session/session.ts";
import { defused } from "../../core/text/marker.ts";
import type { ActVerdict, VerdictMatch } from "./check-act.ts";

/** What a host does with each verdict; docs/agents.md says the same, and a test compares them. */
export type HostAnswers = {
  /** Goes on: the reason is context for the model, is added to the result by our plugin, or is answered after the tool. */
  readonly warn: "context" | "added by plugin" | "after";
  /** The host's own prompt, a question of our plugin, or a denial that tells the agent to ask. */
  readonly ask: "prompt" | "question of plugin" | "stop";
  readonly deny: "stop";
  /** The form of its JSON. */
  readonly decides: "permission" | "decision";
};

export const HOST_ANSWERS: Readonly<Record<AgentName, HostAnswers>> = {
  "claude-code": { warn: "context", ask: "prompt", deny: "stop", decides: "permission" },
  codex: { warn: "context", ask: "stop", deny: "stop", decides: "permission" },
  opencode: { warn: "added by plugin", ask: "stop", deny: "stop", decides: "permission" },
  pi: { warn: "added by plugin", ask: "question of plugin", deny: "stop", decides: "permission" },
  omp: { warn: "added by plugin", ask: "question of plugin", deny: "stop", decides: "permission" },
  gemini: { warn: "after", ask: "stop", deny: "stop", decides: "decision" },
};

/** The JSON that a hook answers before a tool is used; empty if nothing is to be said. */
export function answerBefore(agent: AgentName, event: string, { action, matches }: ActVerdict): object {
  if (action === "pass") return {};
  const said = matches.filter((match) => match.action === action);
  if (action === "warn") {
    const additionalContext = `oldhand: ${said.map(sentenceFor).join(" ")} This is a warning; nothing was stopped.`;
    return carriesWarnings(agent) ? { hookSpecificOutput: { hookEventName: event, additionalContext } } : {};
  }
  const { decides, [action]: does } = HOST_ANSWERS[agent];
  const advice = action === "ask" && does === "stop" ? " Ask the person before you run it." : "";
  const reason = `oldhand: ${said.map(sentenceFor).join(" ")}${advice}`;
  if (decides === "decision") return { decision: "deny", reason };
  const permissionDecision = does === "stop" ? "deny" : "ask";
  return { hookSpecificOutput: { hookEventName: event, permissionDecision, permissionDecisionReason: reason } };
}

/** Whether a warning can be given before the tool is used; otherwise it is given with the result. */
export function carriesWarnings(agent: AgentName): boolean {
  return HOST_ANSWERS[agent].warn !== "after";
}

const MOST_CHARS = 300;

/** Names the reason, the way that is right, and the record. */
export function sentenceFor({ record, text, reason, remedy }: Omit<VerdictMatch, "guard" | "action">): string {
  const instead = remedy === undefined ? "" : ` Run: ${remedy}.`;
  return shown(`${capital(reason)}.${instead} Rule ${record}: "${text.split("\n")[0]!.slice(0, MOST_CHARS)}"`);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Part of it is data: it must not look like one of our markers, or hide anything. */
const shown = (text: string): string => defused(cleanInvisible(text));

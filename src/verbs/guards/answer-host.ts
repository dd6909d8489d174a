/** A verdict in the words and the JSON of the host that asks before and after a tool is used. */
import type { HostAnswers } from "../../agents/agent.ts";
import { agentNamed } from "../../agents/all.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import type { AgentName } from "../../core/session/session.ts";
import { defused } from "../../core/text/marker.ts";
import type { ActVerdict, VerdictMatch } from "./check-act.ts";

/** The JSON that a hook answers before a tool is used; empty if nothing is to be said. */
export function answerBefore(agent: AgentName, event: string, { action, matches }: ActVerdict): object {
  if (action === "pass") return {};
  const said = matches.filter((match) => match.action === action);
  if (action === "warn") {
    const additionalContext = `oldhand: ${said.map(sentenceFor).join(" ")} This is a warning; nothing was stopped.`;
    return carriesWarnings(agent) ? { hookSpecificOutput: { hookEventName: event, additionalContext } } : {};
  }
  const { decides, [action]: does } = answersOf(agent);
  const advice = action === "ask" && does === "stop" ? " Ask the person before you run it." : "";
  const reason = `oldhand: ${said.map(sentenceFor).join(" ")}${advice}`;
  if (decides === "decision") return { decision: "deny", reason };
  const permissionDecision = does === "stop" ? "deny" : "ask";
  return { hookSpecificOutput: { hookEventName: event, permissionDecision, permissionDecisionReason: reason } };
}

/** Whether a warning can be given before the tool is used; otherwise it is given with the result. */
export function carriesWarnings(agent: AgentName): boolean {
  return answersOf(agent).warn !== "after";
}

function answersOf(agent: AgentName): HostAnswers {
  const { hooks } = agentNamed(agent) ?? {};
  if (hooks === undefined) throw new Error(`${agent} has no hooks`);
  return hooks.answers;
}

const MOST_CHARS = 300;

/** Names the reason, the way that is right, and the record. */
function sentenceFor({ record, text, reason, remedy }: Omit<VerdictMatch, "guard" | "action">): string {
  const instead = remedy === undefined ? "" : ` Run: ${remedy}.`;
  return shown(`${capital(reason)}.${instead} Rule ${record}: "${text.split("\n")[0]!.slice(0, MOST_CHARS)}"`);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Part of it is data: it must not look like one of our markers, or hide anything. */
const shown = (text: string): string => defused(cleanInvisible(text));

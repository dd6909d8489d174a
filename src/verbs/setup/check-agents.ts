/** Whether agents that were given this memory still use it: installed as it should be, trusted, active, read. */
import { findTranscripts } from "../../capture/agents/sources.ts";
import type { CallContext } from "../../context/call-context.ts";
import { DAY_MS, isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { type AgentName, isAgentName } from "../../core/session/session.ts";
import { readInstalled } from "../../install/installation.ts";
import { codexTrustsHooks } from "../../install/targets/agents.ts";
import type { Check } from "../../store/local/examine-store.ts";
import { lastHookMs } from "../sessions/take-hook-notes.ts";
import type { TargetView } from "./install-verbs.ts";

/** One check for each program that oldhand was installed into; none where there is none. */
export async function agentChecks(call: CallContext): Promise<Check[]> {
  return (await installedTargets(call)).map((target) => {
    const sight = isAgentName(target.name) ? sightOf(call, target.name) : undefined;
    const fault = faultOf(target, sight);
    const name = `${target.kind} ${target.name}`;
    if (fault !== undefined) return { name, ok: false, ...fault };
    return { name, ok: true, detail: wellBeing(call, sight) };
  });
}

/** What a glance can tell: an agent that went on working while its hooks fell silent. */
export function silentAgents(call: CallContext): string[] {
  return Object.keys(readInstalled(call.store.home.installedFile)).flatMap((name) => {
    // Without any hook call, its transcripts are not searched.
    const hasRun = isAgentName(name) && lastHookMs(call, name) !== undefined;
    const silence = hasRun ? silenceOf(sightOf(call, name)) : undefined;
    return silence === undefined ? [] : [`${name}: ${silence}. \`oldhand doctor\` looks closer.`];
  });
}

/** What is seen of an agent from here: its hooks' last word, and the sessions that it keeps. */
type Sight = {
  readonly agent: AgentName;
  readonly hookMs: number | undefined;
  readonly transcripts: ReturnType<typeof findTranscripts>;
};

function sightOf(call: CallContext, agent: AgentName): Sight {
  return { agent, hookMs: lastHookMs(call, agent), transcripts: findTranscripts(call.env.variables, agent) };
}

type Fault = Pick<Check, "detail" | "fix">;

function faultOf(target: TargetView, sight: Sight | undefined): Fault | undefined {
  const { name, title, changes, trouble, folder } = target;
  if (trouble !== undefined) return { detail: trouble, fix: `Mend it, then run \`oldhand install ${name}\`.` };
  const [changed] = changes;
  if (changed !== undefined) {
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : "";
    return {
      detail: `${changed.file}${more} is not as it was installed`,
      fix: `Run \`oldhand install ${name}\`, or \`oldhand uninstall ${name}\`.`,
    };
  }
  if (name === "codex" && !codexTrustsHooks(folder))
    return { detail: "its hooks are not trusted yet", fix: "Open Codex, type /hooks, and trust those of oldhand." };
  const silence = sight === undefined ? undefined : silenceOf(sight);
  return silence === undefined
    ? undefined
    : { detail: silence, fix: `Start ${title} anew; if it stays silent, run \`oldhand install ${name}\`.` };
}

/** Sessions went on for longer than this after the last word of its hooks. */
const SILENT_MS = DAY_MS;

function silenceOf({ hookMs, transcripts }: Sight): string | undefined {
  const newest = transcripts.reduce((latest, { modifiedMs }) => Math.max(latest, modifiedMs), 0);
  if (hookMs === undefined || newest - hookMs <= SILENT_MS) return undefined;
  return `its sessions go on, but its hooks last ran on ${isoTime(hookMs).slice(0, 10)}`;
}

function wellBeing(call: CallContext, sight: Sight | undefined): string {
  if (sight === undefined) return "installed";
  const { agent, hookMs, transcripts } = sight;
  const read = call.store.sessions
    .list({ limit: Number.MAX_SAFE_INTEGER })
    .filter((session) => session.agent === agent).length;
  const when =
    hookMs === undefined
      ? "hooks have not run yet"
      : `hooks last ran ${isoTime(hookMs).slice(0, 16).replace("T", " ")}`;
  return `installed, ${when}; sessions: ${transcripts.length} on disk, ${read} read`;
}

/** Parsers of other programs' settings are loaded only for this. */
async function installedTargets({ env }: CallContext): Promise<readonly TargetView[]> {
  const { installingVerbs } = await import("./install-verbs.ts");
  try {
    return installingVerbs(env)
      .targets()
      .filter(({ isInstalled }) => isInstalled);
  } catch (error) {
    // From sources nothing is installed, and without a HOME nothing can be found.
    if (error instanceof OldhandError) return [];
    throw error;
  }
}

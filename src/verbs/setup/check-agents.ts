/** Checks the programs that oldhand is installed in: unchanged settings, trusted hooks, hooks that still run. */
import { join } from "node:path";
import { agentNamed } from "../../agents/all.ts";
import { findTranscripts } from "../../capture/agents/find-transcripts.ts";
import { DAY_MS, isoTime } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { AgentName } from "../../core/session/session.ts";
import type { Check } from "../../store/examine-store.ts";
import { readInstalled } from "../../system/install/installation.ts";
import { readSettingsFile } from "../../system/install/settings-file.ts";
import type { CallContext } from "../call/call-context.ts";
import { lastHookMs, silentSessions } from "../session/transcripts/take-hook-notes.ts";
import type { TargetView } from "./install-verbs.ts";

export async function agentChecks(call: CallContext): Promise<Check[]> {
  const targets = await installedTargets(call);
  return Promise.all(
    targets.map(async (target) => {
      const activity = hasHooks(target.name) ? activityOf(call, target.name) : undefined;
      const name = `${target.kind} ${target.name}`;
      const fault = faultOf(target, activity) ?? (activity && (await guardFault(target, call)));
      if (fault !== undefined) return { name, ok: false, ...fault };
      return { name, ok: true, detail: stateOf(call, target, activity) };
    }),
  );
}

/** Its server may be another program, or find another memory than this one. */
async function guardFault({ name, title }: TargetView, { env }: CallContext): Promise<Fault | undefined> {
  const { tryGuard } = await import("../guards/try-server.ts");
  const result = await tryGuard(name, env);
  if (result === "stopped" || result === "unknown") return undefined;
  const fix = `Run \`oldhand install ${name}\`, and restart ${title}.`;
  return result === "passed"
    ? { detail: "a guard did not stop an edit: the server in its settings uses another memory", fix }
    : { detail: "the server in its settings gives no answer, so no guard acts", fix };
}

/** A quick check for the status screen: agents whose sessions go on without their hooks. */
export function silentAgents(call: CallContext): string[] {
  return Object.keys(readInstalled(call.store.home.installedFile)).flatMap((name) => {
    // Without a hook call there is nothing to compare transcripts with.
    const hasRun = hasHooks(name) && lastHookMs(call, name) !== undefined;
    const silence = hasRun ? silenceOf(activityOf(call, name)) : undefined;
    return silence === undefined ? [] : [`${name}: ${silence}. Run \`oldhand doctor\`.`];
  });
}

/** When the agent's hooks last ran, and its transcripts on disk. */
type Activity = {
  readonly agent: AgentName;
  readonly hookMs: number | undefined;
  readonly transcripts: ReturnType<typeof findTranscripts>;
  /** Sessions that started since one last sent a prompt. */
  readonly silentSessions: number;
};

/** One or two sessions may have ended without a prompt. */
const MOST_SILENT = 3;

function hasHooks(name: string): boolean {
  return agentNamed(name)?.hooks !== undefined;
}

/** Whether the server that should answer its prompts is off. */
function isDisconnected({ name, answeredBy }: TargetView, activity: Activity | undefined): boolean {
  const isByServer = agentNamed(name)?.hooks?.byServer !== undefined && answeredBy !== "program";
  return isByServer && activity !== undefined && activity.silentSessions >= MOST_SILENT;
}

/** Installs a program for the prompts of agents whose memory server is not connected; returns what it did. */
export async function connectByProgram(call: CallContext): Promise<readonly string[]> {
  const { installVerbs } = await import("./install-verbs.ts");
  return (await installedTargets(call)).flatMap((target) => {
    const { name, title } = target;
    if (!hasHooks(name) || !isDisconnected(target, activityOf(call, name))) return [];
    installVerbs(call.env).install(name, { answeredBy: "program" });
    return [
      `${title}: a program answers its prompts now. Run \`oldhand install ${name}\` once its server is connected.`,
    ];
  });
}

function activityOf(call: CallContext, agent: AgentName): Activity {
  return {
    agent,
    hookMs: lastHookMs(call, agent),
    transcripts: findTranscripts(call.env.variables, agent),
    silentSessions: silentSessions(call, agent),
  };
}

type Fault = Pick<Check, "detail" | "fix">;

function faultOf(target: TargetView, activity: Activity | undefined): Fault | undefined {
  const { name, title, changes, trouble, folder } = target;
  if (trouble !== undefined) return { detail: trouble, fix: `Fix it, then run \`oldhand install ${name}\`.` };
  const [changed] = changes;
  if (changed !== undefined) {
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : "";
    return {
      detail: `${changed.file}${more} changed since the installation`,
      fix: `Run \`oldhand install ${name}\`, or \`oldhand uninstall ${name}\`.`,
    };
  }
  const blocked = agentNamed(name)?.install?.trouble?.((file) => readSettingsFile(join(folder, file)));
  if (blocked !== undefined) return blocked;
  if (isDisconnected(target, activity))
    return {
      detail: `its last ${activity!.silentSessions} sessions sent no prompt to the memory server`,
      fix: `Check that the MCP server oldhand is enabled in ${title}, or run \`oldhand doctor --fix\`: then a program answers its prompts, without guards.`,
    };
  const silence = activity === undefined ? undefined : silenceOf(activity);
  return silence === undefined
    ? undefined
    : { detail: silence, fix: `Restart ${title}. If its hooks still do not run, run \`oldhand install ${name}\`.` };
}

/** How long sessions may go on after the last hook ran. */
const SILENT_MS = DAY_MS;

function silenceOf({ hookMs, transcripts }: Activity): string | undefined {
  const newest = transcripts.reduce((latest, { modifiedMs }) => Math.max(latest, modifiedMs), 0);
  if (hookMs === undefined || newest - hookMs <= SILENT_MS) return undefined;
  return `has newer sessions, but its hooks last ran on ${isoTime(hookMs).slice(0, 10)}`;
}

function stateOf(call: CallContext, { name, answeredBy }: TargetView, activity: Activity | undefined): string {
  if (activity === undefined) return "installed";
  const { agent, hookMs, transcripts } = activity;
  const read = call.store.sessions
    .list({ limit: Number.MAX_SAFE_INTEGER })
    .filter((session) => session.agent === agent).length;
  const when =
    hookMs === undefined ? "no hook has run yet" : `hooks last ran ${isoTime(hookMs).slice(0, 16).replace("T", " ")}`;
  const fallback =
    answeredBy === "program"
      ? `; a program answers its prompts, without guards, until you run \`oldhand install ${name}\` again`
      : "";
  return `installed, ${when}; sessions: ${transcripts.length} on disk, ${read} imported${fallback}`;
}

/** Imported only now: it loads the parsers of other programs' settings. */
async function installedTargets({ env }: CallContext): Promise<readonly TargetView[]> {
  const { installVerbs } = await import("./install-verbs.ts");
  try {
    return installVerbs(env)
      .targets()
      .filter(({ isInstalled }) => isInstalled);
  } catch (error) {
    // Nothing is installed if oldhand runs from its sources or HOME is not set.
    if (error instanceof OldhandError) return [];
    throw error;
  }
}

/** Whether agents that were given this memory still use it: installed as it should be, trusted, heard of, read. */
import { findTranscripts } from "../capture/agents/agents.ts";
import { DAY_MS, isoTime } from "../core/base/clock.ts";
import { OldhandError } from "../core/base/error.ts";
import { AGENT_NAMES, type AgentName } from "../core/session/session.ts";
import { trustsHooks } from "../install/codex-trust.ts";
import { readInstalled } from "../install/installed-file.ts";
import type { Check } from "../store/local/examine.ts";
import { lastHeard } from "./hearing.ts";
import type { House } from "./house.ts";
import type { TargetView } from "./installing.ts";

/** One check for each program that oldhand was installed into; none where there is none. */
export async function agentChecks(house: House): Promise<Check[]> {
  return (await installedTargets(house)).map((target) => {
    const fault = faultOf(house, target);
    const name = `${target.kind} ${target.name}`;
    if (fault !== undefined) return { name, ok: false, ...fault };
    return { name, ok: true, detail: wellBeing(house, target) };
  });
}

/** What a glance can tell: an agent that went on working while its hooks fell silent. */
export function silentAgents(house: House): string[] {
  return Object.keys(readInstalled(house.store.home.installedFile)).flatMap((name) => {
    const agent = agentNamed(name);
    const silence = agent === undefined ? undefined : silenceOf(house, agent);
    return silence === undefined ? [] : [`${name}: ${silence}. \`oldhand doctor\` looks closer.`];
  });
}

type Fault = Pick<Check, "detail" | "fix">;

function faultOf(house: House, { name, title, changes, trouble }: TargetView): Fault | undefined {
  if (trouble !== undefined) return { detail: trouble, fix: `Mend it, then run \`oldhand install ${name}\`.` };
  const [changed] = changes;
  if (changed !== undefined) {
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : "";
    return {
      detail: `${changed.file}${more} is not as it was installed`,
      fix: `Run \`oldhand install ${name}\`, or \`oldhand uninstall ${name}\`.`,
    };
  }
  if (name === "codex" && !trustsHooks(house.env.variables, house.env.home))
    return { detail: "its hooks are not trusted yet", fix: "Open Codex, type /hooks, and trust those of oldhand." };
  const agent = agentNamed(name);
  const silence = agent === undefined ? undefined : silenceOf(house, agent);
  return silence === undefined
    ? undefined
    : { detail: silence, fix: `Start ${title} anew; if it stays silent, run \`oldhand install ${name}\`.` };
}

/** Sessions went on for longer than this after the last word of its hooks. */
const SILENT_MS = DAY_MS;

function silenceOf(house: House, agent: AgentName): string | undefined {
  const heard = lastHeard(house, agent);
  const newest = Math.max(0, ...findTranscripts(house.env.variables, agent).map(({ modifiedMs }) => modifiedMs));
  if (heard === undefined || newest - heard <= SILENT_MS) return undefined;
  return `its sessions go on, but its hooks were last heard of on ${isoTime(heard).slice(0, 10)}`;
}

function wellBeing(house: House, { name }: TargetView): string {
  const agent = agentNamed(name);
  if (agent === undefined) return "installed";
  const heard = lastHeard(house, agent);
  const onDisk = findTranscripts(house.env.variables, agent).length;
  const read = house.store.sessions
    .list({ limit: Number.MAX_SAFE_INTEGER })
    .filter((session) => session.agent === agent).length;
  const when =
    heard === undefined ? "not heard of yet" : `last heard of ${isoTime(heard).slice(0, 16).replace("T", " ")}`;
  return `installed, ${when}; sessions: ${onDisk} on disk, ${read} read`;
}

/** Parsers of other programs' settings are loaded only for this. */
async function installedTargets({ env }: House): Promise<readonly TargetView[]> {
  const { installingVerbs } = await import("./installing.ts");
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

function agentNamed(name: string): AgentName | undefined {
  return AGENT_NAMES.find((one) => one === name);
}

/** The configured reader: which model or agent it is, and whose sessions it may read. */
import { AGENTS, agentNamed, agentsWith } from "../../agents/all.ts";
import type { TokenBudget } from "../../core/job/job.ts";
import type { AgentName } from "../../core/session/session.ts";
import { agentModel, type ReaderAgent } from "../../models/agent-model.ts";
import { type Model, modelFor } from "../../models/model.ts";
import { readModelName } from "../../models/model-name.ts";
import type { KeptSession } from "../../store/rows/sessions.ts";
import { runHeadless } from "../../system/run/run-headless.ts";
import type { CallContext } from "../call/call-context.ts";

type ReaderContext = Pick<CallContext, "config" | "env">;

/** The name in the ledger; undefined if no reader is configured. Throws if the setting is invalid. */
export function readerName({ config, env }: ReaderContext): string | undefined {
  const setting = settingOf(config);
  if (setting === "" || readerAgent(setting) !== undefined) return setting || undefined;
  const { provider, model } = readModelName(setting, env.variables);
  return `${provider}/${model}`;
}

/** Undefined if no reader is configured. */
export function readerModel({ config, env }: ReaderContext, tokenBudget: TokenBudget): Model | undefined {
  const setting = settingOf(config);
  const agent = readerAgent(setting);
  if (agent !== undefined) return agentModel(agent, { tokenBudget, run: (ask) => runHeadless(ask, env.variables) });
  return modelFor({ "models.default": setting, "models.smol": "" }, { variables: env.variables, tokenBudget });
}

/** What each call takes besides the prompt. */
export function readerOverhead(config: CallContext["config"]): number {
  const setting = settingOf(config);
  return readerAgent(setting)?.headless.overheadTokens ?? 0;
}

/** Why the reader may not read a session; undefined if it may. */
export function lacksConsent({ config, env }: ReaderContext, { agent, project }: KeptSession): string | undefined {
  const may = config["models.readerConsent"];
  if (vendorOf(settingOf(config), env.variables).includes(agent) || may.includes(agent)) return undefined;
  if (project !== undefined && may.includes(`${agent}:${project}`)) return undefined;
  return `the reader needs your consent for sessions of ${agent}: set models.readerConsent to ${[...may, agent].join(",")}`;
}

function settingOf(config: CallContext["config"]): string {
  return config["models.reader"] || config["models.default"];
}

function readerAgent(setting: string): ReaderAgent | undefined {
  return agentsWith("headless").find(({ name }) => name === setting);
}

/** The agents whose sessions the reader's vendor has seen already; a model on this machine sends nothing anywhere. */
function vendorOf(setting: string, variables: CallContext["env"]["variables"]): readonly AgentName[] {
  const agent = readerAgent(setting);
  if (agent !== undefined) return [agent.name, ...(agentNamed(agent.name)?.sameVendor ?? [])];
  const { hostname } = new URL(readModelName(setting, variables).address);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  const isVendor = (host: string): boolean => hostname === host || hostname.endsWith(`.${host}`);
  return AGENTS.filter(({ modelHosts = [] }) => isLocal || modelHosts.some(isVendor)).map(({ name }) => name);
}

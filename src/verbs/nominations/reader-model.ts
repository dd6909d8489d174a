/** The configured reader: which model or agent it is, and whose sessions it may read. */
import type { CallContext } from "../../context/call-context.ts";
import type { TokenBudget } from "../../core/job/job.ts";
import { AGENT_NAMES, type AgentName } from "../../core/session/session.ts";
import { agentModel, overheadOf } from "../../model/agent-model.ts";
import { READER_AGENTS, type ReaderAgent } from "../../model/headless-agents.ts";
import { type Model, modelFor } from "../../model/model.ts";
import { readModelName } from "../../model/model-name.ts";
import { runHeadless } from "../../run/run-headless.ts";
import type { KeptSession } from "../../store/local/rows/sessions.ts";

type ReaderContext = Pick<CallContext, "config" | "env">;

/** The name in the ledger; undefined if no reader is configured. Throws if the setting is invalid. */
export function readerName({ config, env }: ReaderContext): string | undefined {
  const setting = settingOf(config);
  if (setting === "" || isReaderAgent(setting)) return setting || undefined;
  const { provider, model } = readModelName(setting, env.variables);
  return `${provider}/${model}`;
}

/** Undefined if no reader is configured. */
export function readerModel({ config, env }: ReaderContext, tokenBudget: TokenBudget): Model | undefined {
  const setting = settingOf(config);
  if (isReaderAgent(setting))
    return agentModel(setting, { tokenBudget, run: (ask) => runHeadless(ask, env.variables) });
  return modelFor({ "models.default": setting, "models.smol": "" }, { variables: env.variables, tokenBudget });
}

/** What each call takes besides the prompt. */
export function readerOverhead(config: CallContext["config"]): number {
  const setting = settingOf(config);
  return isReaderAgent(setting) ? overheadOf(setting) : 0;
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

function isReaderAgent(setting: string): setting is ReaderAgent {
  return (READER_AGENTS as readonly string[]).includes(setting);
}

/** The agents whose sessions the reader's vendor has seen already; a model on this machine sends nothing anywhere. */
function vendorOf(setting: string, variables: CallContext["env"]["variables"]): readonly AgentName[] {
  if (setting === "pi") return ["pi", "omp"];
  if (isReaderAgent(setting)) return [setting];
  const { hostname } = new URL(readModelName(setting, variables).address);
  if (/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return AGENT_NAMES;
  if (/(?:^|\.)anthropic\.com$/.test(hostname)) return ["claude-code"];
  if (/(?:^|\.)openai\.com$/.test(hostname)) return ["codex"];
  return /(?:^|\.)googleapis\.com$/.test(hostname) ? ["gemini"] : [];
}

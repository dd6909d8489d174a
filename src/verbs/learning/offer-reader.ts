/** Offers the person's own agent as the reader of finished sessions, with its price and what leaves this machine. */
import { agentsWith } from "../../agents/all.ts";
import { DAY_MS } from "../../core/base/clock.ts";
import type { AgentName } from "../../core/session/session.ts";
import type { CallContext } from "../call/call-context.ts";
import { estimateFor } from "../nominations/read-by-model.ts";
import { readableSessions } from "../session/transcripts/readable-sessions.ts";

export type ReaderOffer = {
  readonly agent: AgentName;
  /** That can be read now, and what it would take. */
  readonly sessions: number;
  readonly tokens: number;
  readonly tokensADay: number;
  /** One line for a screen. */
  readonly text: string;
  readonly sends: string;
  /** What a yes sets: learning, the reader, and a limit. */
  readonly settings: Readonly<Record<string, string>>;
};

/** Enough for a day's sessions; the person can change it. */
const CAP_PER_DAY = 200_000;

/** The agent with the most sessions; undefined if a model is configured already, or if there is nothing to read. */
export function readerOffer(call: CallContext): ReaderOffer | undefined {
  if (call.config["models.reader"] !== "" || call.config["models.default"] !== "") return undefined;
  const readable = readableSessions(call).map(({ session }) => session);
  const own = agentsWith("headless").map(({ name: agent, title }) => ({
    ...{ agent, title },
    sessions: readable.filter((one) => one.agent === agent),
  }));
  const [most] = own.toSorted((a, b) => b.sessions.length - a.sessions.length);
  if (most === undefined || most.sessions.length === 0) return undefined;
  const { agent, title, sessions } = most;
  const config = { ...call.config, "models.reader": agent };
  const { inputTokens, mostOutputTokens } = estimateFor(
    { ...call, config },
    sessions.map(({ id }) => id),
  );
  const tokens = inputTokens + mostOutputTokens;
  const days = new Set(sessions.map(({ endedMs = 0 }) => Math.floor(endedMs / DAY_MS))).size;
  const tokensADay = Math.min(CAP_PER_DAY, rounded(tokens / days));
  return {
    ...{ agent, tokens, tokensADay, sessions: sessions.length },
    text: `${title} reads your finished sessions and notes what lasts: about ${tokensADay.toLocaleString("en")} tokens a day on your account.`,
    sends: `Your messages and a few lines around each go to ${title}'s model, as they did in the session; pasted text, output and secrets do not.`,
    settings: {
      "memories.enabled": "true",
      "models.reader": agent,
      "models.dailyTokenCap": String(CAP_PER_DAY),
    },
  };
}

function rounded(tokens: number): number {
  return Math.max(1, Math.round(tokens / 1000)) * 1000;
}

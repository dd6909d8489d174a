/** What a session that begins now would be given: the rules, where the last one left off, and the summary. Nothing is noted. */

import type { CallContext } from "../../call/call-context.ts";
import { appliesTo } from "../../recalling/applies-to.ts";
import { wordsOfTicket } from "../../recalling/ticket-at-hand.ts";
import { MOST_CHARACTERS, sessionSecret, startNonce } from "./session-block.ts";
import { blockNow } from "./start-block.ts";

/** Of no session: its marks are no session's either. */
const SESSION = "";

export async function startPayload(call: CallContext): Promise<string> {
  const { state } = call.store;
  const secret = sessionSecret(state);
  const about = wordsOfTicket({ state, project: call.project });
  const moment = { at: "start", how: "new", ...(about !== undefined && { about }) } as const;
  const { text, lines } = await appliesTo(call, moment, { isUnasked: true, nonce: startNonce(secret, SESSION) });
  const first = lines.length === 0 ? "" : text;
  if (!call.config["memories.enabled"]) return first;
  const block = await blockNow({ ...call, state, secret: () => secret }, SESSION, {
    hostCap: { chars: MOST_CHARACTERS - first.length },
    without: new Set(lines.map(({ id }) => id)),
  });
  return [first, block].filter((part) => part !== "").join("\n\n");
}

/** The block that a session is given at its start. A file of its own for hooks, which need it once a session. */
import { readFileSync } from "node:fs";
import { POINTER, ROOT } from "../../../core/artifact/address.ts";
import { blocksOf, headingLevel } from "../../../core/artifact/blocks.ts";
import { entriesText, fitted, type Limit } from "../../../core/artifact/fit-to-limits.ts";
import { type Clean, screen } from "../../../core/screen/clean.ts";
import { fillSlots } from "../../../core/text/fill-slots.ts";
import { defused } from "../../../core/text/marker.ts";
import { estimateTokens } from "../../../core/text/tokens.ts";
import { pinnedText, pinSessionText, readAddress } from "../../../store/artifacts/read-artifacts.ts";
import type { Database } from "../../../store/databases/database.ts";
import type { Home } from "../../../store/files/home.ts";
import { readWording } from "../../../store/rows/derived-texts.ts";
import type { ReadContext } from "../../call/call-context.ts";
import { currentSummary } from "./current-summary.ts";
import { startNonce } from "./session-block.ts";

type SessionStart = Pick<ReadContext, "config" | "project" | "search" | "get" | "clock"> & {
  readonly home: Home;
  readonly state: Database | undefined;
  readonly secret: () => string | undefined;
};

type BlockAsk = Pick<SessionBlockOptions, "hostCap"> & Pick<Parameters<typeof currentSummary>[1], "without">;

/** From the records as they are now; then the same bytes for as long as the session lasts, whatever is learned during it. */
export async function startBlock(call: SessionStart, session: string, ask: BlockAsk = {}): Promise<string> {
  const { home, project, config } = call;
  if (project === undefined || !config["memories.enabled"]) return "";
  const known = pinnedText(home, project.id, session);
  if (known !== undefined) return known;
  const text = await blockNow(call, session, ask);
  return text === "" ? "" : pinSessionText(home, project.id, { session, text });
}

/** The same for a session that begins now; nothing is kept. */
export async function blockNow(
  call: SessionStart,
  session: string,
  { hostCap, without }: BlockAsk,
): Promise<Clean | ""> {
  const { home, project, config, state } = call;
  const own = call.secret();
  if (project === undefined || own === undefined) return "";
  const summary = readAddress(home, project.id, ROOT);
  if (summary.outcome !== "found") return "";
  const current = await currentSummary(summary.text, {
    call,
    worded() {
      const wording = state === undefined ? undefined : readWording(state, project.id);
      return wording && { versions: wording.versions, summary: wording.artifacts.summary };
    },
    playbook(address) {
      const read = readAddress(home, project.id, address);
      return read.outcome === "found" ? read.text : undefined;
    },
    ...(without !== undefined && { without }),
  });
  const { text } = sessionBlock(current, {
    sessionId: session,
    secret: own,
    limitTokens: config["memories.summaryInjectionTokenLimit"],
    ...(hostCap !== undefined && { hostCap }),
  });
  return screen(text).text;
}

export type SessionBlockOptions = {
  readonly sessionId: string;
  /** Known to this machine only, so that nobody who wrote a line could predict the marker. */
  readonly secret: string;
  readonly limitTokens: number;
  /** The host's own limit. */
  readonly hostCap?: { readonly tokens?: number; readonly chars?: number };
};

/** The same summary, session and limits give the same bytes; empty text if there is nothing to give. `leftOut` did not fit. */
export function sessionBlock(summary: string, options: SessionBlockOptions) {
  const nonce = startNonce(options.secret, options.sessionId)!;
  const blocks = blocksOf(defused(summary)).blocks.filter(({ text }) => headingLevel(text) !== 1 && text !== POINTER);
  const around = (body: string): string => fillSlots(READ_PATH, { memory_summary: body }, { nonce }).trimEnd();
  const taken = fitted(blocks, { limits: limitsOf(options), around });
  const leftOut = blocks.filter((block) => headingLevel(block.text) === 0 && !taken.includes(block)).length;
  if (taken.length === 0) return { text: "", tokens: 0, leftOut };
  const text = around(entriesText(taken));
  return { text, tokens: estimateTokens(text), leftOut };
}

/** How an agent should use what follows. */
const READ_PATH = readFileSync(new URL("./read_path.md", import.meta.url), "utf8");

function limitsOf({ limitTokens, hostCap: { tokens = limitTokens, chars } = {} }: SessionBlockOptions): Limit[] {
  const counted = { most: Math.min(limitTokens, tokens), count: estimateTokens };
  return chars === undefined ? [counted] : [counted, { most: chars, count: (text) => text.length }];
}

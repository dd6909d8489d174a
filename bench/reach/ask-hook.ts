/** Asks a home what a hook gives: at a session's start and at a prompt, as a running server answers. */
import type { SessionId } from "../../src/core/session/session.ts";
import { contextFor } from "../../src/faces/hook/context-for-event.ts";
import { lendDatabases } from "../../src/main/open-for-hook.ts";
import { environment } from "../../src/verbs/call/environment.ts";

export type Given = {
  readonly text: string;
  /** Lines of records, without the headings and the marker. */
  readonly lines: readonly string[];
  /** The ids of the messages that passages come from: `ses_….place`. */
  readonly passages: readonly string[];
  readonly ms: number;
};

const NO_DEADLINE = { awaitMore() {}, begin() {}, extend() {} };
const PASSAGE_ID = /\bses_[\w-]+\.\d+(?:\.\d+)?/g;

export function hookOf(home: string, oldhandHome: string) {
  const lend = lendDatabases();
  const env = { ...environment(), oldhandHome, home, variables: { HOME: home, PATH: process.env.PATH } };
  const ask = async (event: Where & { session: string } & Asked): Promise<Given> => {
    const { nowMs } = event;
    const from = performance.now();
    const text = await contextFor(
      "claude-code",
      { ...event, session: event.session as SessionId, name: "UserPromptSubmit" },
      {
        env: { ...env, cwd: event.cwd, ...(nowMs !== undefined && { clock: () => nowMs }) },
        deadline: NO_DEADLINE,
        lend,
      },
    );
    return {
      text,
      lines: text.split("\n").filter((line) => line.startsWith("- ")),
      passages: [...new Set(text.match(PASSAGE_ID) ?? [])],
      ms: performance.now() - from,
    };
  };
  return {
    prompt: (session: string, at: Where & { text: string }) => ask({ session, event: "prompt", ...at }),
    start: (session: string, at: Where) => ask({ session, event: "start", how: "new", ...at }),
    cut: (session: string, at: Where) => ask({ session, event: "cut", ...at }),
  };
}

type Where = { readonly cwd: string; readonly nowMs?: number };
type Asked =
  | { readonly event: "prompt"; readonly text: string }
  | { readonly event: "start"; readonly how: "new" }
  | { readonly event: "cut" };

/** The block for a session's start: the same bytes for as long as the session lasts, whatever is learned meanwhile. */
import { ROOT } from "../../core/artifact/address.ts";
import { type SessionBlockOptions, sessionBlock } from "../../core/artifact/session-block.ts";
import type { Config } from "../../core/base/config.ts";
import { keyedHash, toHex } from "../../core/base/hash.ts";
import type { ProjectRef } from "../../core/project/project.ts";
import { screen } from "../../core/screen/clean.ts";
import { nonceFrom } from "../../core/text/marker.ts";
import { pinnedText, pinSessionText, readAddress } from "../../store/local/artifacts/read-artifacts.ts";
import { type Database, getMeta, setMeta } from "../../store/local/databases/database.ts";
import type { Home } from "../../store/local/files/home.ts";

type SessionStart = {
  readonly home: Home;
  readonly project: ProjectRef | undefined;
  readonly config: Config;
  /** Known to this machine alone, so that nobody who wrote a line can have foreseen a marker. */
  readonly secret: () => string | undefined;
};

/** Its name among the small facts of state.db. */
export const SESSION_SECRET = "session_secret";

export function startBlock(
  { home, project, config, secret }: SessionStart,
  session: string,
  hostCap?: SessionBlockOptions["hostCap"],
): string {
  if (project === undefined || !config["memories.enabled"]) return "";
  const known = pinnedText(home, project.id, session);
  if (known !== undefined) return known;
  const summary = readAddress(home, project.id, ROOT);
  const own = secret();
  if (summary.outcome !== "found" || own === undefined) return "";
  const { text } = sessionBlock(summary.text, {
    sessionId: session,
    secret: own,
    limitTokens: config["memories.summaryInjectionTokenLimit"],
    ...(hostCap !== undefined && { hostCap }),
  });
  return text === "" ? "" : pinSessionText(home, project.id, { session, text: screen(text).text });
}

/** The marker of what a session is told at its start: the same each time it is told. */
export function startNonce(secret: string | undefined, session: string): string | undefined {
  return secret === undefined ? undefined : nonceFrom(keyedHash(secret, session));
}

/** What that session was told at its start, by the ids of its records. */
export function givenAtStart(home: Home, project: ProjectRef | undefined, session: string): ReadonlySet<string> {
  const text = project === undefined ? undefined : pinnedText(home, project.id, session);
  return new Set(text?.match(/\brec_[a-z0-9]{1,40}\b/g) ?? []);
}

/** Makes the secret once, with the first thing that is written. */
export function sessionSecret(state: Database): string {
  const known = getMeta(state, SESSION_SECRET);
  if (known !== undefined) return known;
  const made = toHex(state.random(16));
  setMeta(state, SESSION_SECRET, made);
  return made;
}

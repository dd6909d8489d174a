/** What sessions are given: a project's artifacts by their memory:// address, and the marks of a session's start. */

import { OldhandError } from "../../../core/base/error.ts";
import { keyedHash, toHex } from "../../../core/base/hash.ts";
import type { ProjectRef } from "../../../core/project/project.ts";
import { nonceFrom } from "../../../core/text/marker.ts";
import { pinnedText, readAddress } from "../../../store/artifacts/read-artifacts.ts";
import { type Database, getMeta, setMeta } from "../../../store/databases/database.ts";
import type { Home } from "../../../store/files/home.ts";
import { type CallContext, demandProject } from "../../call/call-context.ts";

/** The name of the session secret in the meta table of state.db. */
export const SESSION_SECRET = "session_secret";

/** Hosts cut what is longer. */
export const MOST_CHARACTERS = 9000;

/** The text at a memory:// address. */
export function resource(call: CallContext, address: string): string {
  const read = readAddress(call.home, demandProject(call).id, address);
  if (read.outcome === "found") return read.text;
  throw new OldhandError(read.outcome === "missing" ? "not-found" : "invalid", read.reason);
}

/** The marker around what a session is given at its start, the same each time. */
export function startNonce(secret: string | undefined, session: string): string | undefined {
  return secret === undefined ? undefined : nonceFrom(keyedHash(secret, session));
}

/** The ids of the records that the session was given at its start. */
export function givenAtStart(home: Home, project: ProjectRef | undefined, session: string): ReadonlySet<string> {
  const text = project === undefined ? undefined : pinnedText(home, project.id, session);
  return new Set(text?.match(/\brec_[a-z0-9]{1,40}\b/g) ?? []);
}

/** Created by the first command that writes; hooks only read it. */
export function sessionSecret(state: Database): string {
  const known = getMeta(state, SESSION_SECRET);
  if (known !== undefined) return known;
  const made = toHex(state.random(16));
  setMeta(state, SESSION_SECRET, made);
  return made;
}

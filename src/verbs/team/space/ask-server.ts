/** Asks a space's server: which space is meant, with which token, and what a refusal means for a person. */

import { type ErrorCode, OldhandError } from "../../../core/base/error.ts";
import type { TeamErrorCode } from "../../../core/team/errors.ts";
import { listOf, quotedName } from "../../../core/text/wording.ts";
import { readSpaces, readToken, type Space } from "../../../store/replicate/team/space-files.ts";
import { type Answered, type TeamClient, teamClient } from "../../../store/replicate/team/team-client.ts";
import { type CallContext, demandPerson } from "../../call/call-context.ts";

/** Long enough for a person who waits. */
export const LIMIT_MS = 30_000;

type Ask<T> = (client: TeamClient, space: Space) => Promise<Answered<T>>;

/** Of the space with this name or id; without one, of the only space. */
export function askServer<T>(call: CallContext, name: string | undefined, ask: Ask<T>): Promise<T> {
  return askOf(call, namedSpace(call, name), ask);
}

export async function askOf<T>(call: CallContext, space: Space, ask: Ask<T>): Promise<T> {
  return demandAnswer(await ask(clientOf(call, space, LIMIT_MS), space));
}

/** What only a person may ask a server to change. */
export function demandMayChange({ env }: CallContext): void {
  demandPerson(env, "change a team");
}

export function clientOf({ home }: CallContext, space: Space, limitMs: number): TeamClient {
  return teamClient({ url: space.url, token: readToken(home, space.id), limitMs });
}

/** By its name or id; without one, the only space. */
export function namedSpace({ home }: Pick<CallContext, "home">, name?: string): Space {
  const all = readSpaces(home);
  if (all.length === 0)
    throw new OldhandError(
      "not-found",
      "You joined no space. Ask a maintainer for an invitation and run `oldhand team join LINK`.",
    );
  const found = name === undefined ? all : all.filter((space) => space.id === name || space.name === name);
  const known = listOf(all.map((space) => space.name));
  if (found.length === 1) return found[0]!;
  if (name === undefined)
    throw new OldhandError("usage", `You joined ${all.length} spaces: ${known}. Name the one you mean.`);
  throw new OldhandError(
    found.length === 0 ? "not-found" : "ambiguous",
    found.length === 0
      ? `${quotedName(name)} matches no space. Joined: ${known}.`
      : `${quotedName(name)} is the name of ${found.length} spaces. Use an id: ${listOf(found.map(({ id }) => id))}.`,
  );
}

export function demandAnswer<T>(answered: Answered<T>): T {
  if (answered.outcome === "answered") return answered.answer;
  if (answered.outcome === "unreachable") throw new OldhandError("io", answered.reason);
  throw new OldhandError(CODES[answered.code] ?? "invalid", answered.reason);
}

const CODES: Readonly<Partial<Record<TeamErrorCode, ErrorCode>>> = {
  "not-found": "not-found",
  conflict: "conflict",
};

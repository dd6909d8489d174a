/**
 * The three requests of a sign-in, which need no token: a client starts it, the person's browser comes back from the issuer and
 * is shown a code, and the client shows its secret and that code for a token. Who only sent the link gets nothing.
 */
import { z } from "zod";
import { isoTime } from "../../../../src/core/base/clock.ts";
import { errnoOf } from "../../../../src/core/base/error.ts";
import { randomBytes, toHex } from "../../../../src/core/base/hash.ts";
import { isId } from "../../../../src/core/base/id.ts";
import type { SpaceId } from "../../../../src/core/team/rights.ts";
import { claimBody, signInBody } from "../../../../src/core/team/wire.ts";
import type { Transaction } from "../../postgres/database.ts";
import { type AuditEntry, addAudit } from "../../postgres/rows/audit.ts";
import { findMember } from "../../postgres/rows/members.ts";
import {
  addSignIn,
  claimSignIn,
  type Returned,
  setRefused,
  setVerified,
  takeReturn,
} from "../../postgres/rows/sign-ins.ts";
import { hasSpace, readSettings } from "../../postgres/rows/spaces.ts";
import { listTokens } from "../../postgres/rows/tokens.ts";
import { enterSpace } from "../../postgres/sign-in.ts";
import type { Answered, TeamServer } from "../answer.ts";
import { giveToken } from "../join.ts";
import { done, type Refused, type RouteResult, refuse } from "../route.ts";
import { MOST_TOKENS } from "../routes/tokens.ts";
import { type FoundMember, findOrAdmit } from "./find-member.ts";
import type { Issuer } from "./issuer.ts";
import type { SignInOptions } from "./options.ts";

type SignInServer = TeamServer & { readonly issuer: Issuer; readonly admits: SignInOptions["admits"] };

const LASTS_MS = 10 * 60_000;
const SECRET_BYTES = 32;
const ACT = "sign in";

/** Answers with the address at the issuer, and the secret that the client keeps to itself. */
export async function startSignIn(server: SignInServer, json: unknown): Promise<Answered> {
  const parsed = signInBody.safeParse(json);
  if (!parsed.success) return { result: refuse("invalid", z.prettifyError(parsed.error)) };
  const { space, name, machine } = parsed.data;
  const [state, secret] = [`${space}.${toHex(randomBytes(SECRET_BYTES))}`, toHex(randomBytes(SECRET_BYTES))];
  const begun = await server.issuer.begin(state).catch(() => undefined);
  if (begun === undefined) return { result: refuse("unavailable", "The issuer cannot be reached. Try again.") };
  const { address, ...checks } = begun;
  const result = await inSpace(server, space, async (tx, nowMs): Promise<RouteResult> => {
    const expiresMs = nowMs + LASTS_MS;
    if (!(await addSignIn(tx, space, { state, secret, ...checks, name, machine, nowMs, expiresMs })))
      return refuse("limited", "Too many sign-ins are under way. Try again in 10 minutes.", { detail: "too many" });
    return done({ address, secret, expires: isoTime(expiresMs) }, { detail: "started" });
  });
  return { result: result ?? refuse("not-found", "This server has no such space.") };
}

/** What the browser is shown: a code, or why there is none. */
export async function returnFromIssuer(server: SignInServer, search: string): Promise<Answered> {
  const state = new URLSearchParams(search).get("state") ?? "";
  const space = state.split(".")[0] ?? "";
  const returned = isId(space, "spc")
    ? await inSpace(server, space, async (tx, nowMs) => {
        const row = await takeReturn(tx, space, { state, nowMs });
        return row === undefined ? OVER : { outcome: "done" as const, json: row };
      })
    : OVER;
  if (returned === undefined || returned.outcome !== "done") return page(OVER, OVER.message);
  return finishReturn(server, { space, state, search, row: returned.json as Returned });
}

type Return = { readonly space: SpaceId; readonly state: string; readonly search: string; readonly row: Returned };

/** The issuer is asked outside of a transaction. The state was used up before: a second return finds nothing. */
async function finishReturn(server: SignInServer, { space, state, search, row }: Return): Promise<Answered> {
  const { issuer, admits, newId } = server;
  const { name, machine, ...checks } = row;
  const person = await issuer
    .finish(search, { state, ...checks })
    .catch((error: unknown) => ({ problem: problemOf(error) }));
  const code = newCode();
  const result = await inSpace(server, space, async (tx, nowMs): Promise<Refused | Done> => {
    const found: FoundMember =
      "problem" in person
        ? { outcome: "refused", detail: person.problem, reason: "The answer of the issuer is not valid. Start again." }
        : await findOrAdmit(tx, { space, person, name, machine, admits, newId, nowMs });
    if (found.outcome === "refused") {
      await setRefused(tx, space, state);
      return refuse("forbidden", found.reason, { detail: found.detail });
    }
    await setVerified(tx, space, { state, member: found.member, code });
    const detail = found.isNew ? "verified, new member" : "verified";
    return { outcome: "done", json: {}, audit: { subject: found.member, detail } };
  });
  if (result === undefined) return page(OVER, OVER.message);
  return page(result, result.outcome === "refused" ? result.message : codeText(code));
}

type Done = Extract<RouteResult, { outcome: "done" }>;

/** The token is made here, and shown once. */
export async function claimToken(server: SignInServer, json: unknown): Promise<Answered> {
  const parsed = claimBody.safeParse(json);
  if (!parsed.success) return { result: refuse("invalid", z.prettifyError(parsed.error)) };
  const { space: id, secret, code } = parsed.data;
  const result = await inSpace(server, id, async (tx, nowMs): Promise<RouteResult> => {
    const claim = await claimSignIn(tx, id, { secret, code: code.replace(/\D/g, ""), nowMs });
    if (claim.outcome !== "right") return CLAIM_REFUSALS[claim.outcome];
    const member = await findMember(tx, id, claim.member);
    if (member === undefined || member.left !== undefined)
      return refuse("forbidden", "Your membership has ended. Ask a maintainer for an invitation.", { detail: "ended" });
    const known = await listTokens(tx, id, { member: member.id, current: "" });
    if (known.length >= MOST_TOKENS)
      return refuse("forbidden", `You have ${known.length} tokens. Revoke one first.`, { detail: "too many tokens" });
    const token = await giveToken(server, { tx, space: id, member: member.id, machine: claim.machine, nowMs });
    const { space } = await readSettings(tx, id);
    const { role, name } = member;
    return done({ space, member: { id: member.id, name }, role, token }, { subject: member.id, detail: "token" });
  });
  return { result: result ?? CLAIM_REFUSALS.unknown };
}

const OVER = refuse("gone", "This sign-in is over, or was never started here. Start again.", { detail: "state" });

const CLAIM_REFUSALS = {
  unknown: refuse("gone", "This sign-in is over, or was never started here. Start again.", { detail: "secret" }),
  refused: refuse("forbidden", "The sign-in was refused; the browser shows why.", { detail: "refused before" }),
  "not yet": refuse("conflict", "Sign in with the browser first; it shows the code.", { detail: "not yet" }),
  "wrong code": refuse("invalid", "That is not the code that the browser shows.", { detail: "wrong code" }),
} as const satisfies Record<string, Refused>;

/** What a stranger can cause at will is noted once a minute. */
const NOTED_RARELY = new Set(["state", "secret", "not yet", "too many"]);

/** One transaction in the space, with its audit. Undefined if there is no such space. */
function inSpace<T extends RouteResult>(
  { database, clock, limits }: TeamServer,
  space: SpaceId,
  work: (tx: Transaction, nowMs: number) => Promise<T>,
): Promise<T | undefined> {
  return database.transaction(async (tx) => {
    const nowMs = clock();
    await enterSpace(tx, space);
    if (!(await hasSpace(tx, space))) return undefined;
    const result = await work(tx, nowMs);
    const { audit } = result;
    if (audit === undefined) return result;
    const isNoted = !NOTED_RARELY.has(audit.detail ?? "") || limits.isDueToNote(`${ACT} ${space} ${audit.detail}`);
    const entry: AuditEntry = { act: ACT, outcome: result.outcome === "refused" ? "refused" : "done", ...audit };
    if (isNoted) await addAudit(tx, space, entry, nowMs);
    return result;
  });
}

/** A code of the library or the issuer, such as OAUTH_JWT_CLAIM_COMPARISON_FAILED; messages may quote values. */
function problemOf(error: unknown): string {
  const code = errnoOf(error) ?? "";
  return /^\w{1,60}$/.test(code) ? code : "not verified";
}

const CODES = 100_000_000;

function newCode(): string {
  const number = Buffer.from(randomBytes(6)).readUIntBE(0, 6) % CODES;
  return String(number).padStart(8, "0");
}

function codeText(code: string): string {
  return `You are signed in. Type this code into the terminal in which you ran \`oldhand team join\`:

    ${code.slice(0, 4)}-${code.slice(4)}

If you did not run it yourself, just now, close this page and give the code to nobody: whoever has it becomes you.
`;
}

function page(result: RouteResult, text: string): Answered {
  return { result, page: text.endsWith("\n") ? text : `${text}\n` };
}

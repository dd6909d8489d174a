/** Answers one request with a token: signs in, checks the right, runs the route, and writes the audit, in one transaction. */
import { z } from "zod";
import { parseJson } from "../../../src/core/base/parse-json.ts";
import { isAllowed } from "../../../src/core/team/rights.ts";
import type { TeamDatabase, Transaction } from "../postgres/database.ts";
import { type AuditEntry, addAudit } from "../postgres/rows/audit.ts";
import { type SignedIn, signIn } from "../postgres/sign-in.ts";
import type { CommitSignal } from "./commit-signal.ts";
import type { Limits } from "./limits.ts";
import { type Refused, type Route, type RouteCall, type RouteResult, refuse } from "./route.ts";

export type TeamServer = Pick<RouteCall, "newId" | "allowsNewSpaces"> & {
  readonly database: TeamDatabase;
  readonly clock: () => number;
  readonly limits: Limits;
  readonly commits: CommitSignal;
};

type TeamRequest = {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly token: string;
  readonly query: URLSearchParams;
  readonly body: Body;
  /** The client is gone, or the server stops. */
  readonly signal: AbortSignal;
};

export type Body = { readonly text: string | undefined } | "too large" | "wrong type";

/** Who asked, for the log: ids only. */
type Asked = { readonly space: string; readonly member: string; readonly token: string };
export type Answered = {
  readonly result: RouteResult;
  readonly asked?: Asked;
  /** For a browser: plain text in place of JSON. */
  readonly page?: string;
};

/** If a commit was announced while the database was being restarted, it is noticed after this time at the latest. */
const LOOK_AGAIN_MS = 15_000;

export async function answerRequest(server: TeamServer, request: TeamRequest, send: Send): Promise<Answered> {
  const { clock, commits } = server;
  const endMs = clock() + Number(request.query.get("wait") ?? 0) * 1000;
  for (;;) {
    const space = request.params.space ?? "";
    const count = commits.countOf(space);
    const answered = await answerOnce(server, request, send);
    const leftMs = endMs - clock();
    const { result } = answered;
    const waits = result.outcome === "done" && result.isEmpty === true && leftMs > 0 && !request.signal.aborted;
    if (!waits) return answered;
    // Without a transaction: waiting costs the database nothing.
    await commits.next(space, count, { mostMs: Math.min(leftMs, LOOK_AGAIN_MS), signal: request.signal });
  }
}

/** Sends lines while the transaction that they are read in is open. */
type Send = (lines: AsyncIterable<object>) => Promise<void>;

function answerOnce(server: TeamServer, request: TeamRequest, send: Send): Promise<Answered> {
  const { database, clock, limits } = server;
  return database.transaction(async (tx) => {
    const nowMs = clock();
    const signed = await signIn(tx, request.token, nowMs);
    if (signed.outcome === "unknown") return { result: refuse("unauthorized", "This token is not known here.") };
    const { as } = signed;
    const asked = { space: as.space.id, member: as.member.id, token: as.prefix };
    const { act } = request.route;
    if (signed.outcome !== "signed in") {
      // A client that goes on asking is noted once a minute.
      if (limits.isDueToNote(as.token)) await note(tx, as, { act, outcome: "refused", detail: signed.outcome }, nowMs);
      const what = signed.outcome === "revoked" ? "was revoked" : "has expired";
      return { result: refuse(signed.outcome, `This token ${what}. Ask a maintainer for an invitation.`), asked };
    }
    const result = await runRoute(server, request, { tx, as, nowMs });
    if (result.outcome === "lines") await send(result.lines);
    const outcome = result.outcome === "refused" ? "refused" : "done";
    const each = "audits" in result ? result.audits : undefined;
    for (const audited of each ?? (result.audit === undefined ? [] : [result.audit]))
      await note(tx, as, { act, outcome, ...audited }, nowMs);
    return { result, asked };
  });
}

type Running = { readonly tx: Transaction; readonly as: SignedIn; readonly nowMs: number };

/** Refuses before anything is written, so that the transaction only contains the audit then. */
async function runRoute(
  { newId, allowsNewSpaces }: TeamServer,
  { route, params, query, body }: TeamRequest,
  { tx, as, nowMs }: Running,
): Promise<RouteResult> {
  // The same answer for a space of others and for one that does not exist.
  if (params.space !== undefined && params.space !== as.space.id)
    return refuse("not-found", `This token is for no space ${shown(params.space)}.`, { detail: "other space" });
  if (Object.values(params).some((id) => !isShown(id)))
    return refuse("not-found", "Nothing is at this address.", { detail: "not-found" });
  const allowed = ({ isOwn }: { readonly isOwn: boolean }): boolean => isAllowed(route.act, as, { isOwn });
  if (!allowed({ isOwn: true }))
    return refuse("forbidden", `A ${as.role} with this token may not ${route.act}.`, { detail: "forbidden" });
  if (body === "too large") return refuse("too-large", `The request is over ${route.mostBytes} bytes.`);
  if (body === "wrong type") return refuse("invalid", "Send JSON with content-type application/json.");
  const asked = route.query.safeParse(Object.fromEntries(query));
  if (!asked.success) return unreadable(asked.error);
  const input = inputOf(route.takes, body.text);
  if ("refused" in input) return input.refused;
  const call: RouteCall = {
    ...{ tx, as, nowMs, params, newId, allowsNewSpaces, isAllowed: allowed },
    query: asked.data as Record<string, never>,
  };
  return route.run(call, input.value as never);
}

function shown(id: string): string {
  return isShown(id) ? id : "of that name";
}

/** Whether it could be an id: nothing else comes near the database or an answer. */
function isShown(id: string): boolean {
  return /^[\w-]{1,40}$/.test(id);
}

type Input = { readonly value: unknown } | { readonly refused: Refused };

function inputOf(takes: TeamRequest["route"]["takes"], text: string | undefined): Input {
  if (takes === undefined) return { value: undefined };
  if (takes === "lines") return { value: (text ?? "").split("\n").filter((line) => line !== "") };
  const parsed = takes.safeParse(parseJson(text));
  return parsed.success ? { value: parsed.data } : { refused: unreadable(parsed.error) };
}

function unreadable(error: z.ZodError): Refused {
  return refuse("invalid", z.prettifyError(error));
}

type Noted = Omit<AuditEntry, "member">;

function note(tx: Transaction, { space, member }: SignedIn, entry: Noted, nowMs: number): Promise<void> {
  return addAudit(tx, space.id, { ...entry, member: member.id }, nowMs);
}

/** Asks a team's server over HTTP; every answer is checked against the shapes that both sides share. */
import type { z } from "zod";
import { parseJson } from "../../../core/base/parse-json.ts";
import type { TeamErrorCode } from "../../../core/team/errors.ts";
import {
  auditAnswer,
  changesAnswer,
  commitsAnswer,
  decisionAnswer,
  doneAnswer,
  eraseAnswer,
  errorAnswer,
  invitationAnswer,
  joinAnswer,
  memberAnswer,
  membersAnswer,
  newSpaceAnswer,
  ownProposalsAnswer,
  proposalsAnswer,
  signInAnswer,
  spacesAnswer,
  tokenAnswer,
  tokensAnswer,
  WIRE_VERSION,
  withdrawnAnswer,
} from "../../../core/team/wire.ts";
import type { CommitsBody } from "../../../core/team/wire-types.ts";

/** `unreachable`: nothing is known about what the server did; asking again is safe. */
export type Answered<T> =
  | { readonly outcome: "answered"; readonly answer: T }
  | { readonly outcome: "refused"; readonly code: TeamErrorCode; readonly reason: string }
  | { readonly outcome: "unreachable"; readonly reason: string };

export type TeamClient = ReturnType<typeof teamClient>;

type Asking = {
  readonly url: string;
  readonly token?: string;
  readonly limitMs: number;
};

type Decision = { readonly decision: "accept" | "reject"; readonly reason?: string };

type Request = {
  readonly method?: "POST" | "PATCH" | "DELETE";
  readonly body?: Readonly<Record<string, unknown>>;
};

/** A page of changes has at most a thousand records; more than this is not an answer of ours. */
const ANSWER_BYTES = 256 * 1024 * 1024;

export function teamClient(asking: Asking) {
  const ask =
    <S extends z.ZodType>(shape: S) =>
    (path: string, request: Request = {}): Promise<Answered<z.output<S>>> =>
      send(asking, path, { shape, ...request });
  const of = (space: string, path: string): string => `/v1/spaces/${encodeURIComponent(space)}/${path}`;
  return {
    join: (body: { readonly invitation: string; readonly name: string; readonly machine: string }) =>
      ask(joinAnswer)("/v1/join", { method: "POST", body }),
    startSignIn: (body: { readonly space: string; readonly name: string; readonly machine: string }) =>
      ask(signInAnswer)("/v1/sign-in", { method: "POST", body }),
    claimToken: (body: { readonly space: string; readonly secret: string; readonly code: string }) =>
      ask(joinAnswer)("/v1/sign-in/claim", { method: "POST", body }),
    spaces: () => ask(spacesAnswer)("/v1/spaces"),
    changes: (space: string, since: string) =>
      ask(changesAnswer)(of(space, `changes?since=${encodeURIComponent(since)}`)),
    createSpace: (body: { readonly name: string; readonly review: boolean }) =>
      ask(newSpaceAnswer)("/v1/spaces", { method: "POST", body }),
    commits: (space: string, body: CommitsBody) => ask(commitsAnswer)(of(space, "commits"), { method: "POST", body }),
    erase: (space: string, id: string) => ask(eraseAnswer)(of(space, "erase"), { method: "POST", body: { id } }),
    proposals: (space: string) => ask(proposalsAnswer)(of(space, "proposals")),
    ownProposals: (space: string, ids: readonly string[]) =>
      ask(ownProposalsAnswer)(of(space, `own-proposals?ids=${encodeURIComponent(ids.join(","))}`)),
    withdraw: (space: string, ids: readonly string[]) =>
      ask(withdrawnAnswer)(of(space, `own-proposals?ids=${encodeURIComponent(ids.join(","))}`), { method: "DELETE" }),
    decide: (space: string, proposal: string, decision: Decision) =>
      ask(decisionAnswer)(of(space, `proposals/${encodeURIComponent(proposal)}`), { method: "POST", body: decision }),
    members: (space: string) => ask(membersAnswer)(of(space, "members")),
    invite: (space: string, body: { readonly role: string; readonly expires: number }) =>
      ask(invitationAnswer)(of(space, "invitations"), { method: "POST", body }),
    setRole: (space: string, member: string, role: string) =>
      ask(memberAnswer)(of(space, `members/${encodeURIComponent(member)}`), { method: "PATCH", body: { role } }),
    bindMember: (space: string, member: string, email: string) =>
      ask(doneAnswer)(of(space, `members/${encodeURIComponent(member)}/sign-in`), { method: "POST", body: { email } }),
    removeMember: (space: string, member: string) =>
      ask(doneAnswer)(of(space, `members/${encodeURIComponent(member)}`), { method: "DELETE" }),
    tokens: () => ask(tokensAnswer)("/v1/tokens"),
    addToken: (body: { readonly name: string; readonly scopes: readonly string[]; readonly expires?: number }) =>
      ask(tokenAnswer)("/v1/tokens", { method: "POST", body }),
    revokeToken: (token: string) => ask(doneAnswer)(`/v1/tokens/${encodeURIComponent(token)}`, { method: "DELETE" }),
    audit: (space: string, since: number) => ask(auditAnswer)(of(space, `audit?since=${since}`)),
  };
}

async function send<S extends z.ZodType>(
  { url, token, limitMs }: Asking,
  path: string,
  { shape, method, body }: Request & { readonly shape: S },
): Promise<Answered<z.output<S>>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}${path}`, {
      method: method ?? "GET",
      headers: {
        accept: "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify({ schemaVersion: WIRE_VERSION, ...body }) }),
      // The token is for this server alone.
      redirect: "error",
      signal: AbortSignal.timeout(limitMs),
    });
    text = await limitedText(response);
  } catch (error) {
    return { outcome: "unreachable", reason: `${url} cannot be reached: ${reasonOf(error)}.` };
  }
  const parsed = parseJson(text);
  if (response.ok) {
    const read = shape.safeParse(parsed);
    if (read.success) return { outcome: "answered", answer: read.data };
    return { outcome: "unreachable", reason: `${url} gave an answer that this version of oldhand cannot read.` };
  }
  const refused = errorAnswer.safeParse(parsed);
  // A proxy in front of the server may answer for it: only the server's own refusals count.
  if (!refused.success || LATER.has(refused.data.error.code))
    return { outcome: "unreachable", reason: `${url} answered with status ${response.status}. Try again later.` };
  const { code, message } = refused.data.error;
  return { outcome: "refused", code, reason: message };
}

/** The same request can succeed later. */
const LATER: ReadonlySet<TeamErrorCode> = new Set<TeamErrorCode>(["limited", "unavailable", "failed"]);

async function limitedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw new Error("its answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "it did not answer in time";
  return error.cause instanceof Error ? error.cause.message : error.message;
}

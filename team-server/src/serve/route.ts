/** Defines the routes of a team's server: who may use each, what it takes, and what it does within its transaction. */
import { z } from "zod";
import type { NewId } from "../../../src/core/base/id.ts";
import type { TeamErrorCode } from "../../../src/core/team/errors.ts";
import type { TeamAct } from "../../../src/core/team/rights.ts";
import { BODY_BYTES } from "../../../src/core/team/wire.ts";
import type { Transaction } from "../postgres/database.ts";
import type { AuditEntry } from "../postgres/rows/audit.ts";
import type { SignedIn } from "../postgres/sign-in.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

export type Route = {
  readonly method: Method;
  /** Parts that start with a colon are parameters; `:space` is always the token's own. */
  readonly path: `/v1/${string}`;
  readonly act: TeamAct;
  /** A body of JSON, lines of any kind, or none. */
  readonly takes: z.ZodObject | "lines" | undefined;
  readonly query: z.ZodObject;
  readonly mostBytes: number;
  readonly run: Run<never>;
};

export type RouteCall = {
  readonly tx: Transaction;
  readonly as: SignedIn;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, never>>;
  readonly nowMs: number;
  readonly newId: NewId;
  /** Whether maintainers may create further spaces on this server. */
  readonly allowsNewSpaces: boolean;
  /** False, if neither role and scopes nor ownership allow the route's act. */
  readonly isAllowed: (owns: { readonly isOwn: boolean }) => boolean;
};

type Run<Input> = (call: RouteCall, input: Input) => Promise<RouteResult>;

/** What is written to the audit; contents never are. The outcome is that of the request, unless it has several. */
export type Audited = Pick<AuditEntry, "subject" | "detail"> & Partial<Pick<AuditEntry, "outcome">>;

export type RouteResult =
  | {
      readonly outcome: "done";
      readonly json: object;
      /** Absent: it is not an act that anybody asks about later. */
      readonly audit?: Audited;
      /** In place of it: one line for each of several acts in one request. */
      readonly audits?: readonly Audited[];
      /** Nothing yet: run again after the next commit, if the client waits. */
      readonly isEmpty?: boolean;
    }
  | { readonly outcome: "lines"; readonly lines: AsyncIterable<object>; readonly audit: Audited }
  | Refused;

export type Refused = {
  readonly outcome: "refused";
  readonly code: TeamErrorCode;
  readonly message: string;
  readonly audit?: Audited;
  /** A refusal that is a normal answer of the route. */
  readonly json?: object;
};

export type Done = { readonly outcome: "done"; readonly json: object; readonly audit?: Audited };

export function done(json: object, audit?: Audited): Done {
  return { outcome: "done", json: { schemaVersion: 1, ...json }, ...(audit !== undefined && { audit }) };
}

export function refuse(code: TeamErrorCode, message: string, audit: Audited = { detail: code }): Refused {
  return { outcome: "refused", code, message, audit };
}

type Options<Body, Query extends z.ZodRawShape> = {
  readonly takes?: Body;
  readonly query?: Query;
  readonly mostBytes?: number;
};

type InputOf<Body> = Body extends z.ZodObject ? z.output<Body> : Body extends "lines" ? readonly string[] : undefined;

export function route<
  Body extends z.ZodObject | "lines" | undefined = undefined,
  Query extends z.ZodRawShape = z.ZodRawShape,
>(
  address: `${Method} /v1/${string}`,
  act: TeamAct,
  { takes, query, mostBytes = BODY_BYTES }: Options<Body, Query>,
  run: (
    call: Omit<RouteCall, "query"> & { readonly query: z.output<z.ZodObject<Query>> },
    input: InputOf<Body>,
  ) => Promise<RouteResult>,
): Route {
  const [method, path] = address.split(" ") as [Method, Route["path"]];
  return { method, path, act, takes, query: z.strictObject(query ?? {}), mostBytes, run: run as unknown as Run<never> };
}

/** The team server: checks its database and role, listens, and stops when it is asked to. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Clock } from "../../../src/core/base/clock.ts";
import { errnoOf, OldhandError } from "../../../src/core/base/error.ts";
import { idMaker } from "../../../src/core/base/id.ts";
import { demandUsable } from "../postgres/check-database.ts";
import { openTeamDatabase } from "../postgres/database.ts";
import type { TeamServer } from "./answer.ts";
import { teamApp } from "./app.ts";
import { createCommitSignal } from "./commit-signal.ts";
import { createLimits } from "./limits.ts";
import type { SignInOptions } from "./sign-in/options.ts";

type ServeOptions = {
  readonly database: string;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly requestsPerMinute: number;
  /** Absent: only whoever has the database's address creates spaces. */
  readonly allowsNewSpaces?: boolean;
  /** Absent: members join by invitation only. */
  readonly signIn?: SignInOptions;
  /** How long a client may take to send a request's head, and all of it. */
  readonly patience?: { readonly headersMs: number; readonly requestMs: number };
  readonly clock: Clock;
  /** One line of JSON a request. */
  readonly log: (line: object) => void;
};

export type RunningServer = { readonly url: string; close(): Promise<void> };

/** Resolves when the server has been asked to stop. */
export async function serveUntilStopped(options: ServeOptions, onReady: (url: string) => void): Promise<void> {
  const server = await startTeamServer(options);
  onReady(server.url);
  await Promise.race(STOPPING.map((signal) => once(process, signal)));
  await server.close();
}

export async function startTeamServer(options: ServeOptions): Promise<RunningServer> {
  const { host, port, clock } = options;
  const database = openTeamDatabase(options.database);
  try {
    await demandUsable(database);
    const commits = createCommitSignal();
    await database.onCommit(commits.announce);
    const limits = createLimits(clock, options.requestsPerMinute);
    const { allowsNewSpaces = false } = options;
    const team: TeamServer = { database, clock, limits, commits, allowsNewSpaces, newId: idMaker(clock) };
    const signIn = options.signIn && (await import("./sign-in/sign-in-answers.ts")).signInAnswers(team, options.signIn);
    const stopping = new AbortController();
    const serving = { team, ...(signIn && { signIn }), stopping: stopping.signal, log: options.log };
    const { headersMs = HEADERS_MS, requestMs = REQUEST_MS } = options.patience ?? {};
    const server = createAdaptorServer({
      fetch: teamApp(serving).fetch,
      overrideGlobalObjects: false,
      serverOptions: {
        ...{ headersTimeout: headersMs, requestTimeout: requestMs, keepAliveTimeout: IDLE_MS },
        connectionsCheckingInterval: Math.min(headersMs, CHECK_MS),
      },
    }) as Server;
    // Of a client that neither sends nor reads; one that waits for changes is answered earlier.
    server.setTimeout(IDLE_MS);
    const url = await listening(server, host, port);
    return {
      url,
      async close() {
        stopping.abort();
        server.close();
        server.closeIdleConnections();
        await database.close();
        server.closeAllConnections();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const STOPPING = ["SIGTERM", "SIGHUP", "SIGINT"] as const;
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
const CHECK_MS = 5000;
/** Longer than proxies keep a connection, so that they close first. */
const IDLE_MS = 75_000;

function listening(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const isTaken = errnoOf(error) === "EADDRINUSE";
      reject(isTaken ? new OldhandError("busy", `Port ${port} is in use. Choose another with --port.`) : error);
    });
    server.listen({ host, port }, () => {
      const { address, port: taken, family } = server.address() as AddressInfo;
      resolve(`http://${family === "IPv6" ? `[${address}]` : address}:${taken}`);
    });
  });
}

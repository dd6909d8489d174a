/** What local servers share: listens on the loopback addresses only, and reads request bodies up to a limit. */

import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { errnoOf, OldhandError } from "../../core/base/error.ts";

type Listening = {
  readonly port: number;
  answer(listener: RequestListener): void;
  close(): void;
};

const PATIENCE_MS = 30_000;

/** Port 0: any free one. Requests are answered once there is a listener. */
export async function listenHere(port: number): Promise<Listening> {
  const first = await listening("127.0.0.1", port);
  const taken = (first.address() as AddressInfo).port;
  // Without IPv6, one address is enough.
  const second = await listening("::1", taken).catch(() => undefined);
  const servers = second === undefined ? [first] : [first, second];
  return {
    port: taken,
    answer(listener) {
      for (const server of servers) server.on("request", listener);
    },
    close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

export async function requestBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | "too large"> {
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return "too large";
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) return "too large";
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function listening(host: string, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: PATIENCE_MS, headersTimeout: PATIENCE_MS });
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const isTaken = errnoOf(error) === "EADDRINUSE";
      reject(isTaken ? new OldhandError("busy", `Port ${port} is in use. Choose another with --port.`) : error);
    });
    server.listen({ host, port, ipv6Only: true }, () => resolve(server));
  });
}

type ShutdownSignal = { readonly received: Promise<void>; stop(): void };

const LOOK_MS = 250;
const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

export function shutdownSignal({ withParent }: { readonly withParent: boolean }): ShutdownSignal {
  const { promise, resolve } = Promise.withResolvers<void>();
  const parent = process.ppid;
  const ask = (): void => resolve();
  for (const signal of SIGNALS) process.on(signal, ask);
  // An orphan gets another parent without notice.
  const look = withParent ? setInterval(() => process.ppid !== parent && resolve(), LOOK_MS).unref() : undefined;
  return {
    received: promise,
    stop() {
      clearInterval(look);
      for (const signal of SIGNALS) process.off(signal, ask);
    },
  };
}

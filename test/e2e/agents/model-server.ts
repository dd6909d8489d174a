/** A model on loopback for real agents: it plays a script in each agent's wire format, and keeps the requests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cleaning } from "../../fixtures/git-repo.ts";
import { callOf } from "./tool-calls.ts";
import { type Fields, toolsIn, WIRES, type Wire, wireAt } from "./wires.ts";

/** One answer of the model. */
export type Reply = {
  readonly thinks?: string;
  readonly says?: string;
  /** Called after the text; the agent returns with the result. */
  readonly does?: Act;
};

/** An action that the model requests; the tool and its argument names depend on the agent. */
export type Act =
  | { readonly run: string }
  | { readonly write: string; readonly text: string }
  | { readonly edit: string; readonly from: string; readonly to: string }
  | { readonly read: string }
  | { readonly delegate: string }
  | { readonly tool: string; readonly input: Fields };

export type ModelRequest = {
  readonly wire: Wire;
  readonly headers: IncomingMessage["headers"];
  readonly body: Fields;
  /** The request body: everything that reached the model is in it. */
  readonly text: string;
  /** Not a turn of the conversation: a title, a summary, a check of the connection. */
  readonly isAside: boolean;
};

export type ModelServer = {
  readonly origin: string;
  /** In the order in which they came. */
  readonly requests: readonly ModelRequest[];
  /** The turns of conversations alone. */
  turns(): readonly ModelRequest[];
  /** Adds replies to the queue. */
  script(...replies: readonly Reply[]): void;
  /** Answers the requests for which it has an answer, whatever the script says. */
  answer(to: (text: string) => Reply | undefined): void;
  /** Replies that were not requested. */
  left(): number;
};

/** The answer to side requests, and to turns after the last reply. */
const ASIDE: Reply = { says: "A short talk" };
const NO_REPLY: Reply = { says: "The script has no reply left." };

export async function modelServer(t: Cleaning, ...replies: readonly Reply[]): Promise<ModelServer> {
  const queue = [...replies];
  const requests: ModelRequest[] = [];
  let known: ((text: string) => Reply | undefined) | undefined;
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const wire = wireAt(request.method ?? "", request.url ?? "");
    if (wire === undefined) {
      refuse(response);
      return;
    }
    const body = JSON.parse(text) as Fields;
    // Only a turn of the conversation may use a shell.
    const tools = toolsIn(wire, body);
    const isAside = callOf({ run: "true" }, tools) === undefined;
    requests.push({ wire, headers: request.headers, body, text, isAside });
    const reply = known?.(text) ?? (isAside ? ASIDE : (queue.shift() ?? NO_REPLY));
    const call = reply.does === undefined ? undefined : (callOf(reply.does, tools) ?? { tool: "none", input: {} });
    WIRES[wire].answer(response, { ...reply, ...(call && { call }), body, turn: requests.length });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A clean-up that failed before must not keep the run alive.
  server.unref();
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    turns: () => requests.filter(({ isAside }) => !isAside),
    answer: (to) => {
      known = to;
    },
    script: (...more) => void queue.push(...more),
    left: () => queue.length,
  };
}

/** Agents also request model lists, accounts and token counts, and work without them. */
function refuse(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { type: "not_found_error", message: "not here" } }));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

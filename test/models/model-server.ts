/** A model server on loopback that speaks three wire formats and says what a test has it say, one reply after another. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cleaning } from "../fixtures/git-repo.ts";

export type Wire = "ollama" | "openai-compatible" | "anthropic";

export type Reply = {
  readonly text?: string;
  readonly thinking?: string;
  readonly toolCall?: { readonly name: string; readonly input: unknown };
  readonly declined?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as it is, of no wire format. */
  readonly raw?: string;
  readonly hangs?: boolean;
};

export type Request = { readonly wire: Wire; readonly headers: IncomingMessage["headers"]; readonly body: Body };
export type Body = Readonly<Record<string, unknown>> & { readonly messages: { role: string; content: unknown }[] };

export type ModelServer = {
  readonly origin: string;
  readonly requests: Request[];
  /** The setting that names a model of this server. */
  setting(wire: Wire, model?: string): string;
};

const USAGE = { input: 120, output: 30 };

/** A reply that depends on the request, or comes later. */
export type Replying = Reply | ((body: Body) => Reply | Promise<Reply>);

/** One reply after another, or whatever is made of each request. */
export async function modelServer(
  t: Cleaning,
  replies: readonly Replying[] | ((body: Body) => Reply),
): Promise<ModelServer> {
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as Body;
    const wire = wireOf(request.url ?? "");
    const next = typeof replies === "function" ? replies : replies[requests.length];
    requests.push({ wire, headers: request.headers, body });
    const reply = (typeof next === "function" ? await next(body) : next) ?? { status: 500, raw: "no reply is left" };
    if (!reply.hangs) answer(response, reply, WIRES[wire](reply, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const base = (wire: Wire) => (wire === "ollama" ? origin : `${origin}/v1`);
  return { origin, requests, setting: (wire, model = MODELS[wire]) => `${wire}/${model}@${base(wire)}` };
}

const MODELS: Record<Wire, string> = {
  ollama: "qwen3:8b",
  "openai-compatible": "local",
  anthropic: "claude-sonnet-4-5",
};

function wireOf(url: string): Wire {
  if (url === "/api/chat") return "ollama";
  if (url === "/v1/messages") return "anthropic";
  if (url === "/v1/chat/completions") return "openai-compatible";
  throw new Error(`No wire format asks for ${url}`);
}

function answer(response: ServerResponse, reply: Reply, body: unknown): void {
  response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
  response.end(reply.raw ?? JSON.stringify(body));
}

const WIRES: Record<Wire, (reply: Reply, body: Body) => unknown> = {
  ollama: ({ text = "", thinking, toolCall }) => ({
    model: "qwen3:8b",
    created_at: "2026-10-24T12:00:00Z",
    message: {
      role: "assistant",
      content: text,
      ...(thinking !== undefined && { thinking }),
      ...(toolCall && { tool_calls: [{ function: { name: toolCall.name, arguments: toolCall.input } }] }),
    },
    done: true,
    done_reason: "stop",
    prompt_eval_count: USAGE.input,
    eval_count: USAGE.output,
  }),
  "openai-compatible": ({ text = "", thinking, toolCall, declined }) => ({
    id: "one",
    object: "chat.completion",
    created: 1,
    model: "local",
    choices: [
      {
        index: 0,
        finish_reason: declined ? "content_filter" : "stop",
        message: {
          role: "assistant",
          content: text,
          ...(thinking !== undefined && { reasoning_content: thinking }),
          ...(toolCall && {
            tool_calls: [
              {
                id: "call",
                type: "function",
                function: { name: toolCall.name, arguments: JSON.stringify(toolCall.input) },
              },
            ],
          }),
        },
      },
    ],
    usage: { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output },
  }),
  anthropic: ({ text = "", thinking, toolCall, declined }, body) => ({
    id: "msg",
    type: "message",
    role: "assistant",
    model: "claude",
    content: [
      ...(thinking === undefined ? [] : [{ type: "thinking", thinking, signature: "s" }]),
      ...anthropicContent(text, body),
      ...(toolCall ? [{ type: "tool_use", id: "call", ...toolCall }] : []),
    ],
    stop_reason: declined ? "refusal" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: USAGE.input, output_tokens: USAGE.output },
  }),
};

/** Models without schemas of their own are given a tool to answer with. */
function anthropicContent(text: string, body: Body): unknown[] {
  const tools = (body.tools ?? []) as { name: string }[];
  const isTool = tools.some(({ name }) => name === "json");
  return isTool ? [{ type: "tool_use", id: "json", name: "json", input: jsonOr(text) }] : [{ type: "text", text }];
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a tool's input that is not an object, as a broken model would give
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

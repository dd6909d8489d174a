/** The three wire formats in which agents speak to models, as streams: Messages of Anthropic, Responses and Chat Completions of OpenAI. */
import type { ServerResponse } from "node:http";

export type Wire = "messages" | "responses" | "chat";
export type Fields = Readonly<Record<string, unknown>>;

export type Tool = { readonly name: string; readonly kind: "function" | "custom"; readonly fields: readonly string[] };
/** A custom tool takes a text, any other an object. */
export type Call = { readonly tool: string; readonly input: Fields | string };

export type Answer = {
  readonly thinks?: string;
  readonly says?: string;
  readonly call?: Call;
  readonly body: Fields;
  /** Makes the ids of one conversation unique. */
  readonly turn: number;
};

type Speaker = { readonly answer: (response: ServerResponse, answer: Answer) => void };

export function wireAt(method: string, url: string): Wire | undefined {
  const path = url.split("?")[0];
  if (method !== "POST") return undefined;
  if (path === "/v1/messages") return "messages";
  if (path === "/v1/responses") return "responses";
  return path === "/v1/chat/completions" ? "chat" : undefined;
}

export function toolsIn(wire: Wire, body: Fields): Tool[] {
  return toolsOffered(body).flatMap((tool) => {
    const fields = (wire === "chat" ? tool.function : tool) as Fields;
    const schema = (fields.input_schema ?? fields.parameters ?? {}) as { properties?: Fields };
    if (typeof fields.name !== "string") return [];
    const kind = fields.type === "custom" && wire === "responses" ? "custom" : "function";
    return [{ name: fields.name, kind, fields: Object.keys(schema.properties ?? {}) }];
  });
}

/** Codex lists tools for newer models inside the conversation, in groups. */
function toolsOffered(body: Fields): Fields[] {
  const items = (Array.isArray(body.input) ? body.input : []) as Fields[];
  const further = items.flatMap(({ type, tools }) => (type === "additional_tools" ? (tools as Fields[]) : []));
  return [...((body.tools ?? []) as Fields[]), ...further].flatMap((tool) =>
    tool.type === "namespace" ? (tool.tools as Fields[]) : [tool],
  );
}

export const WIRES: Record<Wire, Speaker> = {
  messages: { answer: answerMessages },
  responses: { answer: answerResponses },
  chat: { answer: answerChat },
};

const USAGE = { input: 120, output: 30 };

function answerMessages(response: ServerResponse, { thinks, says, call, body, turn }: Answer): void {
  const content = [
    ...(thinks === undefined ? [] : [{ type: "thinking", thinking: thinks, signature: "c2lnbmVk" }]),
    ...(says === undefined ? [] : [{ type: "text", text: says }]),
    ...(call === undefined ? [] : [{ type: "tool_use", id: `toolu_${turn}`, name: call.tool, input: call.input }]),
  ];
  const stop_reason = call === undefined ? "end_turn" : "tool_use";
  const usage = { input_tokens: USAGE.input, output_tokens: USAGE.output };
  const message = { id: `msg_${turn}`, type: "message", role: "assistant", model: body.model, stop_sequence: null };
  if (body.stream !== true) {
    json(response, { ...message, content, stop_reason, usage });
    return;
  }
  const send = stream(response);
  const tell = (event: Fields): void => send(event, String(event.type));
  tell({ type: "message_start", message: { ...message, content: [], stop_reason: null, usage } });
  content.forEach((block, index) => {
    const { start, deltas } = inPieces(block as Block);
    tell({ type: "content_block_start", index, content_block: start });
    for (const delta of deltas) tell({ type: "content_block_delta", index, delta });
    tell({ type: "content_block_stop", index });
  });
  tell({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage });
  tell({ type: "message_stop" });
  response.end();
}

type Block =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

function inPieces(block: Block): { start: Fields; deltas: Fields[] } {
  if (block.type === "text") {
    return { start: { type: "text", text: "" }, deltas: [{ type: "text_delta", text: block.text }] };
  }
  if (block.type === "tool_use") {
    const partial_json = JSON.stringify(block.input);
    return { start: { ...block, input: {} }, deltas: [{ type: "input_json_delta", partial_json }] };
  }
  const { thinking, signature } = block;
  const deltas = [
    { type: "thinking_delta", thinking },
    { type: "signature_delta", signature },
  ];
  return { start: { type: "thinking", thinking: "", signature: "" }, deltas };
}

function answerResponses(response: ServerResponse, { thinks, says, call, body, turn }: Answer): void {
  const output: Fields[] = [
    ...(thinks === undefined
      ? []
      : [
          {
            ...{ type: "reasoning", id: `rs_${turn}`, encrypted_content: "c2VhbGVk" },
            summary: [{ type: "summary_text", text: thinks }],
            content: [{ type: "reasoning_text", text: thinks }],
          },
        ]),
    ...(says === undefined
      ? []
      : [
          {
            ...{ type: "message", id: `msg_${turn}`, role: "assistant", status: "completed" },
            content: [{ type: "output_text", text: says, annotations: [] }],
          },
        ]),
    ...(call === undefined ? [] : [callItem(call, turn)]),
  ];
  const usage = { input_tokens: USAGE.input, output_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output };
  const base = { id: `resp_${turn}`, object: "response", created_at: 1, model: body.model };
  if (body.stream !== true) {
    json(response, { ...base, status: "completed", output, usage });
    return;
  }
  const send = stream(response);
  const tell = (event: Fields): void => send(event, String(event.type));
  tell({ type: "response.created", response: { ...base, status: "in_progress", output: [] } });
  output.forEach((item, output_index) => {
    tell({ type: "response.output_item.added", output_index, item });
    if (item.type === "message") {
      tell({ type: "response.output_text.delta", output_index, item_id: item.id, content_index: 0, delta: says });
    }
    tell({ type: "response.output_item.done", output_index, item });
  });
  tell({ type: "response.completed", response: { ...base, status: "completed", output, usage } });
  response.end();
}

function callItem({ tool: name, input }: Call, turn: number): Fields {
  const fields = { id: `fc_${turn}`, call_id: `call_${turn}`, name, status: "completed" };
  if (typeof input === "string") return { type: "custom_tool_call", ...fields, input };
  return { type: "function_call", ...fields, arguments: JSON.stringify(input) };
}

function answerChat(response: ServerResponse, { thinks, says, call, body, turn }: Answer): void {
  const tool_calls =
    call === undefined
      ? undefined
      : [
          {
            ...{ index: 0, id: `call_${turn}`, type: "function" },
            function: { name: call.tool, arguments: JSON.stringify(call.input) },
          },
        ];
  const finish_reason = call === undefined ? "stop" : "tool_calls";
  const usage = {
    ...{ prompt_tokens: USAGE.input, completion_tokens: USAGE.output },
    total_tokens: USAGE.input + USAGE.output,
  };
  const base = { id: `chat_${turn}`, created: 1, model: body.model };
  const parts = { content: says ?? "", ...(thinks !== undefined && { reasoning_content: thinks }), tool_calls };
  if (body.stream !== true) {
    const message = { role: "assistant", ...parts };
    json(response, {
      ...base,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason }],
      usage,
    });
    return;
  }
  const send = stream(response);
  const tell = (delta: Fields, finish: string | null = null): void =>
    send({ ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] });
  tell({ role: "assistant", content: "" });
  if (thinks !== undefined) tell({ reasoning_content: thinks });
  if (says !== undefined) tell({ content: says });
  if (tool_calls !== undefined) tell({ tool_calls });
  tell({}, finish_reason);
  send({ ...base, object: "chat.completion.chunk", choices: [], usage });
  response.end("data: [DONE]\n\n");
}

function json(response: ServerResponse, body: Fields): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function stream(response: ServerResponse): (data: Fields, event?: string) => void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return (data, event) => {
    response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  };
}

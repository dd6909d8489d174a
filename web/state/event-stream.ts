/** Follows a stream of server-sent events and reconnects; EventSource could not send the token. */
import { fetchApi, hasAccess } from "./access.ts";

export type Connection = "open" | "lost";

type Listeners = {
  readonly onConnection: (state: Connection) => void;
  readonly onEvent: (event: string, data: unknown) => void;
};

const RETRY_MS = 1000;

/** Returns a function that stops it. */
export function followEvents(path: string, { onConnection, onEvent }: Listeners): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const answer = await fetchApi(path, { signal });
        if (!hasAccess.value) return;
        if (answer.ok && answer.body !== null) {
          onConnection("open");
          await readEvents(answer.body, onEvent);
        }
      } catch {
        // The server is gone or this was stopped; both are handled below.
      }
      if (signal.aborted) return;
      onConnection("lost");
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  void follow();
  return () => stop.abort();
}

async function readEvents(body: ReadableStream<Uint8Array>, onEvent: Listeners["onEvent"]): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, event, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      // Outside of the loop above, which would take an error of a listener for a lost connection.
      if (event !== undefined && data !== undefined) queueMicrotask(() => onEvent(event, JSON.parse(data)));
    }
  }
}

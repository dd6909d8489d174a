/** A server on loopback that embeds: a text is the number of times that it has each of a few topics' words. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cleaning } from "../../fixtures/git-repo.ts";

const TOPICS = [/boat|ship|vessel/gi, /paint|colou?r|red/gi, /coffee|tea/gi, /invoice|bill/gi];

export type EmbeddingServer = {
  readonly origin: string;
  /** All texts that it was sent. */
  readonly texts: string[];
  readonly keys: (string | undefined)[];
  fail(status: number | undefined): void;
};

export async function embeddingServer(t: Cleaning): Promise<EmbeddingServer> {
  const texts: string[] = [];
  const keys: (string | undefined)[] = [];
  let status: number | undefined;
  const server = createServer(async (request, response) => {
    let said = "";
    for await (const part of request.setEncoding("utf8")) said += part;
    const { input } = JSON.parse(said) as { input: string | string[] };
    const given = [input].flat();
    texts.push(...given);
    keys.push(request.headers.authorization);
    const vectors = given.map((text) => [0.1, ...TOPICS.map((topic) => text.match(topic)?.length ?? 0)]);
    const body = request.url?.endsWith("/api/embed")
      ? { model: "m", embeddings: vectors }
      : { model: "m", data: vectors.map((embedding, index) => ({ index, embedding })), usage: { prompt_tokens: 1 } };
    response.writeHead(status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(status === undefined ? body : { error: "it is ill" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ origin, texts, keys },
    fail(code) {
      status = code;
    },
  };
}

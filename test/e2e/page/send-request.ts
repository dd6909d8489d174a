/** Sends one HTTP request with exactly the given headers, as no browser would. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

type Sent = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

export function sendRequest(
  { port }: { readonly port: number },
  { method = "GET", path = "/", headers = {}, body = "" }: Sent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: "127.0.0.1", port, path, method, headers, setHost: false, agent: false },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part) => {
          text += part;
        });
        answer.on("end", () => resolve({ status: answer.statusCode!, headers: answer.headers, body: text }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

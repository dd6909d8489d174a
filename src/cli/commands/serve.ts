/** `mcp` and `ui`: start a server, and return when its client is gone or it is stopped. */
import { OldhandError } from "../../core/base/error.ts";
import type { Answer, Call } from "../command.ts";
import { portNumber } from "../parse/values.ts";

export async function mcp({ io, given, note, isJson }: Call): Promise<Answer> {
  if (isJson) throw new OldhandError("usage", "The MCP server always speaks JSON. Remove --json.");
  const port = portNumber(given);
  if (port !== undefined && !given.has("http")) throw new OldhandError("usage", "--port needs --http.");
  if (given.has("http")) await (await import("../../mcp/http.ts")).serveOnHttp(io.env, { port: port ?? 0, note });
  else await (await import("../../mcp/stdio.ts")).serveOnStdio(io.env, { note });
  return exitNow();
}

export async function ui({ io, given, note, isJson }: Call): Promise<Answer> {
  if (isJson) throw new OldhandError("usage", "The web page has no JSON output. Remove --json.");
  const port = portNumber(given) ?? 0;
  const { serveUi } = await import("../../http/serve.ts");
  await serveUi(io.env, {
    port,
    note,
    async onReady(address, another) {
      io.out.write(`${address}\n`);
      note("The address works once, within a minute. Press Ctrl-C to stop the server.");
      if (!given.has("no-open") && io.out.columns !== undefined)
        (await import("../../loopback/listen.ts")).openInBrowser(address, io.env.variables);
      if (!io.input.isTerminal) return;
      note("Press Enter for a new address.");
      process.stdin.on("data", () => io.out.write(`${another()}\n`));
    },
  });
  return exitNow();
}

/** Exits even if a connection is still open: the client is gone. */
function exitNow(): never {
  process.exit(0);
}

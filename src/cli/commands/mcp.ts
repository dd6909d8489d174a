/** `mcp`: hands over to the MCP server, and comes back when its client is gone. */
import { OldhandError } from "../../core/base/error.ts";
import { wholeNumber } from "../choice.ts";
import type { Answer, Call } from "../command.ts";

const HIGHEST_PORT = 65_535;

export async function mcp({ io, given, note, isJson }: Call): Promise<Answer> {
  if (isJson) throw new OldhandError("usage", "The server speaks JSON by itself. Leave --json out.");
  const port = wholeNumber("--port", given.value("port"));
  if (port !== undefined && port > HIGHEST_PORT)
    throw new OldhandError("usage", `--port takes a number up to ${HIGHEST_PORT}.`);
  if (port !== undefined && !given.has("http")) throw new OldhandError("usage", "--port goes with --http.");
  if (given.has("http")) await (await import("../../mcp/http.ts")).serveOnHttp(io.env, { port: port ?? 0, note });
  else await (await import("../../mcp/stdio.ts")).serveOnStdio(io.env, { note });
  // Not left to what may still be open: a client that is gone has nothing to wait for.
  process.exit(0);
}

/** `mcp` and `ui`: start a server, and return when its client is gone or it is stopped. */

import { OldhandError } from "../../../core/base/error.ts";
import { callerOf } from "../../../verbs/call/call-context.ts";
import { PORT } from "../../../verbs/declare/shared-fields.ts";
import { verb } from "../../../verbs/declare/verb.ts";
import type { CommandCall } from "../run-verb.ts";

export const mcp = verb({
  name: "mcp",
  summary: "Start the MCP server for agents.",
  notes: [
    "Agents start it themselves, talk to it over stdin and stdout, and stop it when they exit. docs/mcp.md lists the tools.",
    "Over HTTP it listens on this machine only and requires a token: OLDHAND_TOKEN, or a new one that is printed to stderr.",
  ],
  examples: ["oldhand mcp", "oldhand mcp --http --port 7411"],
  input: { http: { type: "flag", help: "Serve over HTTP, for several agents at once." }, port: PORT },
  act: "change",
  needs: "nothing",
  async run(call, { http = false, port }): Promise<object> {
    const { env, note, isJson } = call as CommandCall;
    if (isJson) throw new OldhandError("usage", "The MCP server always speaks JSON. Remove --json.");
    if (port !== undefined && !http) throw new OldhandError("usage", "--port needs --http.");
    if (http) await (await import("../../mcp/http.ts")).serveOnHttp(env, { port: port ?? 0, note });
    else await (await import("../../mcp/stdio.ts")).serveOnStdio(env, { note });
    return exitNow();
  },
  print: () => "",
});

export const ui = verb({
  name: "ui",
  summary: "Open the web page: history, plans, memory, recall, settings.",
  notes: [
    "Served on this machine only. The address contains a key that works once, within a minute; after that the tab has access until the server stops, and so does a new tab while another one is open.",
    "Press Enter in the terminal to get a new address. docs/page.md describes the page.",
    "Without a terminal, or started by an agent, it prints the address without a key, and the page stays closed.",
  ],
  examples: ["oldhand ui", "oldhand ui --no-open --port 7410"],
  input: { port: PORT, noOpen: { type: "flag", help: "Print the address without opening a browser." } },
  act: "change",
  needs: "nothing",
  async run(call, { port = 0, noOpen = false }): Promise<object> {
    const { env, note, isJson, io } = call as CommandCall;
    if (isJson) throw new OldhandError("usage", "The web page has no JSON output. Remove --json.");
    const { serveUi } = await import("../../http/serve.ts");
    // Whoever has the key acts as the person, so nobody else is shown it, also not through a browser that they may have replaced.
    const isPerson = callerOf(env) === "person";
    await serveUi(env, {
      port,
      note,
      async onReady(address, newKeyed) {
        if (!isPerson) {
          io.out.write(`${address}\n`);
          return note("Without a terminal the page stays closed. To open it, run `oldhand ui` at a terminal.");
        }
        const keyed = newKeyed();
        io.out.write(`${keyed}\n`);
        note("The address works once, within a minute. Press Ctrl-C to stop the server.");
        if (!noOpen && io.out.columns !== undefined)
          (await import("../../../system/loopback/open-in-browser.ts")).openInBrowser(keyed, env.variables);
        if (!io.input.isTerminal) return;
        note("Press Enter for a new address.");
        process.stdin.on("data", () => io.out.write(`${newKeyed()}\n`));
      },
    });
    return exitNow();
  },
  print: () => "",
});

/** Exits even if a connection is still open: the client is gone. */
function exitNow(): never {
  process.exit(0);
}

/** `ui`: starts the page's server, prints its address, opens it, and hands out another one whenever Enter is pressed. */
import { OldhandError } from "../../core/base/error.ts";
import { wholeNumber } from "../choice.ts";
import type { Answer, Call } from "../command.ts";

const HIGHEST_PORT = 65_535;

export async function ui({ io, given, note, isJson }: Call): Promise<Answer> {
  if (isJson) throw new OldhandError("usage", "The page is for people. Leave --json out.");
  const port = wholeNumber("--port", given.value("port")) ?? 0;
  if (port > HIGHEST_PORT) throw new OldhandError("usage", `--port takes a number up to ${HIGHEST_PORT}.`);
  const { serveUi } = await import("../../http/serve.ts");
  await serveUi(io.env, {
    port,
    note,
    async onReady(address, another) {
      io.out.write(`${address}\n`);
      note("The address works once, for a minute. Press Ctrl+C to end the server.");
      if (!given.has("no-open") && io.out.columns !== undefined)
        (await import("../../loopback/open-in-browser.ts")).openInBrowser(address, io.env.variables);
      if (!io.input.isTerminal) return;
      note("Press Enter for a new address.");
      process.stdin.on("data", () => io.out.write(`${another()}\n`));
    },
  });
  // Not left to what may still be open: a browser that is gone has nothing to wait for.
  process.exit(0);
}

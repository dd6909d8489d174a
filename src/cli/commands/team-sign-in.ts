/** Signing in to join a space: opens the address of the issuer, and asks for the code that the browser shows. */
import { demandPerson } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../open/memory.ts";
import type { Call } from "../command.ts";
import { printable } from "../output/style.ts";
import { canPrompt, promptStyle } from "../terminal.ts";

type SignIn = Awaited<ReturnType<Memory["team"]["signIn"]>>;
type Joined = Extract<Awaited<ReturnType<SignIn["finish"]>>, { outcome: "joined" }>;

/** The server allows as many. */
const MOST_TRIES = 5;

export async function signIn(call: Call, start: () => Promise<SignIn>): Promise<Joined> {
  const { io } = call;
  demandPerson(io.env, "join or leave a team");
  if (!canPrompt(call))
    throw new OldhandError("usage", "Signing in needs a terminal, to type the code that the browser shows.");
  const { address, finish } = await start();
  const style = promptStyle(call);
  // Not wrapped, so that it can be copied.
  io.err.write(`${style.wrap("Sign in with your browser within 10 minutes:")}\n${printable(address)}\n`);
  (await import("../../loopback/listen.ts")).openInBrowser(address, io.env.variables);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const code = (await io.ask("Code that the browser shows: "))?.trim();
    if (code === undefined || code === "") break;
    const done = await finish(code);
    if (done.outcome === "joined") return done;
    io.err.write(`${style.wrap(printable(done.reason))}\n`);
  }
  throw new OldhandError("invalid", "Not signed in. Run the command again to start over.");
}

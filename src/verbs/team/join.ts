/** `team join` and `team leave` */
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import { demandPerson } from "../call/call-context.ts";
import { type VerbCall, verb } from "../declare/verb.ts";
import { shellWord } from "../print/format.ts";
import { printable } from "../print/style.ts";
import type { SignIn } from "./space/spaces-here.ts";
import { NAME, sentence, spaceResultText } from "./space-text.ts";

export const joinSpace = verb({
  name: "team join",
  summary: "Join a space with an invitation, or by signing in.",
  notes: [
    "Search finds the space's records at once, with their authors. Agents are given them once you accept the space: `oldhand team accept`.",
  ],
  examples: ["oldhand team join 'https://m.example.org/#ohi_…'", "oldhand team join 'https://m.example.org/#spc_…'"],
  input: {
    link: {
      type: "line",
      at: "word",
      required: true,
      help: "The invitation, or the space's link for signing in, in quotes.",
    },
    name: { type: "line", help: "The name that teammates see (default: your user name)." },
    machine: { type: "line", label: "NAME", help: "How this machine is listed (default: its operating system)." },
  },
  act: "append",
  needs: "write",
  async run(call, { link, name, machine }) {
    const { join, signIn } = await import("./space/spaces-here.ts");
    const names = { name, machine };
    if (/#spc_/.test(link)) {
      const { space, result } = await signInAtIssuer(call, () => signIn(call.context, link, names));
      return { space, result };
    }
    call.progress("Joining...");
    const { space, result } = await join(call.context, link, names);
    return { space, result };
  },
  print({ space, result }, style) {
    const found =
      space.records === 0
        ? "It has no records for you yet."
        : `Search finds its ${count(space.records, "record")} now.`;
    return [
      `Joined ${space.name} as ${space.member}, ${space.role}. ${found}`,
      ...(result.waiting + result.refused > 0 || result.problem !== undefined ? [spaceResultText(result)] : []),
      `Agents are given its records once you accept the space: oldhand team accept ${shellWord(space.name)}`,
    ]
      .map((line) => sentence(line, style))
      .join("\n");
  },
});

type Joined = Extract<Awaited<ReturnType<SignIn["finish"]>>, { outcome: "joined" }>;

/** The server allows as many. */
const MOST_TRIES = 5;

/** Opens the address of the issuer, and asks for the code that the browser shows. */
async function signInAtIssuer({ env, terminal }: VerbCall, start: () => Promise<SignIn>): Promise<Joined> {
  demandPerson(env, "join or leave a team");
  if (terminal === undefined)
    throw new OldhandError("usage", "Signing in needs a terminal, to type the code that the browser shows.");
  const { address, finish } = await start();
  const { style } = terminal;
  // Not wrapped, so that it can be copied.
  terminal.show(`${style.wrap("Sign in with your browser within 10 minutes:")}\n${printable(address)}\n`);
  (await import("../../system/loopback/open-in-browser.ts")).openInBrowser(address, env.variables);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const code = (await terminal.ask("Code that the browser shows: "))?.trim();
    if (code === undefined || code === "") break;
    const done = await finish(code);
    if (done.outcome === "joined") return done;
    terminal.show(`${style.wrap(printable(done.reason))}\n`);
  }
  throw new OldhandError("invalid", "Not signed in. Run the command again to start over.");
}

export const leaveSpace = verb({
  name: "team leave",
  summary: "Leave a space: its records and your token are deleted from this machine.",
  notes: ["Records of yours that the server never got stay with you."],
  input: { name: NAME },
  act: "change",
  needs: "write",
  run: async ({ context }, { name }) => (await import("./space/spaces-here.ts")).leave(context, name),
  print({ space, kept, told }, style) {
    const own =
      kept === 0 ? "" : ` ${count(kept, "record")} that the space never got ${kept === 1 ? "is" : "are"} yours now.`;
    const listed = told
      ? ""
      : " Its server could not be reached and still lists you: ask a maintainer to remove you there.";
    return sentence(`Left ${space}. Its records are gone from this machine.${own}${listed}`, style);
  },
});

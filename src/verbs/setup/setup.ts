/** `setup`: imports histories and sessions, shows what it learned, and offers to connect shells and agents. */
import { actorOf } from "../call/call-context.ts";
import { verb } from "../declare/verb.ts";
import type { Style } from "../print/style.ts";
import type { Offer } from "./offers.ts";
import { closingText, startedAs } from "./setup-text.ts";

type Done = {
  readonly document: object;
  readonly closing: (style: Style) => string;
  readonly isStopped: boolean;
};

export const setup = verb({
  name: "setup",
  summary: "Import your histories and sessions, and connect shells and agents.",
  notes: [
    "Reads the shell histories and agent sessions on this machine, shows the five most useful findings, and asks separately before it connects each shell and agent.",
    "You can stop at any question with Ctrl-C and run it again later. Without a terminal it asks nothing, as with --yes.",
  ],
  examples: ["oldhand setup", "oldhand setup --yes", "oldhand setup --json"],
  input: {
    yes: { type: "flag", short: "y", help: "Ask nothing: import and learn, connect nothing, enable nothing." },
  },
  act: "add",
  needs: "write",
  async run(call, { yes = false }): Promise<Done> {
    const { context, env, note, progress, terminal } = call;
    const { foundText, findingsText, learnedText, nothingFoundText } = await import("./setup-text.ts");
    const { learnFromMachine, survey } = await import("./survey-machine.ts");
    const { suggestionVerbs } = await import("../suggestion/sources/suggestion-verbs.ts");
    const { firstFindings } = await import("../findings/first-findings.ts");
    const { offerEach, offersFor } = await import("./offers.ts");
    const { isSample } = await import("./sample-mark.ts");
    const say = (text: (style: Style) => string): void => call.say((style) => `${text(style)}\n`);
    const asking = yes || terminal === undefined ? undefined : { ...call, terminal };
    const program = startedAs(env);
    const found = survey(context);
    say((style) => foundText(found, { style, env }));
    const learned = await learnFromMachine(context, found, progress);
    const { history, sessions, extracted, leftAlone, failures } = learned;
    const everywhere = actorOf(env) === "person";
    const { pending } = await suggestionVerbs(context).suggestionCounts("person", everywhere ? { everywhere } : {});
    const isEmpty = found.histories.length === 0 && found.sessions.length === 0;
    if (!isEmpty) say((style) => learnedText(learned, { style, pending }));
    for (const failure of failures) note(failure);
    if (isEmpty && !isSample(context.store)) {
      say((style) => nothingFoundText(style, program));
      if (asking !== undefined && (await (await import("./add-sample.ts")).offerSample(asking)) === "stopped")
        return stopped(program);
    }
    const findings = await firstFindings(context);
    if (!isEmpty || findings.length > 0) say((style) => findingsText(findings, { style, program, env }));
    const offers = offersFor(found, context);
    if (asking !== undefined && (await offerEach(offers, asking)) === "stopped") return stopped(program);
    const hasSample = isSample(context.store);
    const document = {
      found: {
        shells: found.shells.map(({ name, changes }) => ({ name, isWired: changes.length === 0 })),
        histories: found.histories.map(({ name, file, bytes }) => ({ source: name, file, bytes })),
        agents: found.agents.map(({ name, title, isInstalled }) => ({ name, title, isInstalled })),
        sessions: found.sessions,
      },
      imported: { imported: history.imported, duplicates: history.duplicates, skipped: history.skipped, sessions },
      learned: { ...extracted, leftAlone, suggestions: pending },
      findings,
      offers: offers satisfies readonly Offer[],
      failures,
      sample: hasSample,
    };
    const isAsking = asking !== undefined;
    const closing = (style: Style): string => closingText({ offers, hasSample, isAsking }, style, program);
    return { document, closing, isStopped: false };
  },
  json: ({ document }) => document,
  print: ({ closing }, style) => closing(style),
  exit: ({ isStopped }) => (isStopped ? 130 : 0),
});

/** Ctrl-C at a question keeps everything done so far. */
function stopped(program: string): Done {
  const text = `Stopped. Everything imported so far is kept; run \`${program} setup\` to continue.`;
  return { document: { stopped: true }, closing: () => text, isStopped: true };
}

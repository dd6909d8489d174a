/** `setup`: looks at the machine, takes in what is there, shows what it learned, and only then asks for anything. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { type Page, pageFor } from "../page.ts";
import { progressOn } from "../progress.ts";
import { isYes, type Offer, offerEach, offersFor } from "./setup-offers.ts";
import { closingText, findingsText, foundText, learnedText, nothingText, programName } from "./setup-text.ts";

export type Found = Awaited<ReturnType<Memory["survey"]>>;
export type Learned = Awaited<ReturnType<Memory["learnFromMachine"]>>;
export type Findings = Awaited<ReturnType<Memory["mostUseful"]>>;

export async function setup(call: Call, memory: Memory): Promise<Answer> {
  const { io, isJson, given } = call;
  const page = pageFor({
    columns: io.out.columns,
    variables: io.env.variables,
    noColor: given.has("no-color"),
  });
  const say = (text: string): void => {
    if (!isJson && text !== "") io.out.write(`${text}\n\n`);
  };
  const isAsking = !isJson && !given.has("yes") && io.input.isTerminal && io.err.columns !== undefined;
  const found = await memory.survey();
  say(foundText(found, { page, env: io.env }));
  const learned = await learnWithProgress(call, memory, found);
  const { pending } = await memory.suggestionCounts();
  const isEmpty = found.histories.length === 0 && found.sessions.length === 0;
  if (!isEmpty) say(learnedText(learned, { page, pending }));
  for (const failure of learned.failures) call.note(failure);
  if (isEmpty && !memory.hasSample()) {
    const sampled = await offerSample({ call, memory, page, isAsking, say });
    if (sampled === "stopped") return stopped(call);
  }
  const findings = await memory.mostUseful();
  say(findingsText(findings, { page, program: programName(io.env) }));
  const offers = offersFor(found, memory);
  if (isAsking && (await offerEach(offers, { call, memory, say })) === "stopped") return stopped(call);
  return {
    json: setupJson({ found, learned, pending, findings, offers, hasSample: memory.hasSample() }),
    text: (screen) => closingText({ offers, hasSample: memory.hasSample(), isAsking }, screen, programName(io.env)),
  };
}

async function learnWithProgress({ io }: Call, memory: Memory, found: Found): Promise<Learned> {
  const progress = progressOn(io);
  try {
    return await memory.learnFromMachine(found, progress.say);
  } finally {
    progress.end();
  }
}

type Offering = {
  readonly call: Call;
  readonly memory: Memory;
  readonly page: Page;
  readonly isAsking: boolean;
  readonly say: (text: string) => void;
};

/** Where there is nothing to learn from, there is something to look at. */
async function offerSample({ call, memory, page, isAsking, say }: Offering): Promise<"done" | "stopped"> {
  const program = programName(call.io.env);
  say(nothingText(page, program));
  if (!isAsking) return "done";
  const answer = await call.io.ask("Add sample data, to look around? [y/N] ");
  if (answer === undefined) return "stopped";
  if (!isYes(answer)) return "done";
  const { root } = await memory.addSample();
  say(page.wrapped(`Sample data is here, in ${root}: \`${program} sample remove\` takes it out without a trace.`));
  return "done";
}

/** Ctrl-C at a question: what was done stays done. */
function stopped({ io }: Call): Answer {
  const text = `Stopped. What was taken in stays; \`${programName(io.env)} setup\` goes on from here.`;
  return { json: { stopped: true }, text: () => `\n${text}`, exit: 130 };
}

type Outcome = {
  readonly found: Found;
  readonly learned: Learned;
  readonly pending: number;
  readonly findings: Findings;
  readonly offers: readonly Offer[];
  readonly hasSample: boolean;
};

function setupJson({ found, learned, pending, findings, offers, hasSample }: Outcome) {
  const { history, sessions, extracted, leftAlone, failures } = learned;
  return {
    found: {
      shells: found.shells.map(({ name, changes }) => ({ name, isWired: changes.length === 0 })),
      histories: found.histories.map(({ name, file, bytes }) => ({ source: name, file, bytes })),
      agents: found.agents.map(({ name, title, isInstalled }) => ({ name, title, isInstalled })),
      sessions: found.sessions,
    },
    imported: { ...{ imported: history.imported, duplicates: history.duplicates }, skipped: history.skipped, sessions },
    learned: { ...extracted, leftAlone, suggestions: pending },
    findings,
    offers,
    failures,
    sample: hasSample,
  };
}

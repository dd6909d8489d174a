/** `setup`: finds and imports histories and sessions, shows what it learned, and then offers to connect shells and agents. */
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { progressLine } from "../output/progress.ts";
import { type Style, styleFor } from "../output/style.ts";
import { canPrompt } from "../prompt.ts";
import { isYes, type Offer, offerEach, offersFor } from "./setup-offers.ts";
import { closingText, findingsText, foundText, learnedText, nothingFoundText, programName } from "./setup-text.ts";

export type Found = Awaited<ReturnType<Memory["survey"]>>;
export type Learned = Awaited<ReturnType<Memory["learnFromMachine"]>>;
export type Findings = Awaited<ReturnType<Memory["mostUseful"]>>;

export async function setup(call: Call, memory: Memory): Promise<Answer> {
  const { io, isJson, given } = call;
  const style = styleFor({ columns: io.out.columns, variables: io.env.variables, noColor: given.has("no-color") });
  const print = (text: string): void => {
    if (!isJson && text !== "") io.out.write(`${text}\n\n`);
  };
  const isAsking = !given.has("yes") && canPrompt(call);
  const found = await memory.survey();
  print(foundText(found, { style, env: io.env }));
  const learned = await learnWithProgress(call, memory, found);
  const { pending } = await memory.suggestionCounts();
  const isEmpty = found.histories.length === 0 && found.sessions.length === 0;
  if (!isEmpty) print(learnedText(learned, { style, pending }));
  for (const failure of learned.failures) call.note(failure);
  if (isEmpty && !memory.hasSample()) {
    const sampled = await offerSample({ call, memory, style, isAsking, print });
    if (sampled === "stopped") return stopped(call);
  }
  const findings = await memory.mostUseful();
  print(findingsText(findings, { style, program: programName(io.env) }));
  const offers = offersFor(found, memory);
  if (isAsking && (await offerEach(offers, { call, memory, print })) === "stopped") return stopped(call);
  return {
    json: setupJson({ found, learned, pending, findings, offers, hasSample: memory.hasSample() }),
    text: (screen) => closingText({ offers, hasSample: memory.hasSample(), isAsking }, screen, programName(io.env)),
  };
}

async function learnWithProgress({ io }: Call, memory: Memory, found: Found): Promise<Learned> {
  const progress = progressLine(io);
  try {
    return await memory.learnFromMachine(found, progress.say);
  } finally {
    progress.end();
  }
}

type Offering = {
  readonly call: Call;
  readonly memory: Memory;
  readonly style: Style;
  readonly isAsking: boolean;
  readonly print: (text: string) => void;
};

/** Offers sample data if there is nothing to learn from. */
async function offerSample({ call, memory, style, isAsking, print }: Offering): Promise<"done" | "stopped"> {
  const program = programName(call.io.env);
  print(nothingFoundText(style, program));
  if (!isAsking) return "done";
  const answer = await call.io.ask("Add sample data to explore? [y/N] ");
  if (answer === undefined) return "stopped";
  if (!isYes(answer)) return "done";
  const { root } = await memory.addSample();
  print(style.wrap(`Added sample data in ${root}. Remove it with \`${program} sample remove\`.`));
  return "done";
}

/** Ctrl-C at a question keeps everything done so far. */
function stopped({ io }: Call): Answer {
  const text = `Stopped. Everything imported so far is kept; run \`${programName(io.env)} setup\` to continue.`;
  return { json: { stopped: true }, text: () => text, exit: 130 };
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

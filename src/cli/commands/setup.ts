/** `setup` imports histories and sessions, shows what it learned, and offers to connect shells and agents; `sample` adds and removes sample data. */
import { actorOf } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { TargetView } from "../../verbs/setup/install-verbs.ts";
import type { Answer, Call } from "../command.ts";
import { printable, styleFor } from "../output/style.ts";
import { canPrompt, withProgressLine } from "../terminal.ts";
import {
  closingText,
  findingsText,
  foundText,
  inHome,
  learnedText,
  nothingFoundText,
  programName,
} from "./setup-text.ts";

export type Found = Awaited<ReturnType<Memory["survey"]>>;
export type Learned = Awaited<ReturnType<Memory["learnFromMachine"]>>;
export type Findings = Awaited<ReturnType<Memory["findings"]>>;

export async function setup(call: Call, memory: Memory): Promise<Answer> {
  const { io, isJson, given } = call;
  const style = styleFor({ columns: io.out.columns, variables: io.env.variables, noColor: given.has("no-color") });
  const print = (text: string): void => {
    if (!isJson && text !== "") io.out.write(`${text}\n\n`);
  };
  const isAsking = !given.has("yes") && canPrompt(call);
  const program = programName(io.env);
  const found = await memory.survey();
  print(foundText(found, { style, env: io.env }));
  const learned = await withProgressLine(io, (say) => memory.learnFromMachine(found, say));
  const { history, sessions, extracted, leftAlone, failures } = learned;
  const everywhere = actorOf(io.env) === "person";
  const { pending } = await memory.suggestionCounts("person", everywhere ? { everywhere } : {});
  const isEmpty = found.histories.length === 0 && found.sessions.length === 0;
  if (!isEmpty) print(learnedText(learned, { style, pending }));
  for (const failure of failures) call.note(failure);
  if (isEmpty && !memory.hasSample()) {
    print(nothingFoundText(style, program));
    const sample = { call, memory, print: (text: string) => print(style.wrap(text)) };
    if (isAsking && (await offerSample(sample)) === "stopped") return stopped(program);
  }
  const findings = await memory.findings();
  if (!isEmpty || findings.length > 0) print(findingsText(findings, { style, program, env: io.env }));
  const offers = await offersFor(found, memory);
  if (isAsking && (await offerEach(offers, { call, memory, print })) === "stopped") return stopped(program);
  const hasSample = memory.hasSample();
  const json = {
    found: {
      shells: found.shells.map(({ name, changes }) => ({ name, isWired: changes.length === 0 })),
      histories: found.histories.map(({ name, file, bytes }) => ({ source: name, file, bytes })),
      agents: found.agents.map(({ name, title, isInstalled }) => ({ name, title, isInstalled })),
      sessions: found.sessions,
    },
    imported: { imported: history.imported, duplicates: history.duplicates, skipped: history.skipped, sessions },
    learned: { ...extracted, leftAlone, suggestions: pending },
    findings,
    offers,
    failures,
    sample: hasSample,
  };
  return { json, text: (screen) => closingText({ offers, hasSample, isAsking }, screen, program) };
}

type OfferContext = { readonly call: Call; readonly memory: Memory; readonly print: (text: string) => void };

async function offerSample({ call: { io }, memory, print }: OfferContext): Promise<"done" | "stopped"> {
  const answer = await io.ask("Add sample data to explore? [y/N] ");
  if (answer === undefined) return "stopped";
  if (!isYes(answer)) return "done";
  const { root } = await memory.addSample();
  print(`Added sample data in ${root}. Remove it with \`${programName(io.env)} sample remove\`.`);
  return "done";
}

/** Ctrl-C at a question keeps everything done so far. */
function stopped(program: string): Answer {
  const text = `Stopped. Everything imported so far is kept; run \`${program} setup\` to continue.`;
  return { json: { stopped: true }, text: () => text, exit: 130 };
}

export type Offer = {
  readonly kind: "shell" | "agent" | "setting";
  readonly name: string;
  readonly title: string;
  /** Already done. */
  readonly isDone: boolean;
  /** Why it cannot be done now. */
  readonly trouble?: string;
  /** The command that does the same later, without the program's name. */
  readonly command: string;
  readonly files: readonly string[];
  /** The settings that it changes. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What the person gets from it, in words. */
  readonly brings: string;
  /** What it would cost, in words. */
  readonly cost?: string;
};

const ENABLED = "memories.enabled";
const READER = "models.reader";
const MINILM = "minilm";
/** Enough for a day's sessions; the person can change it. */
const READER_CAP = 200_000;

async function offersFor({ shells, agents }: Found, memory: Memory): Promise<Offer[]> {
  const reader = await memory.readerOffer();
  return [
    ...[...shells, ...agents].map(targetOffer),
    {
      ...{ kind: "setting", name: ENABLED, title: "automatic memory", files: [] },
      isDone: memory.setting(ENABLED).value === true,
      command: `config set ${ENABLED} true`,
      settings: { [ENABLED]: "true" },
      brings: "Learns from finished sessions by itself, and gives each new session a summary.",
    },
    ...(reader === undefined ? [] : [readerOffer(reader)]),
    {
      ...{ kind: "setting", name: MINILM, title: "MiniLM", files: [] },
      // A person who chose another embedder is not asked again.
      isDone: memory.setting("recall.embedder").value !== "static",
      command: `install ${MINILM}`,
      brings: `Recall finds more by meaning. ${await memory.minilmCost()}`,
      cost: await memory.minilmCost(),
    },
  ];
}

function readerOffer({ agent, sessions, tokens }: NonNullable<Awaited<ReturnType<Memory["readerOffer"]>>>): Offer {
  const cost = `Now ${count(sessions, "session")}, about ${tokens.toLocaleString("en")} tokens of your ${agent} account; at most ${READER_CAP.toLocaleString("en")} tokens a day.`;
  return {
    ...{ kind: "setting", name: READER, title: agent, files: [], isDone: false },
    command: `config set ${READER} ${agent}`,
    settings: { [READER]: agent, "models.dailyTokenCap": String(READER_CAP) },
    brings: `Has ${agent} read finished sessions and pick out what should last. ${cost}`,
    cost,
  };
}

function targetOffer({ kind, name, title, changes, trouble }: TargetView): Offer {
  return {
    ...{ kind, name, title, files: changes.map(({ file }) => file) },
    isDone: changes.length === 0 && trouble === undefined,
    ...(trouble !== undefined && { trouble }),
    command: `install ${name}`,
    brings:
      kind === "shell"
        ? `Records the commands you run in ${title}, without starting a program.`
        : `Gives ${title} the few lines that fit its task, and learns from its sessions.`,
  };
}

/** Skips what is already done; a file that cannot be changed does not stop the other offers. */
async function offerEach(offers: readonly Offer[], context: OfferContext): Promise<"done" | "stopped"> {
  const { call } = context;
  for (const offer of offers) {
    if (offer.trouble !== undefined) call.note(offer.trouble);
    if (offer.isDone || offer.trouble !== undefined) continue;
    const answer = await call.io.ask(`${questionOf(offer, call)} [y/N] `);
    if (answer === undefined) return "stopped";
    if (isYes(answer)) await carryOut(offer, context);
  }
  return "done";
}

function isYes(answer: string): boolean {
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

function questionOf({ kind, name, title, files, cost }: Offer, { io }: Call): string {
  if (name === READER) return `Have ${title} read finished sessions and pick out what should last? ${cost}`;
  if (name === MINILM) return `Install MiniLM, so that recall finds more by meaning? ${cost}`;
  if (kind === "setting")
    return "Enable automatic memory: learn from finished sessions, and give each new session a summary?";
  const where = files.length === 1 ? inHome(files[0]!, io.env) : count(files.length, "file");
  return kind === "shell"
    ? `Record the commands you run in ${title} (adds a few lines to ${where})?`
    : `Connect ${title} (${where}; undo with \`uninstall ${name}\`)?`;
}

async function carryOut({ kind, name, settings }: Offer, { call, memory, print }: OfferContext): Promise<void> {
  try {
    if (name === MINILM) {
      await withProgressLine(call.io, (say) => memory.installMiniLm(say));
      return print("Installed. `oldhand learn` gives your messages their vectors.");
    }
    if (settings !== undefined) {
      for (const [key, value] of Object.entries(settings)) await memory.set(key, value);
      return print("Enabled.");
    }
    const { installVerbs } = await import("../../verbs/setup/install-verbs.ts");
    const { title, written, afterwards } = installVerbs(call.io.env).install(name);
    const then = afterwards ?? (kind === "shell" ? "It takes effect in new shells." : "");
    print(`${title}: connected, ${count(written.length, "file")} written.${then === "" ? "" : ` ${then}`}`);
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    call.note(error.message);
  }
}

export async function addSample({ io }: Call, memory: Memory): Promise<Answer> {
  const done = await memory.addSample();
  const program = programName(io.env);
  const text = [
    done.outcome === "added" ? "Added sample data." : "The sample data was already added.",
    `Explore it with \`${program} -C ${printable(done.root)}\`. Remove it with \`${program} sample remove\`.`,
  ];
  return { json: done, text: (style) => text.map((line) => style.wrap(line)).join("\n") };
}

export async function removeSample(_: Call, memory: Memory): Promise<Answer> {
  const done = await memory.removeSample();
  const text = done.outcome === "removed" ? "Removed all sample data." : "There is no sample data.";
  return { json: done, text: () => text };
}

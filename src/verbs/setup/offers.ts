/** What `setup` offers: connecting shells and agents, and settings; and carrying out what the person said yes to. */
import { OldhandError } from "../../core/base/error.ts";
import { count } from "../../core/text/wording.ts";
import type { CallContext } from "../call/call-context.ts";
import { settingVerbs } from "../config/setting-verbs.ts";
import type { VerbCall } from "../declare/verb.ts";
import { type ReaderOffer, readerOffer } from "../learning/offer-reader.ts";
import { homePath } from "../print/format.ts";
import { installVerbs, type TargetView } from "./install-verbs.ts";
import type { Survey } from "./survey-machine.ts";

export type Offer = {
  readonly kind: TargetView["kind"] | "setting";
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
const PACK = "guard.pack";
const READER = "models.reader";

export function offersFor({ shells, agents }: Survey, call: CallContext): readonly Offer[] {
  const reader = readerOffer(call);
  return [
    ...[...shells, ...agents].map(targetOffer),
    {
      ...{ kind: "setting", name: ENABLED, title: "automatic memory", files: [] },
      isDone: call.config[ENABLED],
      command: `config set ${ENABLED} true`,
      settings: { [ENABLED]: "true" },
      brings: "Learns from finished sessions by itself, and gives each new session a summary.",
    },
    {
      ...{ kind: "setting", name: PACK, title: "questions before what cannot be undone", files: [] },
      isDone: call.config[PACK],
      command: `config set ${PACK} true`,
      settings: { [PACK]: "true" },
      brings:
        "Asks you before an agent deletes outside the project, discards uncommitted work, force-pushes, drops a database, destroys infrastructure, overwrites a disk, publishes or reads keys.",
    },
    ...(reader === undefined ? [] : [offerOfReader(reader)]),
  ];
}

function offerOfReader({ agent, text, sends, settings }: ReaderOffer): Offer {
  return {
    ...{ kind: "setting", name: READER, title: agent, files: [], isDone: false },
    command: `config set ${READER} ${agent}`,
    ...{ settings, brings: text, cost: sends },
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
export async function offerEach(offers: readonly Offer[], call: WithPerson): Promise<"done" | "stopped"> {
  for (const offer of offers) {
    if (offer.trouble !== undefined) call.note(offer.trouble);
    if (offer.isDone || offer.trouble !== undefined) continue;
    const answer = await call.terminal.ask(`${questionOf(offer, call.context)} [y/N] `);
    if (answer === undefined) return "stopped";
    if (isYes(answer)) await carryOut(offer, call);
  }
  return "done";
}

/** A call by a person who can be asked. */
export type WithPerson = VerbCall<"write"> & Required<Pick<VerbCall, "terminal">>;

function isYes(answer: string): boolean {
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

function questionOf({ kind, name, title, files, brings, cost }: Offer, { env }: CallContext): string {
  if (name === READER) return `${brings} ${cost} Turn it on?`;
  if (name === PACK) return `${brings} Turn it on?`;
  if (kind === "setting")
    return "Enable automatic memory: learn from finished sessions, and give each new session a summary?";
  const where = files.length === 1 ? homePath(files[0]!, env.home) : count(files.length, "file");
  return kind === "shell"
    ? `Record the commands you run in ${title} (adds a few lines to ${where})?`
    : `Connect ${title} (${where}; undo with \`uninstall ${name}\`)?`;
}

async function carryOut({ kind, name, settings }: Offer, { context, note, say }: WithPerson): Promise<void> {
  try {
    if (settings !== undefined) {
      for (const [key, value] of Object.entries(settings)) await settingVerbs(context).set(key, value);
      return say(() => "Enabled.\n");
    }
    const { title, written, afterwards } = installVerbs(context.env).install(name);
    const then = afterwards ?? (kind === "shell" ? "It takes effect in new shells." : "");
    say(() => `${title}: connected, ${count(written.length, "file")} written.${then === "" ? "" : ` ${then}`}\n`);
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    note(error.message);
  }
}

/** What `setup` offers to wire: each shell, each agent, and the pipeline; each a question of its own. */
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../open/memory.ts";
import type { TargetView } from "../../verbs/setup/install-verbs.ts";
import type { Call } from "../command.ts";
import { counted } from "../say.ts";
import type { Found } from "./setup.ts";
import { inHome } from "./setup-text.ts";

export type Offer = {
  readonly kind: "shell" | "agent" | "setting";
  readonly name: string;
  readonly title: string;
  /** As it is already. */
  readonly isDone: boolean;
  /** Why it cannot be done as things are. */
  readonly trouble?: string;
  /** What does the same later, without the program's name. */
  readonly command: string;
  readonly files: readonly string[];
};

const ENABLED = "memories.enabled";

export function offersFor({ shells, agents }: Found, memory: Memory): Offer[] {
  return [
    ...[...shells, ...agents].map(targetOffer),
    {
      ...{ kind: "setting", name: ENABLED, title: "memory that works by itself", files: [] },
      isDone: memory.setting(ENABLED).value === true,
      command: `config set ${ENABLED} true`,
    },
  ];
}

function targetOffer({ kind, name, title, changes, trouble }: TargetView): Offer {
  return {
    ...{ kind, name, title, files: changes.map(({ file }) => file) },
    isDone: changes.length === 0 && trouble === undefined,
    ...(trouble !== undefined && { trouble }),
    command: `install ${name}`,
  };
}

type Means = { readonly call: Call; readonly memory: Memory; readonly say: (text: string) => void };

/** What is done already is not asked about; a file that cannot be changed stops none of the others. */
export async function offerEach(offers: readonly Offer[], means: Means): Promise<"done" | "stopped"> {
  const { call } = means;
  for (const offer of offers) {
    if (offer.trouble !== undefined) call.note(offer.trouble);
    if (offer.isDone || offer.trouble !== undefined) continue;
    const answer = await call.io.ask(`${questionOf(offer, call)} [y/N] `);
    if (answer === undefined) return "stopped";
    if (isYes(answer)) await grant(offer, means);
  }
  return "done";
}

export function isYes(answer: string): boolean {
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

function questionOf({ kind, name, title, files }: Offer, { io }: Call): string {
  if (kind === "setting")
    return "Let it work by itself: learn from sessions that are over, and tell each new one what it knows?";
  const where = files.length === 1 ? inHome(files[0]!, io.env) : counted(files.length, "file");
  return kind === "shell"
    ? `Have ${title} leave what you run, by a few lines in ${where}?`
    : `Give ${title} this memory (${where}; \`uninstall ${name}\` takes it back)?`;
}

async function grant({ kind, name }: Offer, { call, memory, say }: Means): Promise<void> {
  try {
    if (kind === "setting") {
      await memory.set(name, "true");
      return say("Enabled.");
    }
    const { installingVerbs } = await import("../../verbs/setup/install-verbs.ts");
    const { title, written, afterwards } = installingVerbs(call.io.env).install(name);
    const then = afterwards ?? (kind === "shell" ? "It begins with the next shell you open." : "");
    say(`${title}: done, ${counted(written.length, "file")} written.${then === "" ? "" : ` ${then}`}`);
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    call.note(error.message);
  }
}

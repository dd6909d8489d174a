/** What `setup` offers: to connect each shell and agent, and to enable automatic memory; one question each. */
import { OldhandError } from "../../core/base/error.ts";
import type { Memory } from "../../open/memory.ts";
import type { TargetView } from "../../verbs/setup/install-verbs.ts";
import type { Call } from "../command.ts";
import { plural } from "../output/format.ts";
import type { Found } from "./setup.ts";
import { inHome } from "./setup-text.ts";

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
};

const ENABLED = "memories.enabled";

export function offersFor({ shells, agents }: Found, memory: Memory): Offer[] {
  return [
    ...[...shells, ...agents].map(targetOffer),
    {
      ...{ kind: "setting", name: ENABLED, title: "automatic memory", files: [] },
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

type OfferContext = { readonly call: Call; readonly memory: Memory; readonly print: (text: string) => void };

/** Skips what is already done; a file that cannot be changed does not stop the other offers. */
export async function offerEach(offers: readonly Offer[], context: OfferContext): Promise<"done" | "stopped"> {
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

export function isYes(answer: string): boolean {
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

function questionOf({ kind, name, title, files }: Offer, { io }: Call): string {
  if (kind === "setting")
    return "Enable automatic memory: learn from finished sessions, and give each new session a summary?";
  const where = files.length === 1 ? inHome(files[0]!, io.env) : plural(files.length, "file");
  return kind === "shell"
    ? `Record the commands you run in ${title} (adds a few lines to ${where})?`
    : `Connect ${title} (${where}; undo with \`uninstall ${name}\`)?`;
}

async function carryOut({ kind, name }: Offer, { call, memory, print }: OfferContext): Promise<void> {
  try {
    if (kind === "setting") {
      await memory.set(name, "true");
      return print("Enabled.");
    }
    const { installVerbs } = await import("../../verbs/setup/install-verbs.ts");
    const { title, written, afterwards } = installVerbs(call.io.env).install(name);
    const then = afterwards ?? (kind === "shell" ? "It takes effect in new shells." : "");
    print(`${title}: connected, ${plural(written.length, "file")} written.${then === "" ? "" : ` ${then}`}`);
  } catch (error) {
    if (!(error instanceof OldhandError)) throw error;
    call.note(error.message);
  }
}

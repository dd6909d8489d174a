/** `accept`: a suggestion, a space or its records, a proposal, the repository's records, a machine, or changed files. */
import { OldhandError } from "../../core/base/error.ts";
import { isId } from "../../core/base/id.ts";
import type { CallContext } from "../call/call-context.ts";
import { type Delegated, exitOf, jsonOf, letDo, printOf } from "../declare/delegate.ts";
import { STEPS } from "../declare/shared-fields.ts";
import { defined } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { ACCEPT_YES, joinProject } from "../project/join.ts";
import { confirmRecords } from "../record/confirm.ts";
import { acceptSuggestion } from "../suggestion/accept.ts";
import { confirmMachine } from "../sync/machines.ts";
import { acceptInTeam } from "../team/accept.ts";

export const accept = verb({
  name: "accept",
  summary: "Accept a suggestion, others' records, a machine of yours, or changed files.",
  notes: [
    "WHAT is the id of a suggestion or of a team's record or proposal; the name of a space; `project` for the records of this repository; `files` for records that changed outside oldhand; or the fingerprint, id or name of a machine of yours.",
  ],
  examples: ["oldhand accept 3f2a", "oldhand accept project", "oldhand accept acme --records-only"],
  input: {
    what: {
      type: "line",
      at: "rest",
      required: true,
      help: "What to accept; `oldhand status` and `oldhand review` name it.",
    },
    name: { type: "line", help: "Of a suggestion: the name of the workflow or the key of the record." },
    steps: { ...STEPS, help: "A step of the workflow; replaces the steps that were found." },
    recordsOnly: { type: "flag", help: "Of a space: without guards, workflows and changed policies." },
    yes: ACCEPT_YES,
  },
  act: "change",
  needs: "write",
  asksAboutFiles: true,
  async run(call, { what, name, steps, recordsOnly, yes }): Promise<Delegated> {
    const { context } = call;
    if (what === "project") return letDo(joinProject, call, defined({ yes }));
    if (what === "files") return letDo(confirmRecords, call, defined({ yes }));
    if (isTeams(what) || (await isSpace(context, what)))
      return letDo(acceptInTeam, call, defined({ what, recordsOnly, yes }));
    if (await isMachine(context, what)) return letDo(confirmMachine, call, { machine: what });
    if (/\s/.test(what)) throw new OldhandError("usage", "Accept one suggestion at a time.");
    return letDo(acceptSuggestion, call, defined({ id: what, name, steps }));
  },
  json: jsonOf,
  print: printOf,
  exit: exitOf,
});

function isTeams(what: string): boolean {
  return what.split(/\s+/).every((word) => isId(word, "rec") || isId(word, "prp"));
}

async function isSpace(context: CallContext, name: string): Promise<boolean> {
  const { joinedSpaces } = await import("../team/space/joined-spaces.ts");
  return (await joinedSpaces(context)).some((space) => space.name === name);
}

/** By its name, its id, or the start of its fingerprint, of a machine that waits to be confirmed. */
async function isMachine(context: CallContext, part: string): Promise<boolean> {
  const { isThere } = await import("../../store/files/durable-files.ts");
  if (!isThere(context.home.sync)) return false;
  const { knownMachines } = await import("../sync/machine-keys.ts");
  const known = await knownMachines(context);
  return known.some(({ id, name, fingerprint }) => id === part || name === part || fingerprint.startsWith(part));
}

/** The fields that commands on spaces share, and how a joined space, its exchanges and its proposals are described. */
import { count, listOf } from "../../core/text/wording.ts";
import { fields } from "../declare/field.ts";
import type { SpaceResult } from "../exchange/spaces/exchange-with.ts";
import { factLines, minuteOf } from "../print/format.ts";
import { oneLine, printable, type Style } from "../print/style.ts";
import type { SpaceView } from "./space/space-view.ts";

export type OwnProposal = SpaceView["proposals"][number];

export function spaceText(space: SpaceView, style: Style): string {
  const { name, url, role, member, review, accepted, records, toSend, proposed, refused, waiting, routed } = space;
  const rejected = space.proposals.filter(({ state }) => state === "rejected");
  const facts: [string, string | undefined][] = [
    ["server", printable(url)],
    ["you", `${printable(member)}, ${role}`],
    ["records", `${count(records, "record")}${accepted ? "" : ", not accepted: oldhand team accept"}`],
    ["review", review ? "a maintainer looks at changes first" : undefined],
    ["projects", routed.length === 0 ? undefined : printable(listOf(routed.map((project) => project.name)))],
    ["to send", toSend === 0 ? undefined : count(toSend, "change")],
    ["proposed", proposed === 0 ? undefined : `${count(proposed, "change")} for a maintainer`],
    ...rejected.map((one): [string, string] => ["rejected", printable(rejectionText(one))]),
    ["waiting", waiting === 0 ? undefined : `${count(waiting, "record")} of projects that are not known here`],
    ...refused.map((one): [string, string] => ["not taken", `${one.record}: ${printable(one.reason)}`]),
    ["last sync", space.lastAt === null ? "never" : minuteOf(space.lastAt)],
    ["problem", space.problem === undefined ? undefined : printable(space.problem)],
  ];
  return [style.bold(printable(name)), ...factLines(facts, style)].join("\n");
}

/** What was proposed, and why it was rejected. */
export function rejectionText({ record, act, text = "", reason = "" }: OwnProposal): string {
  return `${proposedText({ record, act, text })}. ${reason} ${NEXT[act](record)}`;
}

export function proposedText({ record, act, text = "" }: Pick<OwnProposal, "record" | "act" | "text">): string {
  return act === "delete" ? `delete ${record}` : `"${oneLine(text)}" (${record})`;
}

const NEXT: Readonly<Record<OwnProposal["act"], (record: string) => string>> = {
  add: (record) =>
    `It stays on this machine: update it to propose it again, or run \`oldhand record delete ${record}\`.`,
  change: (record) =>
    `Your version stays on this machine: update it to propose it again; the space's is in \`oldhand record history ${record}\`.`,
  delete: () => "The others still have it.",
};

export function spaceResultText(result: SpaceResult): string {
  const { space, sent, arrived, waiting, proposed, rejected, refused, conflicts, problem, isRemoved } = result;
  if (isRemoved === true)
    return `${space}: you are no longer a member (${problem}). Its records are gone from this machine.`;
  if (problem !== undefined) return `${space}: ${problem}`;
  const parts = [
    ...movedParts({ sent, arrived }),
    ...(proposed > 0 ? [`${count(proposed, "change")} proposed to a maintainer`] : []),
    ...(rejected > 0 ? [`${count(rejected, "proposal")} of yours rejected, see \`oldhand team proposals\``] : []),
    ...(conflicts > 0
      ? [`${count(conflicts, "change")} of yours replaced by a later one, see \`oldhand record history\``]
      : []),
    ...(refused > 0 ? [`${count(refused, "change")} not taken, see \`oldhand team\``] : []),
    ...(waiting > 0
      ? [`${count(waiting, "record")} of projects that are not known here: open those projects once`]
      : []),
  ];
  return `${space}: ${parts.join("; ") || "nothing new"}.`;
}

/** What an exchange moved; nothing if it moved nothing. */
export function movedParts({ sent, arrived }: Pick<SpaceResult, "sent" | "arrived">): string[] {
  return [
    ...(sent > 0 ? [`sent ${count(sent, "change")}`] : []),
    ...(arrived > 0 ? [`received ${count(arrived, "change")}`] : []),
  ];
}

export const { SPACE, NAME, MEMBER } = fields({
  SPACE: { type: "line", label: "NAME", help: "The space (default: the only one that you joined)." },
  NAME: { type: "line", at: "word", help: "The space (default: the only one that you joined)." },
  MEMBER: { type: "line", at: "word", required: true, help: "A member's name or id." },
});

export function sentence(text: string, style: Style): string {
  return style.wrap(printable(text));
}

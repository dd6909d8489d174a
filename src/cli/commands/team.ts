/** `team` for a member: the joined spaces, join, leave, route, accept. */

import { OldhandError } from "../../core/base/error.ts";
import { isId } from "../../core/base/id.ts";
import { describeGuard } from "../../core/guard/describe.ts";
import { count, listOf } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call } from "../command.ts";
import { shellWord } from "../output/elsewhere.ts";
import { factLines, minuteOf, recordName } from "../output/format.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { canPrompt, decisionOf, exitAfter, progressNotes, promptStyle } from "../terminal.ts";

type Team = Memory["team"];
type JoinNames = NonNullable<Parameters<Team["join"]>[1]>;
type SpaceView = Awaited<ReturnType<Team["spaces"]>>[number];
type SpaceResult = Awaited<ReturnType<Team["sync"]>>[number];
type Shown = Awaited<ReturnType<Team["acceptable"]>>;

export async function spaces({ isJson }: Call, memory: Memory): Promise<Answer> {
  const all = await memory.team.spaces();
  if (!isJson) await memory.team.seenRejections(all);
  const none = "You joined no space. Ask a maintainer for an invitation and run `oldhand team join LINK`.";
  return {
    json: { spaces: all },
    text: (style) => (all.length === 0 ? style.wrap(none) : all.map((space) => spaceText(space, style)).join("\n\n")),
  };
}

/** On the server of a space that this person maintains. */
export async function create(call: Call, memory: Memory): Promise<Answer> {
  const [name = ""] = call.args;
  progressNotes(call)("Creating...");
  const { space } = await memory.team.create(name, { review: call.given.has("review"), at: call.given.value("space") });
  return sentence(
    { space },
    `Created ${space.name} on ${space.url}. You are its maintainer; invite others with \`oldhand team invite --space ${shellWord(space.name)}\`.`,
  );
}

/** With an invitation, or by signing in where the link names a space. */
export async function join(call: Call, memory: Memory): Promise<Answer> {
  const [link = ""] = call.args;
  const names = { name: call.given.value("name"), machine: call.given.value("machine") };
  const { space, result } = /#spc_/.test(link)
    ? await (await import("./team-sign-in.ts")).signIn(call, () => memory.team.signIn(link, names))
    : await joinByInvitation(call, memory, link, names);
  const found =
    space.records === 0 ? "It has no records for you yet." : `Search finds its ${count(space.records, "record")} now.`;
  const lines = [
    `Joined ${space.name} as ${space.member}, ${space.role}. ${found}`,
    ...(result.waiting + result.refused > 0 || result.problem !== undefined ? [spaceResultText(result)] : []),
    `Agents are given its records once you accept the space: oldhand team accept ${shellWord(space.name)}`,
  ];
  return { json: { space, result }, text: (style) => lines.map((line) => style.wrap(printable(line))).join("\n") };
}

function joinByInvitation(call: Call, memory: Memory, link: string, names: JoinNames) {
  progressNotes(call)("Joining...");
  return memory.team.join(link, names);
}

export async function leave(call: Call, memory: Memory): Promise<Answer> {
  const done = await memory.team.leave(call.args[0]);
  const kept =
    done.kept === 0
      ? ""
      : ` ${count(done.kept, "record")} that the space never got ${done.kept === 1 ? "is" : "are"} yours now.`;
  const told = done.told
    ? ""
    : " Its server could not be reached and still lists you: ask a maintainer to remove you there.";
  return sentence(done, `Left ${done.space}. Its records are gone from this machine.${kept}${told}`);
}

export async function route(call: Call, memory: Memory): Promise<Answer> {
  if (call.given.has("off")) {
    const done = await memory.team.unroute();
    return sentence(
      done,
      done.space === undefined
        ? `Records of ${done.project} go to no space.`
        : `New records of ${done.project} stay on this machine. Those in ${done.space} stay there.`,
    );
  }
  const [name] = call.args;
  if (name === undefined)
    throw new OldhandError("usage", "Name the space, or use --off. See `oldhand help team route`.");
  const done = await memory.team.route(name, { existing: call.given.has("existing") });
  const rest =
    done.private > 0 ? ` ${count(done.private, "existing record")} stay private: add --existing to send them too.` : "";
  const moved = done.moved > 0 ? ` ${count(done.moved, "existing record")} go there with the next sync.` : "";
  return sentence(
    done,
    `What you write about ${done.project} goes to ${done.space} from now on. Nothing is written into the repository.${moved}${rest}`,
  );
}

/** A space, single records of spaces, or a proposal. */
export async function accept(call: Call, memory: Memory): Promise<Answer> {
  const [what] = call.args;
  const words = what?.split(/\s+/) ?? [];
  if (words.length === 1 && isId(words[0]!, "prp")) {
    const done = await memory.team.decideProposal(words[0]!, "accept", { space: call.given.value("space") });
    return sentence(done, `Accepted ${done.proposal}. It reaches everybody in ${done.space} with their next sync.`);
  }
  if (words.length > 0 && words.every((word) => isId(word, "rec"))) {
    const done = await memory.team.acceptRecords(words);
    return sentence(done, `Accepted ${listOf(done.accepted)}.`);
  }
  return acceptSpace(call, memory, what);
}

async function acceptSpace(call: Call, memory: Memory, name: string | undefined): Promise<Answer> {
  const all = await memory.team.acceptable(name);
  const isPlain = call.given.has("records-only");
  const shown: Shown = { ...all, records: isPlain ? all.records.filter(({ needsLook }) => !needsLook) : all.records };
  if (all.accepted && shown.records.length === 0)
    return sentence(
      { space: all.name, accepted: 0, left: all.records.length },
      `Nothing new to accept in ${all.name}.`,
    );
  if (!call.given.has("yes")) {
    call.io.err.write(`${acceptText(shown, promptStyle(call))}\n\n`);
    if (!canPrompt(call))
      throw new OldhandError("usage", "There is no terminal to ask. Look at the list and add --yes to accept it.");
    const decision = decisionOf(await call.io.ask(`Accept ${count(shown.records.length, "record")}? [y/N] `), [
      "y",
      "yes",
    ]);
    if (decision !== "approved")
      return { ...sentence({ space: all.name, accepted: 0 }, "Nothing was accepted."), exit: exitAfter(decision) };
  }
  const done = await memory.team.acceptSpace(shown);
  const left = all.records.length - shown.records.length;
  const more =
    left === 0
      ? ""
      : ` ${count(left, "guard, workflow or changed policy", "guards, workflows or changed policies")} left: oldhand team accept ${all.name}`;
  return sentence({ ...done, left }, `Accepted ${count(done.accepted, "record")} of ${done.space}.${more}`);
}

/** What acts, or changed, in full; of the rest the number. */
function acceptText({ name, accepted, records }: Shown, style: Style): string {
  const looked = records.filter(({ needsLook }) => needsLook);
  const plain = records.length - looked.length;
  const head = accepted
    ? `${name} has ${count(records.length, "record")} that you have not accepted as they are now.`
    : `${name} has ${count(records.length, "record")}. Accepting the space gives agents its records, now and later; guards, workflows and changed policies are asked about each time.`;
  const lines = looked.map(({ record }) => {
    const acts = [...(record.steps ?? []), ...(record.guards?.map(describeGuard) ?? [])].map(
      (line) => `\n    ${printable(line)}`,
    );
    const by = record.author === undefined ? "" : ` by ${printable(record.author)}`;
    return `  ${style.bold(recordName(record))}${by}\n    ${printable(oneLine(record.text))}${acts.join("")}`;
  });
  return [
    style.wrap(printable(head)),
    ...lines,
    ...(plain > 0 && lines.length > 0 ? [`  and ${plain} more`] : []),
  ].join("\n");
}

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

type OwnProposal = SpaceView["proposals"][number];

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

function sentence(json: object, text: string): Answer {
  return { json, text: (style) => style.wrap(printable(text)) };
}

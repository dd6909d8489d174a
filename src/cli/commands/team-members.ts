/** `team` for those who look after a space: members, invitations, roles, tokens, proposals, audit. */
import { OldhandError } from "../../core/base/error.ts";
import { ROLES, type Role, SCOPES, type TokenScope } from "../../core/team/rights.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call, Given } from "../command.ts";
import { dayOf, minuteOf, tableText } from "../output/format.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { checkedChoice, invalidValue } from "../parse/values.ts";
import { proposedText, rejectionText } from "./team.ts";

type Team = Memory["team"];
type OwnProposal = Awaited<ReturnType<Team["space"]>>["proposals"][number];
type Proposal = Awaited<ReturnType<Team["proposals"]>>[number];

const inSpace = ({ given }: Pick<Call, "given">) => ({ space: given.value("space") });

export async function members(call: Call, memory: Memory): Promise<Answer> {
  const all = await memory.team.members(inSpace(call));
  return {
    json: { members: all },
    text: (style) =>
      tableText(
        all.map(({ id, name, role, machine, joined, left }) => [
          printable(name),
          left === undefined ? role : `left ${dayOf(left)}`,
          printable(machine),
          `joined ${dayOf(joined)}`,
          id,
        ]),
        style,
      ),
  };
}

export async function invite(call: Call, memory: Memory): Promise<Answer> {
  const role = checkedChoice("ROLE", call.args[0] ?? "writer", ROLES) as Role;
  const made = await memory.team.invite({ ...inSpace(call), role, expiresSeconds: expiry(call.given) ?? WEEK_SECONDS });
  const lines = [
    `An invitation to ${made.space} as ${made.role}, for one person, until ${minuteOf(made.expires)}. Whoever has the link can use it:`,
    made.link,
  ];
  return { json: made, text: (style) => `${style.wrap(printable(lines[0]!))}\n${printable(lines[1]!)}` };
}

export async function role(call: Call, memory: Memory): Promise<Answer> {
  const [who = "", wanted = ""] = call.args;
  const member = await memory.team.setRole(who, checkedChoice("ROLE", wanted, ROLES) as Role, inSpace(call));
  return sentence({ member }, `${member.name} is a ${member.role} now.`);
}

export async function bind(call: Call, memory: Memory): Promise<Answer> {
  const [who = "", email = ""] = call.args;
  const { member, link } = await memory.team.bindMember(who, email, inSpace(call));
  const head = `Whoever signs in as ${email} is ${member.name} from now on, where the server has an issuer:`;
  return {
    json: { member, link },
    text: (style) => `${style.wrap(printable(head))}\noldhand team join '${printable(link)}'`,
  };
}

export async function remove(call: Call, memory: Memory): Promise<Answer> {
  const member = await memory.team.removeMember(call.args[0] ?? "", inSpace(call));
  return sentence(
    { member },
    `Removed ${member.name}. The records they wrote stay; their machines drop the space when they next connect.`,
  );
}

export async function tokens(call: Call, memory: Memory): Promise<Answer> {
  const all = await memory.team.tokens(inSpace(call));
  return {
    json: { tokens: all },
    text: (style) =>
      tableText(
        all.map(({ name, prefix, scopes, expires, used, isCurrent }) => [
          printable(name),
          prefix,
          scopes.join("+"),
          expires === undefined ? "no expiry" : `until ${dayOf(expires)}`,
          used === undefined ? "never used" : `used ${dayOf(used)}`,
          isCurrent ? "this machine" : "",
        ]),
        style,
      ),
  };
}

export async function addToken(call: Call, memory: Memory): Promise<Answer> {
  const wanted = call.given.values("allow") ?? ["read"];
  const made = await memory.team.addToken({
    ...inSpace(call),
    name: call.args[0] ?? "",
    scopes: wanted.map((scope) => checkedChoice("--allow", scope, SCOPES) as TokenScope),
    expiresSeconds: expiry(call.given),
  });
  return {
    json: made,
    text: (style) =>
      `${style.wrap("The new token. It is shown only once, and whoever has it can use it:")}\n${made.token}`,
  };
}

export async function revokeToken(call: Call, memory: Memory): Promise<Answer> {
  const token = await memory.team.revokeToken(call.args[0] ?? "", inSpace(call));
  return sentence({ token }, `Revoked ${token.name} (${token.prefix}).`);
}

export async function proposals(call: Call, memory: Memory): Promise<Answer> {
  const rejected = call.given.value("reject");
  const reason = call.given.value("reason");
  if (rejected !== undefined) {
    const done = await memory.team.decideProposal(rejected, "reject", { ...inSpace(call), reason });
    return sentence(done, `Rejected ${done.proposal}. Its author is told${reason === undefined ? "" : " why"}.`);
  }
  if (reason !== undefined) throw new OldhandError("usage", "--reason goes with --reject ID.");
  const space = await memory.team.space(inSpace(call).space);
  const { proposals: own } = space;
  // Only maintainers see the proposals of others.
  const all = space.role === "maintainer" ? await memory.team.proposals(inSpace(call)) : [];
  if (!call.isJson) await memory.team.seenRejections([space]);
  const parts = (style: Style): string[] => [
    ...all.map((proposal) => proposalText(proposal, style)),
    ...(all.length === 0
      ? []
      : [
          style.wrap("Accept one with `oldhand team accept ID`, reject one with `oldhand team proposals --reject ID`."),
        ]),
    ...(own.length === 0 ? [] : [[style.bold("Yours"), ...own.map((one) => ownText(one, style))].join("\n")]),
  ];
  return {
    json: { proposals: all, own },
    text: (style) => parts(style).join("\n\n") || "No pending proposals.",
  };
}

/** What this person proposed, and what became of it. */
function ownText(own: OwnProposal, style: Style): string {
  const text = own.state === "pending" ? `${proposedText(own)} waits for a maintainer.` : rejectionText(own);
  return style.wrap(printable(`  ${text}`), "    ");
}

export async function audit(call: Call, memory: Memory): Promise<Answer> {
  const since = call.given.value("after");
  const number = since === undefined ? 0 : Number(since);
  if (!Number.isSafeInteger(number) || number < 0)
    throw invalidValue("--after", { expected: "the number of an entry", value: since ?? "" });
  const { rows, intact } = await memory.team.audit({ ...inSpace(call), since: number });
  const cells = rows.map(({ seq, at, act, outcome, member = "", name = member, subject = "", detail = "" }) =>
    [String(seq), minuteOf(at), outcome, act, name, subject, detail].map(printable),
  );
  const broken = "Some entries are missing or were changed outside the server. Compare them with a backup.";
  return {
    json: { rows, intact },
    text: (style) =>
      [
        ...(cells.length === 0 ? [] : [tableText(cells, style)]),
        intact ? count(rows.length, "entry", "entries") : style.wrap(broken),
      ].join("\n"),
    exit: intact ? 0 : 1,
  };
}

/** The difference, as it would be made. */
function proposalText({ id, op, author, at, before, after }: Proposal, style: Style): string {
  const what = op === "remove" ? "delete" : before === undefined ? "add" : "change";
  const head = `${style.bold(id)} ${style.dim(`${what}, by ${printable(author.name)}, ${minuteOf(at)}`)}`;
  const lines = [
    ...(before === undefined ? [] : [`  - ${shown(before)}`]),
    ...(after === undefined ? [] : [`  + ${shown(after)}`]),
  ];
  return [head, ...lines.map((line) => style.wrap(line, "    "))].join("\n");
}

/** Of a record's file the parts that matter: its type, what acts, and its statement. */
function shown(file: string): string {
  const [head = "", ...body] = file.replace(/^---\n/, "").split("\n---\n");
  const facts = head
    .split("\n")
    .filter(
      (line) => /^(?:type|status|steps|guards|paths): /.test(line) && !/^(?:status: active|\w+: \[\])$/.test(line),
    )
    .map((line) => line.replace(/^type: /, ""));
  return printable(oneLine(`${facts.join(", ")}: ${body.join("\n---\n").trim()}`));
}

const WEEK_SECONDS = 7 * 86_400;
const UNITS: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: WEEK_SECONDS };

function expiry(given: Given): number | undefined {
  const value = given.value("expires");
  if (value === undefined) return undefined;
  const [, n, unit] = /^(\d{1,4})([hdw])$/.exec(value.trim()) ?? [];
  if (n !== undefined && unit !== undefined && Number(n) > 0) return Number(n) * UNITS[unit]!;
  throw invalidValue("--expires", { expected: "a duration such as 12h, 7d or 4w", value });
}

function sentence(json: object, text: string): Answer {
  return { json, text: (style) => style.wrap(printable(text)) };
}

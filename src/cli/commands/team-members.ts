/** `team` for those who look after a space: members, invitations, roles, tokens, proposals, audit. */
import { ROLES, type Role, SCOPES, type TokenScope } from "../../core/team/rights.ts";
import { count } from "../../core/text/wording.ts";
import type { Memory } from "../../open/memory.ts";
import type { Answer, Call, Given } from "../command.ts";
import { dayOf, minuteOf } from "../output/format.ts";
import { oneLine, printable, type Style } from "../output/style.ts";
import { checkedChoice, invalidValue } from "../parse/values.ts";

type Team = Memory["team"];
type Proposal = Awaited<ReturnType<Team["proposals"]>>[number];

const inSpace = ({ given }: Pick<Call, "given">) => ({ space: given.value("space") });

export async function members(call: Call, memory: Memory): Promise<Answer> {
  const all = await memory.team.members(inSpace(call));
  return {
    json: { members: all },
    text: (style) =>
      table(
        all.map(({ id, name, role, machine, joined, left }) => [
          style.bold(printable(name)),
          left === undefined ? role : `left ${dayOf(left)}`,
          printable(machine),
          `joined ${dayOf(joined)}`,
          id,
        ]),
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
      table(
        all.map(({ name, prefix, scopes, expires, used, isCurrent }) => [
          style.bold(printable(name)),
          prefix,
          scopes.join("+"),
          expires === undefined ? "no expiry" : `until ${dayOf(expires)}`,
          used === undefined ? "never used" : `used ${dayOf(used)}`,
          isCurrent ? "this machine" : "",
        ]),
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
  if (rejected !== undefined) {
    const done = await memory.team.decideProposal(rejected, "reject", inSpace(call));
    return sentence(done, `Rejected ${done.proposal}.`);
  }
  const all = await memory.team.proposals(inSpace(call));
  return {
    json: { proposals: all },
    text: (style) =>
      all.length === 0
        ? "No pending proposals."
        : [
            ...all.map((proposal) => proposalText(proposal, style)),
            style.wrap(
              "Accept one with `oldhand team accept ID`, reject one with `oldhand team proposals --reject ID`.",
            ),
          ].join("\n\n"),
  };
}

export async function audit(call: Call, memory: Memory): Promise<Answer> {
  const since = call.given.value("after");
  const number = since === undefined ? 0 : Number(since);
  if (!Number.isSafeInteger(number) || number < 0)
    throw invalidValue("--after", { expected: "the number of an entry", value: since ?? "" });
  const { rows, intact } = await memory.team.audit({ ...inSpace(call), since: number });
  const lines = rows.map(({ seq, at, act, outcome, member = "", subject = "", detail = "" }) =>
    [String(seq), minuteOf(at), outcome, printable(act), member, printable(subject), printable(detail)].join("\t"),
  );
  const broken = "Some entries are missing or were changed outside the server. Compare them with a backup.";
  return {
    json: { rows, intact },
    text: (style) => [...lines, intact ? count(rows.length, "entry", "entries") : style.wrap(broken)].join("\n"),
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
  const facts = head.split("\n").filter((line) => /^(?:type|status|steps|guards|paths): /.test(line));
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

function table(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.filter((cell) => cell !== "").join("\t")).join("\n");
}

function sentence(json: object, text: string): Answer {
  return { json, text: (style) => style.wrap(printable(text)) };
}

/** `team members`, `team invite`, `team role`, `team bind` and `team remove` */
import { ROLES } from "../../core/team/rights.ts";
import { verb } from "../declare/verb.ts";
import { dayOf, minuteOf, tableText } from "../print/format.ts";
import { printable } from "../print/style.ts";
import { MEMBER, SPACE, sentence } from "./space-text.ts";
import { EXPIRES, secondsOf } from "./tokens.ts";

const WEEK_SECONDS = 7 * 86_400;

const atServer = () => import("./space/server-acts.ts");

export const listMembers = verb({
  name: "team members",
  summary: "List the members of a space.",
  input: { space: SPACE },
  act: "read",
  needs: "write",
  run: async ({ context }, { space }) => ({ members: await (await atServer()).members(context, { space }) }),
  print: ({ members }, style) =>
    tableText(
      members.map(({ id, name, role, machine, joined, left }) => [
        printable(name),
        left === undefined ? role : `left ${dayOf(left)}`,
        printable(machine),
        `joined ${dayOf(joined)}`,
        id,
      ]),
      style,
    ),
  page: { method: "POST" },
});

export const inviteMember = verb({
  name: "team invite",
  summary: "Make an invitation link, for one person and once.",
  input: {
    role: { type: "choice", at: "word", choices: ROLES, help: "What the person may do (default writer)." },
    expires: { ...EXPIRES, help: `${EXPIRES.help} Default 7d.` },
    space: SPACE,
  },
  act: "append",
  needs: "write",
  async run({ context }, { role = "writer", expires, space }) {
    return (await atServer()).invite(context, { space, role, expiresSeconds: secondsOf(expires) ?? WEEK_SECONDS });
  },
  print({ space, role, expires, link }, style) {
    const head = `An invitation to ${space} as ${role}, for one person, until ${minuteOf(expires)}. Whoever has the link can use it:`;
    return `${sentence(head, style)}\n${printable(link)}`;
  },
});

export const changeRole = verb({
  name: "team role",
  summary: "Change what a member may do.",
  notes: ["A viewer reads, a writer also writes, a maintainer also reviews and looks after members."],
  input: {
    member: MEMBER,
    role: { type: "choice", at: "word", choices: ROLES, required: true, help: "viewer, writer or maintainer." },
    space: SPACE,
  },
  act: "change",
  needs: "write",
  async run({ context }, { member, role, space }) {
    const { askOf, demandMayChange } = await import("./space/ask-server.ts");
    demandMayChange(context);
    const { space: of, member: one } = await (await atServer()).oneMember(context, member, space);
    return { member: (await askOf(context, of, (client) => client.setRole(of.id, one.id, role))).member };
  },
  print: ({ member }, style) => sentence(`${member.name} is a ${member.role} now.`, style),
});

export const bindMember = verb({
  name: "team bind",
  summary: "Let a member sign in with an e-mail address, and print the link for it.",
  notes: [
    "For servers with an issuer (OpenID Connect). The first account that signs in with this address, verified by the issuer, is the member's from then on; bind again to replace it.",
  ],
  input: {
    member: MEMBER,
    email: { type: "line", at: "word", required: true, help: "The address that the issuer knows." },
    space: SPACE,
  },
  act: "change",
  needs: "write",
  async run({ context }, { member, email, space }) {
    const { askOf, demandMayChange } = await import("./space/ask-server.ts");
    const { signInLink } = await import("../../core/team/invitation.ts");
    demandMayChange(context);
    const { space: of, member: one } = await (await atServer()).oneMember(context, member, space);
    await askOf(context, of, (client) => client.bindMember(of.id, one.id, email));
    return { member: one, link: signInLink(of.url, of.id) };
  },
  print({ member, link }, style, { email }) {
    const head = `Whoever signs in as ${email} is ${member.name} from now on, where the server has an issuer:`;
    return `${sentence(head, style)}\noldhand team join '${printable(link)}'`;
  },
});

export const dismissMember = verb({
  name: "team remove",
  summary: "Remove a member; their tokens stop working at once.",
  input: { member: MEMBER, space: SPACE },
  act: "change",
  needs: "write",
  async run({ context }, { member, space }) {
    return { member: await (await atServer()).removeMember(context, member, { space }) };
  },
  print: ({ member }, style) =>
    sentence(
      `Removed ${member.name}. The records they wrote stay; their machines drop the space when they next connect.`,
      style,
    ),
});

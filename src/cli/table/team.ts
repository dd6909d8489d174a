/** The commands for spaces that a team shares on a server. */
import { ROLES, SCOPES } from "../../core/team/rights.ts";
import type { CommandEntry, Option, Positional } from "../command.ts";

const SPACE: Option = { name: "space", value: "NAME", help: "The space (default: the only one that you joined)." };
const NAME: Positional = { name: "NAME", help: "The space (default: the only one that you joined).", optional: true };
const MEMBER: Positional = { name: "MEMBER", help: "A member's name or id." };
const EXPIRES: Option = { name: "expires", value: "TIME", help: "For how long it can be used: 12h, 7d or 4w." };

export const teamCommands: readonly CommandEntry[] = [
  {
    words: ["team"],
    summary: "Show the spaces that you joined, and what waits.",
    notes: [
      "A space is what a team shares on a server (`oldhand serve`). Its records are copied to this machine: recall never needs the network.",
      "What you write in a routed project waits here until the server has it. `oldhand sync` exchanges now; commands also do it in passing, every sync.everyMinutes minutes.",
    ],
    run: async () => (await import("../commands/team.ts")).spaces,
  },
  {
    words: ["team", "create"],
    summary: "Create another space on a server where you maintain one, and join it.",
    notes: [
      "Only where the server allows it (`oldhand serve --allow-create`). The first space of a server is created by whoever runs it: `oldhand serve create-space`.",
    ],
    positionals: [{ name: "NAME", help: "What the team calls it.", many: true }],
    options: [
      { name: "review", help: "Changes by writers wait for a maintainer." },
      { ...SPACE, help: "A space on that server (default: the only one that you joined)." },
    ],
    examples: ["oldhand team create Platform --review"],
    run: async () => (await import("../commands/team.ts")).create,
  },
  {
    words: ["team", "join"],
    summary: "Join a space with an invitation, or by signing in.",
    notes: [
      "Search finds the space's records at once, with their authors. Agents are given them once you accept the space: `oldhand team accept`.",
    ],
    positionals: [{ name: "LINK", help: "The invitation, or the space's link for signing in, in quotes." }],
    options: [
      { name: "name", value: "NAME", help: "The name that teammates see (default: your user name)." },
      { name: "machine", value: "NAME", help: "How this machine is listed (default: its operating system)." },
    ],
    examples: ["oldhand team join 'https://m.example.org/#ohi_…'", "oldhand team join 'https://m.example.org/#spc_…'"],
    run: async () => (await import("../commands/team.ts")).join,
  },
  {
    words: ["team", "leave"],
    summary: "Leave a space: its records and your token are deleted from this machine.",
    notes: ["Records of yours that the server never got stay with you."],
    positionals: [NAME],
    run: async () => (await import("../commands/team.ts")).leave,
  },
  {
    words: ["team", "route"],
    summary: "Send what you write about this project to a space.",
    notes: [
      "Nothing is written into the repository. Teammates recognise the project by its first commits and remotes.",
      "What agents and learning note stays on this machine until you accept it.",
    ],
    positionals: [{ name: "NAME", help: "The space.", optional: true }],
    options: [
      { name: "existing", help: "Also send the records that you wrote or accepted before." },
      { name: "off", help: "Keep new records on this machine again." },
    ],
    examples: ["oldhand team route acme", "oldhand team route acme --existing", "oldhand team route --off"],
    run: async () => (await import("../commands/team.ts")).route,
  },
  {
    words: ["team", "accept"],
    summary: "Accept a space's records for your agents; or, as a maintainer, a proposal.",
    notes: [
      "One acceptance covers the records of a space, now and later. Guards, workflows and changed policies are accepted as they are: they are listed, and listed again if they change.",
    ],
    positionals: [
      {
        name: "WHAT",
        help: "A space, ids of records (rec_…), or the id of a proposal (prp_…).",
        optional: true,
        many: true,
      },
    ],
    options: [
      { name: "records-only", help: "Without guards, workflows and changed policies." },
      { name: "yes", short: "y", help: "Accept without asking." },
      SPACE,
    ],
    examples: ["oldhand team accept acme", "oldhand team accept acme --records-only"],
    run: async () => (await import("../commands/team.ts")).accept,
  },
  {
    words: ["team", "members"],
    summary: "List the members of a space.",
    options: [SPACE],
    run: async () => (await import("../commands/team-members.ts")).members,
  },
  {
    words: ["team", "invite"],
    summary: "Make an invitation link, for one person and once.",
    positionals: [{ name: "ROLE", help: "What the person may do (default writer).", optional: true, choices: ROLES }],
    options: [{ ...EXPIRES, help: `${EXPIRES.help} Default 7d.` }, SPACE],
    run: async () => (await import("../commands/team-members.ts")).invite,
  },
  {
    words: ["team", "role"],
    summary: "Change what a member may do.",
    notes: ["A viewer reads, a writer also writes, a maintainer also reviews and looks after members."],
    positionals: [MEMBER, { name: "ROLE", help: "viewer, writer or maintainer.", choices: ROLES }],
    options: [SPACE],
    run: async () => (await import("../commands/team-members.ts")).role,
  },
  {
    words: ["team", "bind"],
    summary: "Let a member sign in with an e-mail address, and print the link for it.",
    notes: [
      "For servers with an issuer (OpenID Connect). The first account that signs in with this address, verified by the issuer, is the member's from then on; bind again to replace it.",
    ],
    positionals: [MEMBER, { name: "EMAIL", help: "The address that the issuer knows." }],
    options: [SPACE],
    run: async () => (await import("../commands/team-members.ts")).bind,
  },
  {
    words: ["team", "remove"],
    summary: "Remove a member; their tokens stop working at once.",
    positionals: [MEMBER],
    options: [SPACE],
    run: async () => (await import("../commands/team-members.ts")).remove,
  },
  {
    words: ["team", "token"],
    summary: "List your tokens of a space.",
    options: [SPACE],
    run: async () => (await import("../commands/team-members.ts")).tokens,
  },
  {
    words: ["team", "token", "add"],
    summary: "Make another token, for example for a script.",
    positionals: [{ name: "NAME", help: "What it is for." }],
    options: [
      {
        name: "allow",
        value: "SCOPE",
        help: "What it may do (default read).",
        choices: SCOPES,
        repeatable: true,
      },
      EXPIRES,
      SPACE,
    ],
    run: async () => (await import("../commands/team-members.ts")).addToken,
  },
  {
    words: ["team", "token", "revoke"],
    summary: "End one of your tokens.",
    positionals: [{ name: "TOKEN", help: "Its name, id or prefix." }],
    options: [SPACE],
    run: async () => (await import("../commands/team-members.ts")).revokeToken,
  },
  {
    words: ["team", "proposals"],
    summary: "List changes that wait for a maintainer, and what became of yours; or reject one.",
    notes: ["A maintainer sees the proposals of everybody, others see their own."],
    options: [
      { name: "reject", value: "ID", help: "Reject this proposal." },
      { name: "reason", value: "TEXT", help: "Why it is rejected, for its author." },
      SPACE,
    ],
    examples: ['oldhand team proposals --reject ID --reason "Too old."'],
    run: async () => (await import("../commands/team-members.ts")).proposals,
  },
  {
    words: ["team", "audit"],
    summary: "Show who did what in a space; never the contents.",
    options: [{ name: "after", value: "N", help: "Only entries after number N." }, SPACE],
    run: async () => (await import("../commands/team-members.ts")).audit,
  },
];

/** The commands of whoever runs a team's server. */
import type { CommandEntry, Option } from "../command.ts";
import { PORT } from "./options.ts";

const DATABASE: Option = {
  name: "database",
  value: "URL",
  help: "The address of a PostgreSQL database, 15 or newer (default: OLDHAND_DATABASE, which other users of the machine cannot see).",
};

export const serveCommands: readonly CommandEntry[] = [
  {
    words: ["serve"],
    summary: "Run a team's server on a PostgreSQL database.",
    notes: [
      "Members join with an invitation, and their clients fetch the space's records; docs/team.md describes the set-up.",
      "It refuses to start as a role that row-level security does not bind. Put a proxy with TLS in front of it.",
      "It logs one line of JSON a request to stderr, without contents.",
    ],
    options: [
      DATABASE,
      PORT,
      { name: "host", value: "ADDRESS", help: "The address to listen on (default 127.0.0.1)." },
      { name: "rate", value: "N", help: "How many requests a minute each token may make (default 1200)." },
      {
        name: "allow-create",
        help: "Maintainers of a space may create others with `oldhand team create` (default: only `serve create-space`).",
      },
      { name: "issuer", value: "URL", help: "Members can sign in at this issuer (OpenID Connect)." },
      {
        name: "client-id",
        value: "ID",
        help: "What the issuer calls this server; OLDHAND_OIDC_SECRET has its secret, if there is one.",
      },
      { name: "url", value: "URL", help: "Where browsers reach this server, for the way back from the issuer." },
      {
        name: "admit",
        value: "SPACE=DOMAIN:ROLE",
        help: "Whoever signs in with a verified e-mail of the domain may join the space as viewer or writer (default: nobody).",
        repeatable: true,
      },
    ],
    examples: ["oldhand serve --port 7420", "oldhand serve --host 0.0.0.0 --port 7420"],
    needs: "nothing",
    run: async () => (await import("../commands/team-server.ts")).serve,
  },
  {
    words: ["serve", "migrate"],
    summary: "Create or update the tables of a team's database, and the server's role.",
    notes: ["Run it as the owner of the database, before the first start and after each update; twice does no harm."],
    options: [
      DATABASE,
      { name: "role", value: "NAME", help: "The role that the server connects as (default oldhand_server)." },
    ],
    examples: ["oldhand serve migrate --database postgres://owner@db/team"],
    needs: "nothing",
    run: async () => (await import("../commands/team-server.ts")).migrate,
  },
  {
    words: ["serve", "create-space"],
    summary: "Create a space, and print the invitation for its first maintainer.",
    positionals: [{ name: "NAME", help: "What the team calls it.", many: true }],
    options: [
      DATABASE,
      { name: "review", help: "Changes by writers wait for a maintainer." },
      { name: "url", value: "URL", help: "Where members reach the server; the invitation is a link then." },
    ],
    examples: ["oldhand serve create-space Platform --review"],
    needs: "nothing",
    run: async () => (await import("../commands/team-server.ts")).createSpace,
  },
];

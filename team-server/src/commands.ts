/** The commands of whoever runs a team's server: `serve`, `migrate`, `create-space`. */
import { parseArgs } from "node:util";
import type { Clock } from "../../src/core/base/clock.ts";
import { OldhandError } from "../../src/core/base/error.ts";
import { createFirstSpace, migrateDatabase } from "./serve/operate.ts";
import { serveUntilStopped } from "./serve/serve.ts";
import { readSignInOptions } from "./serve/sign-in/options.ts";
import { version } from "./version.ts";

type Surroundings = {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
};

const OPTIONS = {
  database: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
  port: { type: "string" },
  host: { type: "string" },
  rate: { type: "string" },
  "allow-create": { type: "boolean" },
  issuer: { type: "string" },
  "client-id": { type: "string" },
  url: { type: "string" },
  admit: { type: "string", multiple: true },
  role: { type: "string" },
  review: { type: "boolean" },
} as const;

type Given = ReturnType<typeof parse>["values"];
type Option = keyof typeof OPTIONS;
type Asked = Surroundings & { readonly given: Given; readonly args: readonly string[] };

type Command = {
  readonly usage: string;
  readonly summary: string;
  readonly options: readonly Option[];
  readonly run: (asked: Asked) => Promise<void>;
};

/** Every command takes these too. */
const ALWAYS: readonly Option[] = ["database", "json", "help", "version"];

export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    usage: "serve [--port N] [--host ADDRESS] [--rate N] [--allow-create] [--issuer URL --client-id ID --url URL]",
    summary: "Run the server. It refuses to start as a role that row-level security does not bind.",
    options: ["port", "host", "rate", "allow-create", "issuer", "client-id", "url", "admit"],
    run: serve,
  },
  migrate: {
    usage: "migrate [--role NAME]",
    summary: "Create or update the tables and the server's role, as the owner of the database. Twice does no harm.",
    options: ["role"],
    run: migrate,
  },
  "create-space": {
    usage: "create-space NAME [--review] [--url URL]",
    summary: "Create a space, and print the invitation for its first maintainer.",
    options: ["review", "url"],
    run: createSpace,
  },
};

const HELP = `oldhand-team ${version}: the server with which a team shares records

${Object.values(COMMANDS)
  .map(({ usage, summary }) => `  oldhand-team ${usage}\n      ${summary}`)
  .join("\n")}

  --database URL   a PostgreSQL database, 15 or newer (default: OLDHAND_DATABASE, which other users of the machine cannot see)
  --json           answers as JSON
  --rate N         requests a minute for each token (default 1200)
  --allow-create   maintainers of a space may create others with \`oldhand team create\`
  --issuer URL     members can sign in there (OpenID Connect); OLDHAND_OIDC_SECRET has the server's secret, if there is one
  --url URL        where members reach the server
  --admit SPACE=DOMAIN:ROLE   whoever signs in with a verified e-mail of the domain may join as viewer or writer
`;

export async function run(argv: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values: given, positionals } = parse(argv);
  const [name, ...args] = positionals;
  if (given.version) return surroundings.out(`${version}\n`);
  if (given.help || name === undefined) return surroundings.out(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new OldhandError("usage", `${name} is no command. Commands: ${Object.keys(COMMANDS).join(", ")}.`);
  const other = (Object.keys(given) as Option[]).find((one) => !ALWAYS.includes(one) && !command.options.includes(one));
  if (other !== undefined)
    throw new OldhandError("usage", `${name} takes no --${other}. Usage: oldhand-team ${command.usage}`);
  if (name !== "create-space" && args.length > 0) throw new OldhandError("usage", `${name} takes no ${args[0]}.`);
  await command.run({ ...surroundings, given, args });
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new OldhandError("usage", error instanceof Error ? error.message : String(error));
  }
}

const DEFAULT_RATE = 1200;
const LARGEST_PORT = 65_535;

/** Returns when the server is stopped. */
async function serve(asked: Asked): Promise<void> {
  const { given, variables, clock, out, err } = asked;
  const signIn = readSignInOptions({
    issuer: given.issuer,
    clientId: given["client-id"],
    // Not an option: arguments are visible to every user of the machine.
    clientSecret: variables.OLDHAND_OIDC_SECRET,
    publicUrl: given.url,
    admits: given.admit ?? [],
  });
  const options = {
    database: databaseUrl(asked),
    host: given.host ?? "127.0.0.1",
    port: numberIn(given, "port", LARGEST_PORT) ?? 0,
    requestsPerMinute: numberIn(given, "rate", Number.MAX_SAFE_INTEGER) ?? DEFAULT_RATE,
    allowsNewSpaces: given["allow-create"] === true,
    ...(signIn !== undefined && { signIn }),
    clock,
    log: (line: object) => err(`${JSON.stringify(line)}\n`),
  };
  await serveUntilStopped(options, (url) => {
    out(given.json ? `${JSON.stringify({ url })}\n` : `${url}\n`);
    if (!given.json) err("Press Ctrl-C to stop the server.\n");
  });
}

async function migrate(asked: Asked): Promise<void> {
  const { given, clock, out } = asked;
  const done = await migrateDatabase(databaseUrl(asked), { role: given.role ?? "oldhand_server", clock });
  if (given.json) return out(`${JSON.stringify(done)}\n`);
  out(`tables: ${done.applied.length === 0 ? "up to date" : done.applied.join(", ")}\nrole: ${done.role}\n`);
  if (done.url !== undefined) out(`Start the server with this address, which is not shown again:\n${done.url}\n`);
}

async function createSpace(asked: Asked): Promise<void> {
  const { given, args, clock, out } = asked;
  const { url: serverUrl, review = false } = given;
  const wanted = { name: args.join(" "), review, clock, ...(serverUrl !== undefined && { serverUrl }) };
  const made = await createFirstSpace(databaseUrl(asked), wanted);
  if (given.json) return out(`${JSON.stringify(made)}\n`);
  out(`Created ${made.space.name} (${made.space.id}).\n`);
  out(`The invitation makes a maintainer. It works once, until ${made.expires.slice(0, 16).replace("T", " ")} UTC:\n`);
  out(serverUrl === undefined ? `${made.invitation}\n` : `oldhand team join '${made.invitation}'\n`);
  if (serverUrl === undefined) out("Put the server's address and # before it: https://memory.example.org/#ohi_…\n");
}

function databaseUrl({ given, variables }: Pick<Asked, "given" | "variables">): string {
  const url = given.database ?? variables.OLDHAND_DATABASE;
  if (url === undefined || url === "")
    throw new OldhandError("usage", "Which database? Use --database URL, or set OLDHAND_DATABASE.");
  return url;
}

function numberIn(given: Given, option: "port" | "rate", most: number): number | undefined {
  const text = given[option];
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text) && Number(text) <= most) return Number(text);
  throw new OldhandError("usage", `--${option} takes a whole number, not ${JSON.stringify(text)}.`);
}

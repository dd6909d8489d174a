/** `serve` and its subcommands. */
import { OldhandError } from "../../core/base/error.ts";
import type { Answer, Call } from "../command.ts";
import { factLines, minuteOf } from "../output/format.ts";
import { printable } from "../output/style.ts";
import { defined, portNumber, wholeNumber } from "../parse/values.ts";

const DEFAULT_RATE = 1200;

/** Returns when the server is stopped. */
export async function serve({ io, given, note, isJson }: Call): Promise<Answer> {
  const { serveUntilStopped } = await import("../../serve/serve.ts");
  const options = {
    database: databaseUrl({ io, given }),
    host: given.value("host") ?? "127.0.0.1",
    port: portNumber(given) ?? 0,
    requestsPerMinute: wholeNumber("--rate", given.value("rate")) ?? DEFAULT_RATE,
    allowsNewSpaces: given.has("allow-create"),
    ...defined({ signIn: await signInOptions({ io, given }) }),
    clock: io.env.clock,
    log: (line: object) => io.err.write(`${JSON.stringify(line)}\n`),
  };
  await serveUntilStopped(options, (url) => {
    if (isJson) io.out.write(`${JSON.stringify({ url })}\n`);
    else {
      io.out.write(`${url}\n`);
      note("Press Ctrl-C to stop the server.");
    }
  });
  // Exits even if a connection is still open.
  process.exit(0);
}

export async function migrate({ io, given }: Call): Promise<Answer> {
  const { migrateDatabase } = await import("../../serve/operate.ts");
  const role = given.value("role") ?? "oldhand_server";
  const done = await migrateDatabase(databaseUrl({ io, given }), { role, clock: io.env.clock });
  return {
    json: done,
    text: (style) =>
      [
        ...factLines(
          [
            ["tables", done.applied.length === 0 ? "up to date" : done.applied.join(", ")],
            ["role", done.role],
          ],
          style,
        ),
        // Not wrapped, so that it can be copied.
        ...(done.url === undefined ? [] : ["Start the server with this address, which is not shown again:", done.url]),
      ].join("\n"),
  };
}

export async function createSpace({ io, given, args: [name] }: Call): Promise<Answer> {
  const { createFirstSpace } = await import("../../serve/operate.ts");
  const made = await createFirstSpace(databaseUrl({ io, given }), {
    name: name ?? "",
    review: given.has("review"),
    clock: io.env.clock,
    ...defined({ serverUrl: given.value("url") }),
  });
  const isLink = given.value("url") !== undefined;
  return {
    json: made,
    // The invitation is not wrapped, so that it can be copied.
    text: (style) =>
      [
        style.wrap(`Created ${printable(made.space.name)} (${made.space.id}).`),
        style.wrap(`The invitation makes a maintainer. It works once, until ${minuteOf(made.expires)}:`),
        isLink ? `oldhand team join '${made.invitation}'` : made.invitation,
        ...(isLink ? [] : [style.wrap("Put the server's address and # before it: https://memory.example.org/#ohi_…")]),
      ].join("\n"),
  };
}

async function signInOptions({ io, given }: Pick<Call, "io" | "given">) {
  const { readSignInOptions } = await import("../../serve/sign-in/options.ts");
  return readSignInOptions({
    issuer: given.value("issuer"),
    clientId: given.value("client-id"),
    // Not an option: arguments are visible to every user of the machine.
    clientSecret: io.env.variables.OLDHAND_OIDC_SECRET,
    publicUrl: given.value("url"),
    admits: given.values("admit") ?? [],
  });
}

function databaseUrl({ io, given }: Pick<Call, "io" | "given">): string {
  const url = given.value("database") ?? io.env.variables.OLDHAND_DATABASE;
  if (url === undefined || url === "")
    throw new OldhandError("usage", "Which database? Use --database URL, or set OLDHAND_DATABASE.");
  return url;
}

/** `team token`, `team token add` and `team token revoke` */
import { OldhandError } from "../../core/base/error.ts";
import { TOKEN_SCOPES } from "../../core/team/rights.ts";
import { count, quotedName } from "../../core/text/wording.ts";
import { fields } from "../declare/field.ts";
import { defined, invalidValue } from "../declare/values.ts";
import { verb } from "../declare/verb.ts";
import { dayOf, tableText } from "../print/format.ts";
import { printable } from "../print/style.ts";
import { SPACE, sentence } from "./space-text.ts";

export const { EXPIRES } = fields({
  EXPIRES: { type: "line", label: "TIME", help: "For how long it can be used: 12h, 7d or 4w." },
});

const UNITS: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: 7 * 86_400 };

export function secondsOf(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const [, n, unit] = /^(\d{1,4})([hdw])$/.exec(time.trim()) ?? [];
  if (n !== undefined && unit !== undefined && Number(n) > 0) return Number(n) * UNITS[unit]!;
  throw invalidValue("--expires", { expected: "a duration such as 12h, 7d or 4w", value: time });
}

export const listTokens = verb({
  name: "team token",
  summary: "List your tokens of a space.",
  input: { space: SPACE },
  act: "read",
  needs: "write",
  async run({ context }, { space }) {
    const { askServer } = await import("./space/ask-server.ts");
    return { tokens: (await askServer(context, space, (client) => client.tokens())).tokens };
  },
  print: ({ tokens }, style) =>
    tableText(
      tokens.map(({ name, prefix, scopes, expires, used, isCurrent }) => [
        printable(name),
        prefix,
        scopes.join("+"),
        expires === undefined ? "no expiry" : `until ${dayOf(expires)}`,
        used === undefined ? "never used" : `used ${dayOf(used)}`,
        isCurrent ? "this machine" : "",
      ]),
      style,
    ),
});

export const addToken = verb({
  name: "team token add",
  summary: "Make another token, for example for a script.",
  input: {
    name: { type: "line", at: "word", required: true, help: "What it is for." },
    allow: {
      type: "choice",
      choices: TOKEN_SCOPES,
      many: true,
      label: "SCOPE",
      help: "What it may do (default read).",
    },
    expires: EXPIRES,
    space: SPACE,
  },
  act: "append",
  needs: "write",
  async run({ context }, { name, allow: scopes, expires, space }) {
    const { askServer, demandMayChange } = await import("./space/ask-server.ts");
    demandMayChange(context);
    const wanted = { name, scopes: scopes ?? ["read" as const], ...defined({ expires: secondsOf(expires) }) };
    const { token, id, prefix } = await askServer(context, space, (client) => client.addToken(wanted));
    return { token, id, prefix };
  },
  print: ({ token }, style) =>
    `${style.wrap("The new token. It is shown only once, and whoever has it can use it:")}\n${token}`,
});

export const revokeToken = verb({
  name: "team token revoke",
  summary: "End one of your tokens.",
  input: {
    token: { type: "line", at: "word", required: true, help: "Its name, id or prefix." },
    space: SPACE,
  },
  act: "change",
  needs: "write",
  async run({ context }, { token, space }) {
    const { askServer, demandMayChange } = await import("./space/ask-server.ts");
    demandMayChange(context);
    const all = (await askServer(context, space, (client) => client.tokens())).tokens;
    const found = all.filter(({ id, prefix, name }) => [id, prefix, name].includes(token));
    if (found.length !== 1)
      throw new OldhandError(
        found.length === 0 ? "not-found" : "ambiguous",
        `${quotedName(token)} matches ${found.length === 0 ? "no token" : count(found.length, "token")}. List them with \`oldhand team token\`.`,
      );
    await askServer(context, space, (client) => client.revokeToken(found[0]!.id));
    return { token: found[0]! };
  },
  print: ({ token }, style) => sentence(`Revoked ${token.name} (${token.prefix}).`, style),
});

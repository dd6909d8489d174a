/** Texts that make a careless pattern slow: starts of secrets and tags, repeated. */
import { SECRET_RULES } from "../../../src/core/screen/secrets.ts";

export const FILLS: readonly string[] = [
  ...["a", "A", "0", " ", "\t", "\n", "-", "_", ".", "=", ":", "/", "\\", '"', "'", "|", ",", "<", "&", "%", "@", "+/"],
  ...["a ", "a.", "a-", "ab=", "x:", "aA0", "\\n", "\u200b", "é", "😀", "a\n", "%25", "\\\\", "&amp;", "=\n"],
];

const STARTS = [
  ...[
    "<private",
    "</private",
    "< private ",
    "&lt;private",
    "<private>",
    "\u001b[",
    "\u001b]",
    "\u001bP",
    "\u001bP\n",
    "\u0090\n",
    "\u009d",
    "\ud800",
    "\u202e",
  ],
  ...[
    "password: ",
    "password is ",
    "token=",
    "secret: '",
    "key:",
    "--password ",
    "://a:",
    "https://a@",
    "curl -u ",
    "bearer ",
  ],
  ...[
    "-----BEGIN PRIVATE KEY-----\n",
    "kind: Secret\ndata:\n",
    "cookie: a=",
    "eyJ.",
    "sk-",
    "AKIA",
    "passphrase: a b c ",
  ],
];

export type Pump = { readonly name: string; readonly make: (length: number) => string };

/** Each fill and start, repeated; then for every rule its keyword as an assignment, and its example cut short. */
export const PUMPS: readonly Pump[] = [
  ...[...FILLS, ...STARTS].map((fill) => ({
    name: JSON.stringify(fill),
    make: (length: number) => repeat(fill, length),
  })),
  ...SECRET_RULES.flatMap(({ name, keywords, example }) => [
    { name: `${name}, assigned`, make: (length: number) => repeat(`${keywords[0]}=`, length) },
    { name: `${name}, cut short`, make: (length: number) => repeat(`${example.slice(0, -4)} `, length) },
  ]),
];

export function repeat(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

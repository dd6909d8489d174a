/** Ordinary lines by the thousand: hashes, ids, versions, lock files and code, filled by a seeded generator. */
import { ALNUM, BASE64, DIGITS, type Draw, drawFrom, HEX, LOWER, uuid } from "./made-up.ts";

const NOUNS = [
  "token",
  "password",
  "secret",
  "key",
  "session",
  "user",
  "order",
  "cache",
  "task",
  "disk",
  "report",
  "login",
  "policy",
  "schema",
];
const VERBS = ["parse", "verify", "count", "refresh", "rotate", "store", "render", "fetch", "merge", "hide"];
const TOOLS = ["biome", "esbuild", "zod", "yaml", "picomatch", "hono", "preact", "undici", "keyv", "jsonwebtoken"];

type Fill = {
  readonly draw: Draw;
  readonly noun: string;
  readonly other: string;
  readonly verb: string;
  readonly tool: string;
  readonly number: number;
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const version = ({ draw }: Fill) => `${draw("12345", 1)}.${draw(DIGITS, 2)}.${draw(DIGITS, 1)}`;

const TEMPLATES: readonly ((fill: Fill) => string)[] = [
  ({ draw }) => `commit ${draw(HEX, 40)}`,
  ({ draw, noun, verb }) => `${draw(HEX, 7)} ${verb} the ${noun} once`,
  ({ draw }) => `index ${draw(HEX, 7)}..${draw(HEX, 7)} 100644`,
  ({ draw }) => `      "integrity": "sha512-${draw(BASE64, 86)}==",`,
  (fill) => `    "node_modules/${fill.tool}": { "version": "${version(fill)}", "license": "MIT" },`,
  (fill) =>
    `resolved "https://registry.example.org/${fill.tool}/-/${fill.tool}-${version(fill)}.tgz#${fill.draw(HEX, 40)}"`,
  ({ draw, tool }) => `${tool} v0.${draw(DIGITS, 1)}.0 h1:${draw(BASE64, 43)}=`,
  ({ draw }) => `image: app@sha256:${draw(HEX, 64)}`,
  ({ draw }) => `${draw(HEX, 64)}  dist/app.tgz`,
  ({ draw }) => `request ${uuid(draw)} finished`,
  ({ draw, noun }) => `${noun}Id: "${uuid(draw)}",`,
  ({ draw, noun }) => `const ${noun}Id = "${noun.slice(0, 3)}_${draw(LOWER + DIGITS, 16)}";`,
  ({ draw, tool }) => `dist/assets/${tool}-${draw(ALNUM, 8)}.js  ${draw(DIGITS, 2)}.4 kB`,
  ({ draw }) => `.css-${draw(LOWER + DIGITS, 7)} { margin: 0; }`,
  ({ draw }) => `/nix/store/${draw("0123456789abcdfghijklmnpqrsvwxyz", 32)}-source`,
  ({ draw }) => `cid: Qm${draw(ALNUM, 44)}`,
  ({ draw }) => `address 0x${draw(HEX, 40)}`,
  ({ draw }) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw(BASE64, 43)} ada@example.org`,
  ({ draw }) => `<img src="data:image/png;base64,iVBORw0KGgo${draw(BASE64, 120)}" />`,
  ({ draw }) => `ETag: "${draw(HEX, 32)}"`,
  ({ noun, verb }) => `export function ${verb}${capital(noun)}(${noun}: ${capital(noun)}): boolean {`,
  ({ noun, verb }) => `const ${noun} = await ${verb}${capital(noun)}(request);`,
  ({ noun, other }) => `${noun}: ${other}${capital(noun)},`,
  ({ noun, other }) => `this.${noun} = ${other}.${noun};`,
  ({ noun }) => `if (${noun} === undefined) throw new TypeError("${noun} is missing");`,
  ({ noun, number }) => `const MAX_${noun.toUpperCase()}_COUNT = ${number};`,
  ({ noun, number }) => `${noun}_count=${number}`,
  ({ noun, number }) => `${noun}_ttl_seconds: ${number}`,
  ({ noun }) => `${noun.toUpperCase()}=\${${noun.toUpperCase()}}`,
  ({ noun }) => `${noun.toUpperCase()}_FILE=/run/secrets/${noun}`,
  ({ noun }) => `${noun}: <${noun}>`,
  ({ noun, other }) => `${noun}Name: ${other}-${noun}-store`,
  ({ noun, verb }) => `Please ${verb} the ${noun} before the next release.`,
  ({ noun, other, number }) => `The ${noun} of the ${other} was changed ${number} days ago.`,
  ({ noun, number }) => `The ${noun} is valid for ${number} minutes.`,
  ({ noun, other }) => `The ${noun} is ${other}-specific and must not be shared.`,
  ({ noun, verb, number }) =>
    `2024-05-01T10:00:${String(number % 60).padStart(2, "0")}Z INFO ${verb} ${noun} took ${number}ms`,
  ({ noun, number }) => `level=info msg="${noun} cache" hits=${number} misses=3`,
  ({ noun, number }) => `at ${noun}Of (/app/src/${noun}.ts:${number}:9)`,
  ({ noun, verb, number }) => `✔ ${verb} a ${noun} (${number}.2ms)`,
  ({ noun, verb }) => `npm run ${noun}-${verb}-service -- --watch`,
  ({ noun, other }) => `git commit -m "${noun}: ${other} loses focus"`,
  ({ noun }) => `rg -n "${noun}" src | head`,
  ({ noun, other }) => `cd packages/${noun}-${other}-page && npm test`,
  ({ noun, other }) => `SELECT ${noun}_id, ${other}_hash FROM ${noun}s WHERE id = $1;`,
  ({ noun }) => `<input type="${noun}" name="${noun}" id="${noun}-field" />`,
  ({ noun }) => `"${noun}": "${capital(noun)}",`,
  ({ noun, other }) => `"${noun}${capital(other)}": "Your ${noun} was sent to the ${other}.",`,
  ({ noun, other }) => `import { ${noun}Of, ${other}Of } from "./${noun}-${other}.ts";`,
  (fill) => `"${fill.tool}": "^${version(fill)}",`,
  (fill) => `${fill.tool}@${version(fill)}:`,
  ({ noun, other, number }) => `| ${noun} | ${other} | ${number} |`,
  ({ noun, verb }) => `- [ ] ${verb} the ${noun}`,
];

export function ordinaryLines(count: number): string[] {
  const draw = drawFrom(20_240_501);
  const pick = (list: readonly string[]) => list[Number.parseInt(draw(DIGITS, 4), 10) % list.length] ?? "";
  return Array.from({ length: count }, (_, row) => {
    const fill: Fill = {
      draw,
      noun: pick(NOUNS),
      other: pick(NOUNS),
      verb: pick(VERBS),
      tool: pick(TOOLS),
      number: Number.parseInt(draw(DIGITS, 3), 10),
    };
    return TEMPLATES[row % TEMPLATES.length]?.(fill) ?? "";
  });
}

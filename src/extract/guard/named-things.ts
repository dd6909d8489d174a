/** Whether words name a command, a tool, an option or a path for certain; undefined in any doubt. */
import { isListed } from "../../core/command/tables/program.ts";
import { TABLE } from "../../core/command/tables/programs.ts";
import { choicesFor } from "../../core/command/tables/tools.ts";

/** Programs that are also English words: they count only in backticks. */
const WORDS =
  "make go find time watch test install task just act at which service next port snap script cut join split sort more less head tail cat touch link like type set stack mill tilt rush moon foreman console prefect atlas goose migrate hub gt inv ant pants buck thor mix pod gem act flow file kind flux vault consul nomad fly air run port look more most command builtin yes";

/** Tools that replace each other as programs, by the job they do. */
const TOOLS = [
  ...choicesFor("package-manager"),
  ...choicesFor("python-package-manager"),
  ..."jest vitest mocha ava pytest eslint biome oxlint flake8 ruff pylint prettier dprint black vite webpack esbuild rollup".split(
    " ",
  ),
  ..."node deno npx pnpx bunx tsc rg grep fd docker podman docker-compose kubectl terraform tofu make just cargo".split(
    " ",
  ),
];

const SIMPLE_WORD = /^[a-z][\w.:@/-]*$/;
const OPTION = /^--?[A-Za-z][\w-]*(?:=\S+)?$/;

/** A program or command that can stand in the place of another. */
export function asTool(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const quoted = inQuotes(text);
  if (quoted !== undefined) return commandLine(quoted, true);
  const word = text.trim().toLowerCase();
  return TOOLS.includes(word) && word !== "make" && word !== "just" ? word : undefined;
}

/** A command line: in quotes, or plain words that begin with a known program. */
export function asCommand(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const quoted = inQuotes(text);
  return quoted !== undefined ? commandLine(quoted, true) : commandLine(text.trim(), false);
}

export function asFlag(text: string | undefined): string | undefined {
  const plain = text === undefined ? "" : (inQuotes(text) ?? text.trim());
  return OPTION.test(plain) ? plain : undefined;
}

/** A folder becomes everything in it. */
export function asPath(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const quoted = inQuotes(text);
  const plain = (quoted ?? text.trim()).replace(/^\.\//, "");
  if (!/^[\w.@~*-][\w./@~*-]*$/.test(plain) || /\/\//.test(plain)) return undefined;
  if (plain.endsWith("/")) return `${plain}**`;
  if (plain.includes("*")) return plain;
  const isFile = /\.[A-Za-z]\w{0,5}$/.test(plain) || /^\.[a-z]/.test(plain);
  if (isFile) return plain;
  return plain.includes("/") && quoted !== undefined ? `${plain}/**` : undefined;
}

/** Words that do not narrow a rule. */
export function isNeutral(words: string): boolean {
  return /^(?:here|ever|again|anymore|any more|at all|in (?:this|the|our) (?:repo|repository|project|codebase)|for (?:this|the) (?:repo|repository|project)|for anything|for everything)$/i.test(
    words.trim(),
  );
}

const QUOTED = /^(?:`([^`]+)`|"([^"]+)"|'([^']+)')$/;

function inQuotes(text: string): string | undefined {
  const [, back, double, single] = QUOTED.exec(text.trim()) ?? [];
  return back ?? double ?? single;
}

const MOST_WORDS = 5;

function commandLine(line: string, isQuoted: boolean): string | undefined {
  const [program = "", ...rest] = line.split(/\s+/);
  if (/[|&;<>$()]/.test(line)) return undefined;
  const isKnown = TABLE.has(program) || TOOLS.includes(program) || isListed("sudo rm chmod curl wget psql", program);
  const isScript = /^\.{0,2}\/[\w./-]+$|^[\w.-]+\.(?:sh|py|js|ts)$/.test(program);
  if (isQuoted) return isKnown || isScript ? [program, ...rest].join(" ") : undefined;
  if (!isKnown || isListed(WORDS, program) || rest.length > MOST_WORDS) return undefined;
  const isPlain = rest.every(
    (word) => OPTION.test(word) || /^-[A-Za-z]+$/.test(word) || word === "." || SIMPLE_WORD.test(word),
  );
  // Plain words after a program may be prose: "git in the terminal", "docker without asking", "pip install globally".
  return isPlain && rest.every((word) => !isListed(PROSE, word) && !/[^p]ly$/.test(word))
    ? [program, ...rest].join(" ")
    : undefined;
}

const PROSE =
  "a an the to in on for of and or with without by from as at is are be it this that these those commands command directly ever again anymore instead yourself manually first before after so because since you we i my your their any all more tests files code things";

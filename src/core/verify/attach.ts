/** Finds what a statement names in the repository and is true now, to check it again later: in code spans, as paths, in manifests. */
import { isListed } from "../command/tables/program.ts";
import { isScriptManager, MANAGER_VERBS } from "../command/tables/tools.ts";
import { matchesAnyGlob } from "../project/project.ts";
import { cleanInvisible } from "../screen/invisible.ts";
import { trimEndOf } from "../text/wording.ts";
import { judge, whyMissing } from "./check.ts";
import { assertedIn } from "./clauses.ts";
import { innerPath, type Predicate, parsePredicate, type Repo, writePredicate } from "./predicate.ts";

/** Alternative proofs for one named thing: the first that is true now is used. */
type NamedThing = readonly Predicate[];

const MOST_ATTACHED = 4;

/** Attaches nothing if in doubt: a wrong predicate would remove a true statement from a brief. */
export function attach(text: string, repo: Repo): Predicate[] {
  const attached = new Map<string, Predicate>();
  for (const proofs of namedIn(text)) {
    const proof = proofs.find((predicate) => isTrueHere(predicate, repo));
    if (proof !== undefined && attached.size < MOST_ATTACHED) attached.set(writePredicate(proof), proof);
  }
  return [...attached.values()];
}

/** Why a script or target that a statement names does not exist here; undefined if it does, or in doubt. */
export function untrueName(text: string, repo: Repo): string | undefined {
  for (const [first] of namedIn(text)) {
    if ((first?.kind !== "script" && first?.kind !== "target") || judge(first, repo).is !== "false") continue;
    const { files } = first.kind === "script" ? repo.scripts() : repo.targets();
    return cleanInvisible(whyMissing(first, files, "never known"));
  }
  return undefined;
}

function isTrueHere(predicate: Predicate, repo: Repo): boolean {
  if (predicate.kind === "path" && isLocal(predicate.path, repo)) return false;
  return judge(predicate, repo).is === "true";
}

function namedIn(text: string): NamedThing[] {
  const { clauses, spans } = assertedIn(text);
  return clauses.flatMap((clause) => [
    ...[...clause.matchAll(CHOSEN)].map(([, program = ""]) => proofsOf(program.toLowerCase())),
    ...[...clause.matchAll(/(?:(\w+) )?\0(\d+)\0(?: (\w+))?|[^\s\0]+/g)].flatMap(([word, before, number, after]) => {
      if (number === undefined) return pathIn(word);
      const code = spans[Number(number)] ?? "";
      return [
        ...only(kindIn(code, after) ?? kindIn(code, before)),
        ...commandsIn(code),
        ...code.split(/\s+/).flatMap(pathIn),
      ];
    }),
  ]);
}

/** Programs whose names are no everyday words; the others count in code spans. */
const CHOSEN = /\b(?:use|uses|prefer|manager:) (npm|pnpm|yarn|bun|deno|uv)(?![\w./-])/gi;

function only(predicate: Predicate | undefined): NamedThing[] {
  return predicate === undefined ? [] : [[predicate]];
}

/** "the `build` script", "the target `deploy`", "the `migrations` folder". */
function kindIn(code: string, kind = ""): Predicate | undefined {
  if (!isName(code)) return undefined;
  if (/^script$/i.test(kind)) return { kind: "script", name: code };
  if (/^(?:target|recipe)$/i.test(kind)) return { kind: "target", name: code };
  return /^(?:folder|directory|file)$/i.test(kind) ? { kind: "path", path: code.replace(/\/$/, "") } : undefined;
}

/** The steps of a command line up to a `cd`: later ones run in another directory. */
function commandsIn(line: string): NamedThing[] {
  const steps = line.split(/&&|\|\||[;|\n]/).map((step) => step.trim().split(/\s+/));
  const moved = steps.findIndex(([program]) => program === "cd");
  return steps.slice(0, moved === -1 ? steps.length : moved).flatMap((words) => {
    const start = words.findIndex((word) => !/^(?:\$|sudo|time|env|[A-Z_]+=\S*)$/.test(word));
    const [program = "", ...args] = words.slice(Math.max(0, start));
    const tool = proofsOf(program);
    if (program === "make" || program === "just") return targetsIn(args, program === "just" ? 1 : args.length);
    return [...(isScriptManager(program) ? scriptIn(program, args) : []), ...(tool.length === 0 ? [] : [tool])];
  });
}

/** `npm run x` works with any package manager. */
function scriptIn(program: string, [first = "", second = ""]: readonly string[]): NamedThing[] {
  const isShort = program === "npm" ? /^(?:test|start|stop|restart)$/.test(first) : program !== "bun";
  const name = /^run(?:-script)?$/.test(first) ? second : isShort && !isListed(MANAGER_VERBS, first) ? first : "";
  return isName(name) ? [[{ kind: "script", name }]] : [];
}

/** With `-C` or `-f`, the targets are in another file. */
function targetsIn(args: readonly string[], most: number): NamedThing[] {
  if (args.some((word) => /^-(?:[Cf]|-dir|-file|-makefile)/.test(word))) return [];
  return args
    .slice(0, most)
    .filter(isName)
    .map((name) => [{ kind: "target", name }]);
}

function isName(word: string): boolean {
  return /^[A-Za-z][\w:.@/-]*$/.test(word);
}

/** The files of programs that are named otherwise in no manifest. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  npm: ["package-lock.json", "npm-shrinkwrap.json"],
  pnpm: ["pnpm-lock.yaml"],
  yarn: ["yarn.lock"],
  bun: ["bun.lock", "bun.lockb"],
  deno: ["deno.lock", "deno.json", "deno.jsonc"],
  uv: ["uv.lock"],
  poetry: ["poetry.lock"],
  cargo: ["Cargo.toml"],
  go: ["go.mod"],
  bundle: ["Gemfile.lock", "Gemfile"],
  composer: ["composer.lock", "composer.json"],
  gradle: ["build.gradle", "build.gradle.kts"],
  mvn: ["pom.xml"],
  cmake: ["CMakeLists.txt"],
  docker: ["compose.yaml", "compose.yml", "docker-compose.yml", "Dockerfile"],
};

/** A lock file, a dependency, or a table of pyproject.toml with the name of a program. */
function proofsOf(program: string): NamedThing {
  if (!/^[\w@][\w@./-]*$/.test(program)) return [];
  const files = Object.hasOwn(FILES, program) ? FILES[program]! : [];
  const manifests = isScriptManager(program)
    ? [`json package.json /packageManager ${program}@*`]
    : [`version ${program}`, `contains pyproject.toml "[tool.${program}"`];
  return [...files.map((file) => `path ${file}`), ...manifests].map(parsePredicate);
}

/** One word of a text or a command, if it looks like a path. */
function pathIn(word: string): NamedThing[] {
  const bare = trimEndOf(word.replace(/^["'(<[]+/, ""), `.,;:!?)]>"'`).replace(/(?::\d{1,6}){1,2}$|#[\w-]*$/, "");
  const path = bare.length <= 200 && /[/.]|file$/i.test(bare) ? innerPath(bare) : undefined;
  return only(path === undefined ? undefined : { kind: "path", path });
}

/** Whether a file exists only on some machines, so that its absence proves nothing. */
function isLocal(path: string, repo: Repo): boolean {
  const parts = path.split("/");
  const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const ignored = (repo.read(".gitignore", 65_536) ?? "").split(/\r?\n/).slice(0, MOST_IGNORED);
  return [...LOCAL, ...ignored].some((line) => {
    const pattern = line
      .trim()
      .replace(/\/$/, "")
      .replace(/^\*\*\//, "");
    if (pattern === "" || /^[#!]/.test(pattern)) return false;
    return (pattern.includes("/") ? prefixes : parts).some((name) =>
      matchesAnyGlob(name, [pattern.replace(/^\//, "")]),
    );
  });
}

const MOST_IGNORED = 500;
const LOCAL =
  ".git .env .env.local .env.*.local .venv venv node_modules dist build out target coverage __pycache__ .next .turbo .cache tmp temp log logs *.log *.db *.sqlite *.sqlite3 *.pid *.sock *.tmp *.local *.local.* .DS_Store".split(
    " ",
  );

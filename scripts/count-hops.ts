/**
 * Counts the hops of each flow of ARCHITECTURE.md: `node scripts/count-hops.ts [--show] [CHECKOUT]`. The program runs in a
 * temporary home while V8 counts calls. A hop is a file that ran, and a function of another file that it imports, names in a
 * function that ran, and that ran too. Starting and opening count as well, because a reader passes through them.
 */
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { show: { type: "boolean" } } });
const CHECKOUT = realpathSync(positionals[0] ?? resolve(import.meta.dirname, ".."));
const SRC = join(CHECKOUT, "src");
const STATIC = /import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g;
const ON_DEMAND = /\(await import\("(\.[^"]+)"\)\)\.(\w+)|\{([^}]*)\} = await import\("(\.[^"]+)"\)/g;

type Desk = { readonly home: string; readonly project: string };
type Flow = {
  readonly name: string;
  prepare?(desk: Desk): void;
  /** Each a start of the program. */
  readonly commands: (desk: Desk) => readonly (readonly string[])[];
  readonly stdin?: (desk: Desk) => string;
};

const FLOWS: readonly Flow[] = [
  {
    name: "Shell history → suggestions",
    prepare: ({ home }) => writeFileSync(join(home, "history"), "npm test\ngit add .\ngit commit -m x\n".repeat(6)),
    commands: ({ home }) => [["history", "import", "bash", "--file", join(home, "history")], ["suggestions"]],
  },
  {
    name: "Statement → recall",
    commands: () => [
      ["record", "add", "Migrations fail on a cold cache; run make warm first"],
      ["recall", "why does the migration fail"],
    ],
  },
  {
    name: "Transcript → MEMORY.md",
    prepare: writeTranscript,
    commands: () => [["learn"]],
  },
  {
    name: "Prompt hook → brief",
    prepare: (desk) => start(desk, ["record", "add", "--type", "policy", "Never push to main"]),
    commands: () => [["hook", "claude-code"]],
    stdin: ({ project }) =>
      JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "hops", cwd: project, prompt: "push to main" }),
  },
  {
    name: "Request → run",
    prepare: ({ project }) => writeFileSync(join(project, "package.json"), '{"scripts":{"test":"echo passed"}}'),
    commands: () => [["ask", "run the tests", "--yes"]],
  },
];

for (const flow of FLOWS) {
  const ran = functionsOf(flow);
  const hops = [...ran.keys()].flatMap((file) => hopsFrom(file, ran));
  const files = new Set(hops.flatMap(({ from, to }) => [from, to])).size;
  if (values.show) for (const { from, name, to } of hops) console.log(`  ${from} → ${name} in ${to}`);
  console.log(`${flow.name}: ${hops.length} hops through ${files} files.`);
}

type Ran = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The functions that ran, with their source, by file. */
function functionsOf({ prepare, commands, stdin }: Flow): Ran {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "oldhand-hops-")));
  const desk = { home, project: join(home, "shop") };
  try {
    mkdirSync(desk.project);
    spawnSync("git", ["init", "-q", desk.project]);
    prepare?.(desk);
    const ran = new Map<string, Map<string, string>>();
    for (const command of commands(desk)) {
      start(desk, command, { stdin: stdin?.(desk), coverage: join(home, "coverage") });
      addCoverage(ran, join(home, "coverage"));
    }
    return ran;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function start(
  { home, project }: Desk,
  args: readonly string[],
  { stdin = "", coverage }: { readonly stdin?: string | undefined; readonly coverage?: string } = {},
): void {
  const env = { HOME: home, OLDHAND_HOME: join(home, "oldhand"), PATH: process.env.PATH, NODE_V8_COVERAGE: coverage };
  const entry = args[0] === "hook" ? ["hook.ts", ...args.slice(1)] : ["bin.ts", ...args];
  const done = spawnSync(process.execPath, [join(SRC, entry[0]!), ...entry.slice(1)], {
    ...{ cwd: project, env, input: stdin, encoding: "utf8" },
  });
  if (done.status !== 0) throw new Error(`oldhand ${args.join(" ")}: ${done.stderr}`);
}

type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly [{ readonly startOffset: number; readonly endOffset: number; readonly count: number }];
    }[];
  }[];
};

function addCoverage(ran: Map<string, Map<string, string>>, folder: string): void {
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith("file:") || !fileURLToPath(url).startsWith(SRC)) continue;
      const file = relative(SRC, fileURLToPath(url));
      const source = readFileSync(join(SRC, file), "utf8");
      const bodies = ran.get(file) ?? new Map<string, string>();
      for (const { functionName, ranges } of functions) {
        const [{ startOffset, endOffset, count }] = ranges;
        if (functionName !== "" && count > 0) bodies.set(functionName, source.slice(startOffset, endOffset));
      }
      if (bodies.size > 0) ran.set(file, bodies);
    }
  }
}

function hopsFrom(from: string, ran: Ran): { readonly from: string; readonly name: string; readonly to: string }[] {
  const bodies = [...(ran.get(from)?.values() ?? [])].join("\n");
  return importsOf(from)
    .filter(({ name, to }) => ran.get(to)?.has(name) && new RegExp(`\\b${name}\\b`).test(bodies))
    .map(({ name, to }) => ({ from, name, to }));
}

function importsOf(from: string): { readonly name: string; readonly to: string }[] {
  const source = readFileSync(join(SRC, from), "utf8");
  const names = (list: string): string[] => list.split(",").map((one) => one.trim().split(" as ")[0]!);
  const target = (path: string): string => relative(SRC, resolve(SRC, dirname(from), path));
  return [
    ...[...source.matchAll(STATIC)].flatMap(([, list = "", path = ""]) =>
      names(list).map((name) => ({ name, to: target(path) })),
    ),
    ...[...source.matchAll(ON_DEMAND)].flatMap(([, path, name, list = "", other = ""]) =>
      (name === undefined ? names(list) : [name]).map((one) => ({ name: one, to: target(path ?? other) })),
    ),
  ];
}

/** A session of two days ago in which a rule is stated and a command is run. */
function writeTranscript({ home, project }: Desk): void {
  const at = (minute: number): string => new Date(Date.now() - 2 * 86_400_000 + minute * 60_000).toISOString();
  const base = { sessionId: "5a1e0001-0000-4000-8000-000000000000", cwd: project, version: "2.0.0" };
  const says = (role: "user" | "assistant", content: unknown, minute: number) =>
    JSON.stringify({ ...base, type: role, timestamp: at(minute), uuid: `u${minute}`, message: { role, content } });
  const lines = [
    says("user", "Remember this: always run the linter before you push.", 0),
    says("assistant", [{ type: "text", text: "I will run it." }], 1),
    says("assistant", [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "npm run lint" } }], 2),
    says("user", [{ type: "tool_result", tool_use_id: "t1", content: "all good" }], 3),
  ];
  const file = join(home, ".claude/projects", project.replace(/[/._]/g, "-"), `${base.sessionId}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join("\n")}\n`);
  utimesSync(file, new Date(at(3)), new Date(at(3)));
}

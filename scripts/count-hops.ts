/**
 * Counts the hops of the flow from a transcript to MEMORY.md: `node scripts/count-hops.ts [--show]`. One session is learned
 * from in a temporary home while V8 counts calls. A hop is a file that ran, and a function of another file that it imports,
 * names in a function that ran, and that ran too. Opening the memory is not counted. The joint is `verbs` and `context`, which
 * bring the stages together; the stages are what they call.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openMemory } from "../src/open/memory.ts";

const SRC = resolve(import.meta.dirname, "../src");
const JOINT = /^(?:verbs|context)\//;
/** What `learn` does besides: habits, projects of the history, and the search index. */
const BESIDES = new Set(["inferProjects", "learnHabitsGently", "completeVectors"]);
const OF_BESIDES =
  /^(?:verbs\/maintenance\/embedder-verbs|context\/embed-text|verbs\/history\/[\w-]+|context\/resolve-place)\.ts$/;
const STATIC = /import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g;
const ON_DEMAND = /\(await import\("(\.[^"]+)"\)\)\.(\w+)|\{([^}]*)\} = await import\("(\.[^"]+)"\)/g;

const isShown = process.argv.includes("--show");
const ran = await functionsOfLearn();
const hops = [...ran.keys()].flatMap((file) => hopsFrom(file));
const inJoint = hops.filter(({ from, to }) => JOINT.test(from) && JOINT.test(to));
const filesOf = (some: typeof hops): number => new Set(some.flatMap(({ from, to }) => [from, to])).size;
const onTheWay = inJoint.filter(({ from, name }) => !BESIDES.has(name) && !OF_BESIDES.test(from));
if (isShown) for (const { from, name, to } of inJoint) console.log(`${from} → ${name} in ${to}`);
console.log(`Hops within the joint: ${inJoint.length}, through ${filesOf(inJoint)} files.`);
console.log(
  `Of these on the way from the transcript to MEMORY.md: ${onTheWay.length}, through ${filesOf(onTheWay)} files.`,
);
console.log(`Hops of joint and stages: ${hops.length}, through ${filesOf(hops)} files.`);

/** The functions that ran, with their source, by file. */
async function functionsOfLearn(): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "oldhand-hops-")));
  const session = new Session();
  try {
    const project = join(home, "shop");
    writeTranscript(home, project);
    const place = { oldhandHome: join(home, "oldhand"), home, cwd: project, session: "hops", isAgent: false };
    const memory = await openMemory(
      { ...place, variables: { HOME: home, PATH: process.env.PATH }, clock: Date.now, at: () => {} },
      { settle: "files" },
    );
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    const { extracted } = await memory.learn();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    memory.close();
    if (extracted.remembered === 0) throw new Error("Nothing was learned from the session.");
    return new Map(
      result
        .filter(({ url }) => url.startsWith("file:") && fileURLToPath(url).startsWith(SRC))
        .map(({ url, functions }) => {
          const file = fileURLToPath(url);
          const source = readFileSync(file, "utf8");
          const called = functions.filter(({ functionName, ranges }) => functionName !== "" && ranges[0]!.count > 0);
          const bodies = called.map(({ functionName, ranges: [range] }) => {
            const body = source.slice(range!.startOffset, range!.endOffset);
            return [functionName, body] as const;
          });
          return [relative(SRC, file), new Map(bodies)] as const;
        })
        .filter(([, called]) => called.size > 0),
    );
  } finally {
    session.disconnect();
    rmSync(home, { recursive: true, force: true });
  }
}

function hopsFrom(from: string): { readonly from: string; readonly name: string; readonly to: string }[] {
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

/** A session of two days ago in which a rule is stated and a command fails and is mended. */
function writeTranscript(home: string, project: string): void {
  mkdirSync(project, { recursive: true });
  spawnSync("git", ["init", "-q", project]);
  const at = (minute: number): string => new Date(Date.now() - 2 * 86_400_000 + minute * 60_000).toISOString();
  const base = { sessionId: "5a1e0001-0000-4000-8000-000000000000", cwd: project, version: "2.0.0" };
  const says = (role: "user" | "assistant", content: unknown, minute: number) =>
    JSON.stringify({ ...base, type: role, timestamp: at(minute), uuid: `u${minute}`, message: { role, content } });
  const lines = [
    says("user", "Always run the linter before you push.", 0),
    says("assistant", [{ type: "text", text: "I will run it." }], 1),
    says("assistant", [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "npm run lint" } }], 2),
    says("user", [{ type: "tool_result", tool_use_id: "t1", content: "all good" }], 3),
  ];
  const file = join(home, ".claude/projects", project.replace(/[/._]/g, "-"), `${base.sessionId}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join("\n")}\n`);
  utimesSync(file, new Date(at(3)), new Date(at(3)));
}

/** A person's home as it is before oldhand: a shell with a history, an agent with a session. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesUnder } from "../../fixtures/files-under.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { livedInHome } from "../../fixtures/lived-in/home.ts";

export type Machine = {
  readonly home: string;
  readonly app: string;
  readonly env: NodeJS.ProcessEnv;
  /** The person's files, without oldhand's own. */
  files(): Record<string, string>;
};

const DAY_S = 86_400;

export function machine(t: Cleaning, { isEmpty = false }: { isEmpty?: boolean } = {}): Machine {
  const home = tempDir(t, "person");
  const app = join(home, "app");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), '{ "scripts": { "test": "true", "build": "true" } }\n');
  const nowMs = Date.now();
  if (!isEmpty) {
    // Without a newline at the end, as some editors leave it.
    writeFileSync(join(home, ".zshrc"), "alias ll='ls -l'");
    writeFileSync(join(home, ".zsh_history"), historyUntil(Math.floor(nowMs / 1000)));
    mkdirSync(join(home, ".claude/projects/-app"), { recursive: true });
    writeFileSync(join(home, ".claude/settings.json"), '{\n  "model": "opus" \n}\n');
    writeFileSync(join(home, ".claude/projects/-app", `${SESSION}.jsonl`), transcript(app, nowMs - 2.5 * DAY_S * 1000));
  }
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    OLDHAND_HOME: join(home, ".oldhand"),
    ...(!isEmpty && { SHELL: "/bin/zsh" }),
  };
  return { home, app, env, files: () => filesOf(home) };
}

/** A home after half a year of work: 956 commands and nine sessions in four projects. */
export function livedInMachine(t: Cleaning): Machine {
  const { home, projects, env } = livedInHome(tempDir(t, "home"), t);
  return { home, app: projects.shop!, env, files: () => filesOf(home) };
}

/** The person's files, without oldhand's own and git's. */
function filesOf(home: string): Record<string, string> {
  const own = [/^\.oldhand\//, /^\.cache\//, /\/\.git\//];
  return Object.fromEntries(
    filesUnder(home)
      .map(({ path, bytes }) => [path.slice(home.length + 1), bytes.toString("latin1")] as const)
      .filter(([path]) => !own.some((folder) => folder.test(path))),
  );
}

/** The same three steps on five days. */
function historyUntil(nowS: number): string {
  const steps = ["git pull", "npm run build", "npm test"];
  const days = [5, 4, 3, 2, 1];
  return days.flatMap((ago) => steps.map((step, at) => `: ${nowS - ago * DAY_S + at * 60}:0;${step}\n`)).join("");
}

const SESSION = "11111111-2222-4333-8444-555555555555";

/** An error, its fix, and a rule. */
function transcript(cwd: string, startMs: number): string {
  let at = startMs;
  const line = (type: "user" | "assistant", content: unknown): string => {
    at += 60_000;
    const message = { role: type, content };
    return `${JSON.stringify({ type, message, cwd, sessionId: SESSION, uuid: `u${at}`, timestamp: new Date(at).toISOString() })}\n`;
  };
  const ran = (id: string, command: string, output: string, isError: boolean): string =>
    line("assistant", [{ type: "tool_use", id, name: "Bash", input: { command } }]) +
    line("user", [{ type: "tool_result", tool_use_id: id, content: output, is_error: isError }]);
  return [
    line("user", "Mend the tests. You must never touch the lock file."),
    ran("t1", "npm test", "Exit code 1\nError: Cannot find module './generated.js'", true),
    ran("t2", "npm run build", "built", false),
    ran("t3", "npm test", "8 passing", false),
    line("assistant", [{ type: "text", text: "The build makes the file that the tests read." }]),
  ].join("");
}

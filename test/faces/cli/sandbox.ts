/** Runs the command line in this process, with a home, a project and a clock made for one test. */
import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "../../../src/faces/cli/main.ts";
import type { Env } from "../../../src/verbs/call/environment.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";

export type Setting = {
  /** The width of the terminal; without it, all streams are pipes. */
  readonly columns?: number;
  readonly input?: string | Uint8Array;
  /** What a person types when asked; without it, stdin is not a terminal. */
  readonly answer?: string;
  /** One answer for each question; after the last, as if Ctrl-C was pressed. */
  readonly answers?: readonly string[];
  /** What a person types after reading the terminal. */
  readonly reply?: (shown: string) => Promise<string>;
  readonly env?: Partial<Env>;
};

export type Output = { readonly exit: number; readonly out: string; readonly err: string };

export type Sandbox = {
  readonly home: string;
  readonly project: string;
  /** The environment of a call by a person. */
  readonly env: Env;
  oldhand(argv: readonly string[], setting?: Setting): Promise<Output>;
  /** Runs with --json and parses the document. */
  json(argv: readonly string[], setting?: Setting): Promise<ReturnType<typeof JSON.parse>>;
  wait(ms: number): void;
};

export const NOON = Date.UTC(2026, 10, 15, 12);

/** `memory` is for tests that would mostly wait for the disk. */
export function sandbox(t: Cleaning, { on = "disk" }: { on?: "disk" | "memory" } = {}): Sandbox {
  const root = tempDir(t, "sandbox", on === "memory" && existsSync("/dev/shm") ? "/dev/shm" : undefined);
  const [home, project] = [join(root, "home"), join(root, "app")];
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}\n");
  let now = NOON;
  const base: Env = {
    oldhandHome: home,
    home: join(root, "person"),
    cwd: project,
    session: undefined,
    isAgent: false,
    variables: { PATH: "" },
    clock: () => now,
    at: () => {},
  };
  const oldhand = async (
    argv: readonly string[],
    { columns, input, answer, answers, reply, env }: Setting = {},
  ): Promise<Output> => {
    const texts = { out: "", err: "" };
    const outlet = (name: "out" | "err") => ({
      columns,
      write(text: string) {
        texts[name] += text;
      },
    });
    const left = [...(answers ?? [])];
    const exit = await run(argv, {
      env: { ...base, ...env },
      out: outlet("out"),
      err: outlet("err"),
      input: {
        isTerminal: [answer, answers, reply].some((typed) => typed !== undefined),
        read: (most) => Buffer.from(input ?? "").subarray(0, most + 1),
      },
      ask: async () => reply?.(texts.out + texts.err) ?? (answers === undefined ? answer : left.shift()),
      askKey: async () => (answers === undefined ? answer : left.shift()),
      chdir(dir) {
        const path = realpathSync(resolve(env?.cwd ?? project, dir));
        if (!statSync(path).isDirectory()) throw Object.assign(new Error("not a directory"), { code: "ENOTDIR" });
        return path;
      },
    });
    return { exit, ...texts };
  };
  return {
    home,
    project,
    env: base,
    oldhand,
    json: async (argv, setting) => JSON.parse((await oldhand([...argv, "--json"], setting)).out),
    wait(ms) {
      now += ms;
    },
  };
}

/** Adds records and returns their ids, oldest first. */
export async function added({ json, wait }: Sandbox, ...statements: readonly (readonly string[])[]): Promise<string[]> {
  const ids: string[] = [];
  for (const words of statements) {
    ids.push((await json(["record", "add", ...words])).record.id);
    wait(60_000);
  }
  return ids;
}

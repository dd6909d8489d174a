/** `oldhand ui` as a person starts it, and a real browser that opens the address it printed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { tempDir } from "../../fixtures/git-repo.ts";
import { program } from "../cli/program.ts";

type Cleaning = Pick<TestContext, "after">;

export type Desk = {
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  /** Starts the server; the one before is ended first. */
  serve(): Promise<Served>;
};

export type Served = {
  readonly port: number;
  readonly address: string;
  readonly child: ChildProcess;
  end(): Promise<void>;
};

export function desk(t: Cleaning, { manifest = {} }: { manifest?: object } = {}): Desk {
  const root = tempDir(t, "page");
  const [home, project] = [join(root, "home"), join(root, "shop")];
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), `${JSON.stringify(manifest)}\n`);
  const env = { PATH: process.env.PATH, HOME: root, OLDHAND_HOME: home, SHELL: "/bin/sh" };
  let running: Served | undefined;
  t.after(() => running?.child.kill("SIGKILL"));
  return {
    home,
    project,
    env,
    async serve() {
      await running?.end();
      running = await served({ cwd: project, env });
      return running;
    },
  };
}

export async function served({ cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Served> {
  const child = spawn(process.execPath, [program, "ui", "--no-open"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  let noise = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    noise += text;
  });
  while (!out.includes("\n")) {
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    if (child.exitCode !== null) throw new Error(`The server ended: ${noise}`);
  }
  const address = out.trim();
  return {
    port: Number(new URL(address).port),
    address,
    child,
    async end() {
      const over = once(child, "exit");
      child.kill("SIGTERM");
      await over;
    },
  };
}

export const CHROMIUM = process.env.OLDHAND_CHROMIUM ?? "/usr/bin/chromium";

export async function browserFor(t: Cleaning): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  t.after(() => browser.close());
  return browser;
}

export type Opened = { readonly page: Page; readonly context: BrowserContext; readonly faults: readonly string[] };

/** A browser that has come in, and what went wrong on the page since. */
export async function opened(browser: Browser, address: string, options: object = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("dialog", (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.setDefaultTimeout(10_000);
  await page.goto(address);
  return { page, context, faults };
}

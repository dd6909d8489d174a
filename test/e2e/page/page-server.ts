/** Starts `oldhand ui` as a person would, and opens its address in a real browser. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { tempDir } from "../../fixtures/git-repo.ts";
import { giveUpAfter, patience } from "../../fixtures/patience.ts";
import { program } from "../cli/program.ts";

type Cleanup = Pick<TestContext, "after">;

export type PageServer = {
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  /** Stops the server that is running, if any, and starts a new one. */
  start(options?: { readonly port?: number }): Promise<RunningServer>;
};

export type RunningServer = {
  readonly port: number;
  readonly address: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
};

export function pageServer(t: Cleanup, { manifest = {} }: { manifest?: object } = {}): PageServer {
  const root = tempDir(t, "page");
  const [home, project] = [join(root, "home"), join(root, "shop")];
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), `${JSON.stringify(manifest)}\n`);
  const env = { PATH: process.env.PATH, HOME: root, OLDHAND_HOME: home, SHELL: "/bin/sh" };
  let running: RunningServer | undefined;
  t.after(() => running?.child.kill("SIGKILL"));
  return {
    home,
    project,
    env,
    async start({ port = 0 } = {}) {
      await running?.stop();
      running = await startServer({ cwd: project, env, port });
      return running;
    },
  };
}

type Start = { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly port?: number };

/** Port 0: any free one. */
export async function startServer({ cwd, env, port = 0 }: Start): Promise<RunningServer> {
  const args = [...AS_PERSON, program, "ui", "--no-open", ...(port === 0 ? [] : ["--port", String(port)])];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
  });
  const exited = once(child, "exit");
  // A server that does not start or stop must fail its own test, instead of holding up all others.
  const giveUp = giveUpAfter(SERVER_LIMIT_MS, () => child.kill("SIGKILL"));
  while (!out.includes("\n")) {
    await Promise.race([once(child.stdout, "data"), exited]);
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server exited: ${errors}`);
  }
  giveUp();
  const address = out.trim();
  return {
    port: Number(new URL(address).port),
    address,
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const kill = giveUpAfter(SERVER_LIMIT_MS, () => child.kill("SIGKILL"));
      child.kill("SIGTERM");
      await exited;
      kill();
    },
  };
}

/** For a start or a stop. */
const SERVER_LIMIT_MS = 60_000;
const CHROMIUM = process.env.OLDHAND_CHROMIUM ?? "/usr/bin/chromium";

/** A browser that is killed at the end: closing waits for it to answer, which one that hangs never does. */
export async function launchBrowser(t: Cleanup): Promise<Browser & { readonly kill: () => Promise<void> }> {
  const launched = await chromium.launchServer({
    executablePath: CHROMIUM,
    args: ["--no-sandbox"],
    host: "127.0.0.1",
    timeout: patience(SERVER_LIMIT_MS),
  });
  const kill = () => launched.kill();
  t.after(kill);
  const browser = await chromium.connect(launched.wsEndpoint(), { timeout: patience(SERVER_LIMIT_MS) });
  return Object.assign(browser, { kill });
}

/** Posts to the API as the page of this tab does. */
export function postFrom(
  page: Page,
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly json: Record<string, string> }> {
  return page.evaluate(
    async ([to, sent]) => {
      const headers = {
        authorization: `Bearer ${sessionStorage.getItem("oldhand-token")}`,
        "content-type": "application/json",
        // One id for each load of the page.
        "x-oldhand-page": String(performance.timeOrigin),
      };
      const answer = await fetch(`/api/${to}`, { method: "POST", headers, body: sent });
      return { status: answer.status, json: await answer.json() };
    },
    [path, JSON.stringify(body)] as const,
  );
}

export type OpenedPage = { readonly page: Page; readonly context: BrowserContext; readonly errors: readonly string[] };

/** Logs in at the address, and collects errors of the page from then on. */
export async function openPage(
  browser: Browser,
  address: string,
  options: object = {},
  given?: BrowserContext,
): Promise<OpenedPage> {
  const context =
    given ??
    (await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options }));
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("dialog", (dialog) => {
    errors.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  // page-test.ts limits the entire test.
  page.setDefaultTimeout(0);
  await page.goto(address);
  await page.getByRole("navigation", { name: "Views" }).waitFor();
  return { page, context, errors };
}

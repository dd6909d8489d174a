/** The page of a server that no person started at a terminal: nobody gets in. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOGIN_PATH } from "../../../src/faces/http/guard.ts";
import { allRoutes } from "../../../src/faces/http/routes.ts";
import { ownHeaders } from "../../faces/http/request-cases.ts";
import { AS_SCRIPT } from "../../fixtures/as-person.ts";
import { program } from "../cli/program.ts";
import { pageTest } from "./page-test.ts";
import { sendRequest } from "./send-request.ts";

/** What it printed, up to the note after the address. */
async function printedBy(child: ChildProcess): Promise<string> {
  let printed = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
  while (!/http:.*\n/.test(printed) || !/terminal|Ctrl-C/.test(printed))
    await Promise.race([once(child.stdout!, "data"), once(child.stderr!, "data")]);
  return printed;
}

for (const [who, options, mark] of [
  ["without a terminal", AS_SCRIPT, {}],
  ["started by an agent", [], { CLAUDECODE: "1" }],
] as const)
  for (const noOpen of [["--no-open"], []])
    pageTest(
      `${who}, ui ${noOpen.join("")} prints no key and opens no browser, and every route stays closed`,
      async (parts) => {
        const { env, project } = parts.server;
        const opened = join(project, "opened");
        mkdirSync(join(project, "bin"));
        writeFileSync(join(project, "bin", "xdg-open"), `#!/bin/sh\necho "$@" > '${opened}'\n`);
        chmodSync(join(project, "bin", "xdg-open"), 0o755);
        const child = spawn(process.execPath, [...options, program, "ui", ...noOpen], {
          cwd: project,
          env: { ...env, ...mark, PATH: `${join(project, "bin")}:${env.PATH}`, DISPLAY: ":9" },
          stdio: ["ignore", "pipe", "pipe"],
        });
        parts.t.after(() => child.kill("SIGKILL"));
        const printed = await printedBy(child);
        assert.doesNotMatch(printed, /key/);
        assert.match(printed, /run `oldhand ui` at a terminal/);
        const address = /http:\S+/.exec(printed)![0];
        const port = Number(new URL(address).port);
        for (const { method, path } of allRoutes()) {
          const { status } = await sendRequest(
            { port },
            { method, path, headers: ownHeaders("0".repeat(64), port), body: "{}" },
          );
          assert.deepEqual([path, status], [path, 401]);
        }
        const { authorization: _, ...headers } = ownHeaders("", port);
        for (const key of ["", "0", "0".repeat(64)]) {
          const answer = await sendRequest(
            { port },
            { method: "POST", path: LOGIN_PATH, headers, body: JSON.stringify({ key }) },
          );
          assert.notEqual(answer.status, 200);
          assert.doesNotMatch(answer.body, /token/);
        }
        const page = await parts.browser.newPage();
        await page.goto(address);
        await page.getByRole("heading", { name: "Not logged in" }).waitFor();
        assert.match(await page.getByRole("main").innerText(), /run oldhand ui at a\s+terminal/);
        assert.equal(existsSync(opened), false);
      },
    );

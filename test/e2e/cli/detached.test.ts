/** Real processes that leave the agent that started them: none of them acts as the person. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { until } from "../../fixtures/patience.ts";
import { type ProgramSandbox, place, program } from "./program.ts";

const TMUX = !(process.env.OLDHAND_LEFT_OUT ?? "").split(",").includes("tmux");

const WAYS: readonly (readonly [string, (line: string) => string])[] = [
  ["setsid", (line) => `setsid sh -c '${line}' </dev/null`],
  ["nohup", (line) => `nohup sh -c '${line}' </dev/null`],
  ["a double fork", (line) => `(sh -c '${line}' &)`],
  ["a double fork with setsid", (line) => `(setsid sh -c '${line}' &)`],
  ["script", (line) => `script -qfec "sh -c '${line}'" /dev/null`],
  [
    "script that was left alone",
    (line) => `(setsid script -qfec "sh -c '${line}'" /dev/null >/dev/null 2>&1 </dev/null &)`,
  ],
  ["script in a double fork", (line) => `(script -qfec "sh -c '${line}'" /dev/null >/dev/null 2>&1 </dev/null &)`],
  ...(TMUX
    ? [["tmux", (line: string) => `tmux -L ofagent -f /dev/null new-session -d "sh -c '${line}'"`] as const]
    : []),
];

type Act = { readonly it: ProgramSandbox; readonly agent: string; readonly file: string };

/** Runs a line in the shell of an agent that has a terminal of its own, as agents of a person have. */
async function asAgent(line: string, { it, agent, file }: Act): Promise<string> {
  writeFileSync(`${file}.sh`, `${line}\nwhile ! test -e '${file}.done'; do sleep 0.05; done\n`);
  const child = spawn("script", ["-qfec", `'${agent}' '${file}.sh'`, "/dev/null"], {
    ...{ cwd: it.project, env: it.env, stdio: ["pipe", "ignore", "ignore"] },
  });
  await until(
    () => existsSync(`${file}.done`),
    () => "the act of the agent to end",
  );
  child.kill();
  return existsSync(file) ? readFileSync(file, "utf8") : "nothing was printed";
}

for (const [way, wrapped] of WAYS)
  test(`${way}, started by an agent, is not the person`, async (t) => {
    const it = place(t);
    const agent = join(it.home, "..", "claude");
    copyFileSync("/bin/bash", agent);
    spawnSync("chmod", ["755", agent]);
    const file = join(it.home, "..", "printed");
    const act = join(it.home, "..", "act.sh");
    const command = `"${process.execPath}" "${program}" config set review all`;
    // The agent's shell that started it is gone by then.
    writeFileSync(
      act,
      `sleep 0.3\n${command} </dev/tty >"${file}" 2>&1 || ${command} >>"${file}" 2>&1\ntouch "${file}.done"\n`,
    );
    t.after(() => spawnSync("tmux", ["-L", "ofagent", "kill-server"]));
    const printed = await asAgent(wrapped(`sh ${act}`), { it, agent, file });
    assert.match(printed, /Only a person can|run this in a terminal/, printed);
    const { value } = JSON.parse(it.oldhand(["config", "get", "review", "--json"]).out);
    assert.notEqual(value, "all");
  });

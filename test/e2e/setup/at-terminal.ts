/** The built program at a pseudo-terminal: its questions are answered in turn, as a person would. */
import { spawn } from "node:child_process";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { giveUpAfter } from "../../fixtures/patience.ts";
import { program } from "../cli/program.ts";

export type Shown = { readonly exit: number | null; readonly screen: string };

const CTRL_C = "\x03";
const LIMIT_MS = 120_000;

/** Answers by the words of a question; a question without an answer fails the test by name. */
export function atTerminal(
  words: readonly string[],
  { env, cwd, answers }: { env: NodeJS.ProcessEnv; cwd: string; answers: readonly (readonly [RegExp, string])[] },
): Promise<Shown> {
  const line = [process.execPath, ...AS_PERSON, program, ...words].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qfec", line, "/dev/null"], { cwd, env: { ...env, TERM: "xterm" } });
  let screen = "";
  let unread = "";
  return new Promise((resolve, reject) => {
    const cancel = giveUpAfter(LIMIT_MS, () => {
      child.kill();
      reject(new Error(`It did not end. The screen shows: ${JSON.stringify(screen)}`));
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      screen += text;
      unread += text;
      if (!/\[y\/N\] $/.test(plain(unread))) return;
      const [, answer] = answers.find(([asked]) => asked.test(plain(unread))) ?? [];
      unread = "";
      child.stdin.write(answer === "Ctrl-C" ? CTRL_C : `${answer ?? "n"}\r`);
    });
    child.on("exit", (exit) => {
      cancel();
      resolve({ exit, screen: plain(screen) });
    });
  });
}

function plain(text: string): string {
  return text.replace(/\x1b\[[0-?]*[ -/]*[@-~]/g, "").replaceAll("\r", "");
}

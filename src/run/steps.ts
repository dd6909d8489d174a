/** Runs the steps of a workflow in one shell, so that a `cd` affects the next step, and reports how each step ended. */
import { quoted } from "../core/command/syntax/word.ts";
import { runInShell, type ShellOptions } from "./shell.ts";

type StepEnd = { readonly exitCode: number; readonly startMs: number; readonly endMs: number };

export type StepsRun = {
  /** One for each step that was started; if a step failed, it is the last. */
  readonly ended: readonly StepEnd[];
  readonly status: "success" | "failure" | "interrupted";
  /** The end of the output, if it went to the caller. */
  readonly tail: string;
};

type StepOptions = Omit<ShellOptions, "onReport"> & { readonly onStep: (index: number) => void };

/** The shell evaluates each step as one quoted word, and a step cannot write to the report pipe. */
export async function runSteps(steps: readonly string[], { onStep, ...options }: StepOptions): Promise<StepsRun> {
  const { clock } = options;
  const ended: StepEnd[] = [];
  let startMs = clock();
  const end = (exitCode: number): void => {
    ended.push({ exitCode, startMs, endMs: clock() });
    startMs = clock();
  };
  const onReport = (line: string): void => {
    end(Number(line));
    if (Number(line) === 0 && ended.length < steps.length) onStep(ended.length);
  };
  onStep(0);
  const { exitCode, status, tail } = await runInShell(scriptFor(steps), { ...options, onReport });
  // A step that ended the shell could not report its exit code.
  if (ended.length < steps.length && (ended.at(-1)?.exitCode ?? 0) === 0) end(exitCode);
  return { ended, status, tail };
}

function scriptFor(steps: readonly string[]): string {
  return steps
    .map(
      (step) =>
        `{ eval ${quoted(step)}; } 3>&-\noldhand_code=$?; echo "$oldhand_code" >&3; [ "$oldhand_code" -eq 0 ] || exit "$oldhand_code"`,
    )
    .join("\n");
}

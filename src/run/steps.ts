/** Runs the steps of a workflow in one shell, so that a `cd` holds for the next, and tells how each one ended. */
import { quoted } from "../core/workflow/quote.ts";
import { runInShell, type ShellOptions } from "./shell.ts";

export type StepEnd = { readonly exitCode: number; readonly startMs: number; readonly endMs: number };

export type StepsRun = {
  /** One for each step that was begun; the last is the one that failed, if one did. */
  readonly ended: readonly StepEnd[];
  readonly status: "success" | "failure" | "interrupted";
  /** The end of what was printed, where it went to the caller. */
  readonly tail: string;
};

type StepOptions = Omit<ShellOptions, "onReport"> & { readonly onStep: (index: number) => void };

/** The shell is handed each step as one quoted word and evaluates it, with the pipe on which it reports closed to it. */
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
  // A step that ended the shell itself could not report.
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

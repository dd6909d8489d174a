/** A session as a person types it: quotes, several lines, failures, a private line, jobs, other scripts. */
import type { LiveShell } from "../../../src/capture/shells/init-script.ts";

export type Step = {
  readonly line: string;
  /** The expected line in the spool if it differs; null if it is not recorded. */
  readonly kept?: string | null;
  readonly exit?: number;
  readonly in?: string;
};

export const TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;

/** Lines that all three shells understand. */
const COMMON: readonly Step[] = [
  { line: "echo plain" },
  { line: `echo 'single "double" inside' "and 'the' other way"` },
  { line: "false", exit: 1 },
  { line: "sh -c 'exit 42'", exit: 42 },
  { line: "  echo not for others", kept: null },
  { line: "echo ünïcode ✓ 漢字 👍" },
  { line: "cd 'ünder it'" },
  { line: "echo there", in: "ünder it" },
  { line: "cd ..", in: "ünder it" },
  { line: "sleep 0.3" },
  { line: "echo repeated" },
  { line: "echo repeated" },
  { line: `echo ${TOKEN}`, kept: "[withheld]" },
  { line: "sleep 0.1 &" },
  { line: "nosuchprogram --at-all", exit: 127 },
  { line: String.raw`echo back\\slash \t %s '\0' '%d'` },
  { line: "echo one; echo two | cat" },
  { line: "echo 'first\nsecond'" },
  { line: "echo last" },
];

const OWN: Record<LiveShell, readonly Step[]> = {
  zsh: [
    { line: "cat <<X\nhello $HOME\nX" },
    { line: "for i in 1 2\ndo\necho $i\ndone" },
    { line: "echo bang" },
    { line: "!!", kept: "echo bang" },
    { line: "(exit 3)", exit: 3 },
  ],
  bash: [
    { line: "cat <<X\nhello $HOME\nX" },
    // As bash stores it.
    { line: "for i in 1 2\ndo\necho $i\ndone", kept: "for i in 1 2; do echo $i; done" },
    { line: "echo bang" },
    { line: "!!", kept: "echo bang" },
    { line: "(exit 3)", exit: 3 },
  ],
  fish: [{ line: "begin\necho one\necho two\nend" }, { line: "for i in 1 2; echo $i; end" }],
};

export function stepsFor(shell: LiveShell): readonly Step[] {
  return [...COMMON, ...OWN[shell]];
}

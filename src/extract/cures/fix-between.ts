/** Finds what made a command work: the last change between its failure and its success, or another form of it. */
import type { Act, Run } from "./acts.ts";
import { isProse } from "./nature.ts";

type FixBetween =
  | { readonly outcome: "fix"; readonly by: "command" | "variant"; readonly act: Act; readonly others: readonly Act[] }
  | { readonly outcome: "none"; readonly reason: string };

/** With more changes at once, the one that helped is unknown. */
const MOST_CHANGES = 5;

export function fixBetween(failed: Run, gap: readonly Act[], worked: Run): FixBetween {
  const changes = gap.filter((act) => mayMend(act, failed));
  if (changes.length > MOST_CHANGES) return { outcome: "none", reason: "too many changes before it worked" };
  const act = changes.findLast((one) => one.kind === "edit" || one.nature === "change") ?? changes.at(-1);
  if (act !== undefined) return { outcome: "fix", by: "command", act, others: changes.filter((one) => one !== act) };
  const reason = noVariant(failed, worked);
  return reason === undefined
    ? { outcome: "fix", by: "variant", act: worked, others: [] }
    : { outcome: "none", reason };
}

/** Version control commands fix only what that system itself refused. */
function mayMend(act: Act, failed: Run): boolean {
  if (act.kind === "edit") return !isProse(act.file) || isProse(failed.line);
  if (act.status !== "ok" || act.key === failed.key) return false;
  return act.nature === "change" || (act.nature === "note" && /^(?:git|gh|nix)$/.test(failed.program));
}

function noVariant(failed: Run, worked: Run): string | undefined {
  if (failed.manner.join(" ") === worked.manner.join(" ")) return "it worked again without a change";
  if (shapeOf(failed) === shapeOf(worked)) return "it was run with other values";
  return passesBy(worked) && !passesBy(failed) ? "the check was bypassed" : undefined;
}

/** `--port 8001` after `--port 8000` is another target, and says nothing about the first. */
function shapeOf({ manner }: Run): string {
  return manner.map((word) => (word.startsWith("-") ? word.replace(/[ =].*$/s, "") : word)).join(" ");
}

function passesBy({ manner, nature }: Run): boolean {
  return manner.some((word) => BYPASS.test(word) || (nature === "check" && UPDATES.test(word)));
}

/** The failure is ignored, or less is done than before. */
const BYPASS =
  /^(?:--no-verify|--force|--skip\S*|-D(?:maven\.)?skip\S*|--ignore\S*|--no-check\S*|--exit-zero|--pass-?with-?no-?tests|--allow-empty|--no-strict\S*|HUSKY=0|SKIP=\S*|--exclude\S*|--deselect\S*|--filter\S*|--grep\S*|--legacy-peer-deps|--test\S*|--only\S*|--package|--bin|--lib|--changed\S*|--bail|--maxfail\S*)(?:[\s=]|$)/i;
/** The expectations of the check are rewritten from its results. */
const UPDATES = /^(?:-u|--update\S*|--accept\S*|--bless)(?:[\s=]|$)/;

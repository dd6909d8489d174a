/** Finds what removed an error: another form of the command, an edit of settings, or a command that it depends on. */
import type { CureFix } from "../../core/session/cure.ts";
import type { SpecificError } from "../../core/session/error-signature.ts";
import type { PastAct, PastRun } from "./acts.ts";
import { canRemove, errorKindsOf } from "./error-kind.ts";
import { isSetting } from "./nature.ts";

export type LineChange = {
  readonly fix: CureFix;
  /** The command that is the fix; undefined for an edit. */
  readonly act?: PastRun;
};

type ChangeBetween =
  | { readonly outcome: "change"; readonly change: LineChange }
  | { readonly outcome: "none"; readonly reason: string };

/** With more changes at once, the one that helped is unknown. */
const MOST_CHANGES = 5;

type Failure = { readonly failed: PastRun; readonly error: SpecificError; readonly output: string };

/** `again` is the next run of the same family without the error. */
export function changeBetween(
  { failed, error, output }: Failure,
  gap: readonly PastAct[],
  again: PastRun,
): ChangeBetween {
  const kinds = errorKindsOf(error, failed);
  const no = (reason: string): ChangeBetween => ({ outcome: "none", reason });
  if (kinds.has("work")) return no("an error in the code, which is ordinary work");
  const isSame = again.key === failed.key;
  if (isBypassed(failed, again)) return no("the check was bypassed");
  if (again.nature === "look") return no("it was run with other values");
  const changes = gap.filter((act) => isChange(act));
  const isOnlyDifference = changes.length === 0 && isSame;
  const prepared = preparedBy(failed, again, { error, kinds, isOnlyDifference });
  if (prepared !== undefined) return prepared;
  const variant = variantOf(failed, again, error);
  if ((kinds.has("usage") || (isOnlyDifference && addsOptions(failed, again))) && variant !== undefined) return variant;
  const isWider = again.operands.length === 0 && again.family === failed.family;
  if (!isSame && !isWider && !kinds.has("absent")) return no("it was run with other values");
  if (changes.length > MOST_CHANGES) return no("too many changes before it worked");
  const commands = gap.filter(
    (act): act is PastRun =>
      act.kind === "run" && act.status === "ok" && (canRemove(act, kinds) || isHinted(act, output)),
  );
  // After edits, staging only records them.
  const isEdited = changes.some(({ kind }) => kind === "edit");
  const last = commands.findLast(({ family }) => family !== "git add" || !isEdited);
  if (last !== undefined)
    return { outcome: "change", change: { fix: { by: "command", text: lineOrFamily(last) }, act: last } };
  if (!isSame && !isWider) return no("it was run with other values");
  if (kinds.has("rewritten") && stages(again)) return restaged(again);
  // Version control does not depend on settings of the project.
  if (failed.program === "git") return no(reasonFor(changes, hasOtherArguments(failed, again)));
  return (
    editOf(changes, isSame ? undefined : failed.program) ?? no(reasonFor(changes, hasOtherArguments(failed, again)))
  );
}

function reasonFor(changes: readonly PastAct[], isOther: boolean): string {
  if (changes.length > 0) return "nothing in between is known to remove such an error";
  return isOther ? "it was run with other values" : "it worked again without a change";
}

function isChange(act: PastAct): boolean {
  return act.kind === "edit" || (act.status === "ok" && act.nature === "change");
}

/**
 * One settings file, and no code: with code in between, the code may have been the reason. If the command was run on
 * something else, only an edit of its program's own settings counts.
 */
function editOf(changes: readonly PastAct[], ownOf: string | undefined): ChangeBetween | undefined {
  const files = changes.flatMap((act) => (act.kind === "edit" ? [act.file] : []));
  const [file, ...others] = [...new Set(files)];
  if (file === undefined || others.length > 0 || !isSetting(file)) return undefined;
  if (ownOf !== undefined && !shortPath(file).includes(ownOf)) return undefined;
  return { outcome: "change", change: { fix: { by: "edit", text: shortPath(file) } } };
}

/** The program itself said to run it. */
function isHinted({ line, nature, operands, options }: PastRun, output: string): boolean {
  const isPlain = operands.length + options.length === 0 && !line.includes(" ");
  return nature === "change" && !isPlain && line.length >= 8 && output.includes(line);
}

function lineOrFamily({ family, line }: PastRun): string {
  // Which files were staged, and with which message, belongs to one occasion.
  return /^git (?:add|commit|stash)$/.test(family) ? family : line;
}

function stages({ turn }: PastRun): boolean {
  return /\bgit add\b/.test(turn.command?.line ?? "");
}

function restaged(again: PastRun): ChangeBetween {
  return { outcome: "change", change: { fix: { by: "command", text: "git add" }, act: again } };
}

type Known = {
  readonly error: SpecificError;
  readonly kinds: ReturnType<typeof errorKindsOf>;
  /** Nothing else was changed, and it was run on the same. */
  readonly isOnlyDifference: boolean;
};

/** What the line does first now, and did not do before. */
function preparedBy(
  failed: PastRun,
  again: PastRun,
  { error, kinds, isOnlyDifference }: Known,
): ChangeBetween | undefined {
  const isSame = again.key === failed.key;
  const added = again.preparation.filter((step) => !failed.preparation.includes(step) && !isProbe(step));
  const by = (text: string): ChangeBetween => ({
    outcome: "change",
    change: { fix: { by: "preparation", text }, act: { ...again, line: text } },
  });
  const isSole = isOnlyDifference && !hasOtherArguments(failed, again);
  if (added.length > 0 && (kinds.has("absent") || isSole)) {
    // "npx supabase db push": the words before the command are a part of it.
    const isWrapped = added.every((word) => again.line.split(/\s+/).includes(word));
    if (!isWrapped) return by(added.join(" && "));
    return { outcome: "change", change: { fix: { by: "variant", text: again.line }, act: again } };
  }
  const { changeOfDirectory } = again;
  const isElsewhere =
    changeOfDirectory !== undefined &&
    changeOfDirectory !== failed.changeOfDirectory &&
    (again.directory === undefined || again.directory !== failed.directory);
  return isSame && isElsewhere && added.length === 0 && kinds.has("missing") && isMisplaced(failed, error)
    ? by(changeOfDirectory)
    : undefined;
}

/** The command looked for its own argument, or for the project's files, in the wrong directory. */
function isMisplaced({ turn, operands }: PastRun, { line }: SpecificError): boolean {
  const given = [...operands, ...(turn.command?.line.split(/\s+/) ?? [])].filter((word) => /[./]/.test(word));
  return PROJECT_FILES.test(line) || given.some((word) => word.length > 3 && line.includes(word.replace(/\/$/, "")));
}

const PROJECT_FILES =
  /not a git repository|no rule to make|missing script|(?:package|Cargo|pyproject|go|Make|mix)\S*file|package\.json|Cargo\.toml|pyproject\.toml|go\.mod|mix\.exs/i;

/** They measure or repeat, and change nothing for the command. */
function isProbe(step: string): boolean {
  return /^(?:time|timeout|nohup|exec|command|env|\d+\w?|set)\b/.test(step);
}

/** Other options, or more arguments; the arguments that were given stay. An option's value may become an argument. */
function variantOf(failed: PastRun, again: PastRun, { names }: SpecificError): ChangeBetween | undefined {
  const isKept = failed.operands.every((word) => again.operands.includes(word) || isOptionValue(word, again));
  // An option that was not accepted, and is now, was added to the program.
  const wasRefused = names.some((name) => name.startsWith("-") && again.line.includes(name));
  const isOtherValue = again.options.some((option) =>
    failed.options.some((one) => one !== option && nameIn(one) === nameIn(option)),
  );
  if (!isKept || !hasOtherArguments(failed, again) || isOtherValue || wasRefused) return undefined;
  return { outcome: "change", change: { fix: { by: "variant", text: again.line }, act: again } };
}

function addsOptions(failed: PastRun, again: PastRun): boolean {
  return again.options.length > failed.options.length && failed.options.every((one) => again.options.includes(one));
}

function hasOtherArguments(failed: PastRun, again: PastRun): boolean {
  return failed.options.join(" ") !== again.options.join(" ") || failed.operands.join(" ") !== again.operands.join(" ");
}

function nameIn(option: string): string {
  return option.replace(/[ =].*$/s, "");
}

function isOptionValue(word: string, { options }: PastRun): boolean {
  return options.some((option) => option.endsWith(` ${word}`) || option.endsWith(`=${word}`));
}

function isBypassed(failed: PastRun, again: PastRun): boolean {
  const bypasses = ({ options, preparation, nature }: PastRun): boolean =>
    [...options, ...preparation].some((word) => BYPASS.test(word) || (nature === "check" && UPDATES.test(word)));
  return bypasses(again) && !bypasses(failed);
}

/** The failure is ignored, or less is done than before. */
const BYPASS =
  /^(?:--no-verify|--force|--skip\S*|-D(?:maven\.)?skip\S*|--ignore\S*|--no-check\S*|--exit-zero|--pass-?with-?no-?tests|--allow-empty|--no-strict\S*|HUSKY=0|SKIP=\S*|--exclude\S*|--deselect\S*|--filter\S*|--grep\S*|--legacy-peer-deps|--test\S*|--only\S*|--package|--bin|--lib|--changed\S*|--bail|--maxfail\S*)(?:[\s=]|$)/i;
/** The expectations of the check are rewritten from its results. */
const UPDATES = /^(?:-u|--update\S*|--accept\S*|--bless)(?:[\s=]|$)/;

/** An absolute path belongs to one machine; its end says what it is. */
function shortPath(file: string): string {
  const isAbsolute = /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(file);
  return isAbsolute ? file.split(/[\\/]/).slice(-2).join("/") : file;
}

/** Edits the guards of a record in typed fields, and tries them on a command before they are saved. */
import { useId, useState } from "preact/hooks";
import {
  GUARD_KINDS,
  GUARD_MODES,
  type Guard,
  type GuardKind,
  kindOfGuard,
  listOfPatterns,
} from "../../../src/core/guard/guard.ts";
import type { ActVerdict } from "../../../src/verbs/guards/check-act.ts";
import { visible } from "../../components/format.ts";
import { post } from "../../state/api.ts";
import { attempt } from "../../state/notices.ts";

type Props = { readonly guards: readonly Guard[]; readonly onGuards: (guards: readonly Guard[]) => void };

const KINDS: Readonly<Record<GuardKind, { readonly says: string; readonly fields: readonly [string, string?] }>> = {
  deny: { says: "Deny a command", fields: ["Commands, separated by commas"] },
  instead: { says: "Use another command instead", fields: ["Command", "Instead"] },
  require: { says: "Require a flag", fields: ["Command", "Flag"] },
  first: { says: "Require another command first", fields: ["Command", "First run"] },
  protect: { says: "Protect files", fields: ["Globs, separated by commas"] },
  never: { says: "Never at a place", fields: ["Command", "On (a branch, directory, day or environment)"] },
  text: { says: "Never add this text", fields: ["Files", "Pattern"] },
};

const EMPTY: Readonly<Record<GuardKind, Guard>> = {
  deny: { deny: "" },
  instead: { instead: { "": "" } },
  require: { require: { command: "", flag: "" } },
  first: { first: { command: "", run: "" } },
  protect: { protect: "" },
  never: { never: { command: "", on: "" } },
  text: { text: { in: "", adds: "" } },
};

export function GuardEditor({ guards: given, onGuards }: Props) {
  const guards = given.flatMap(onePairEach);
  return (
    <fieldset class="guard-editor">
      <legend>Guards</legend>
      <p class="muted">Checked before an agent runs a command or edits a file, and before a plan runs.</p>
      {guards.map((guard, at) => (
        <GuardFields
          key={at}
          number={at + 1}
          guard={guard}
          onGuard={(changed) => onGuards(guards.with(at, changed))}
          onRemove={() => onGuards(guards.toSpliced(at, 1))}
        />
      ))}
      <button type="button" onClick={() => onGuards([...guards, EMPTY.deny])}>
        Add guard
      </button>
      {guards.length > 0 && <TestLine guards={guards} />}
    </fieldset>
  );
}

/** Each pair of `instead` has a row of its own, so that editing one keeps the others. */
function onePairEach(guard: Guard): readonly Guard[] {
  if (!("instead" in guard)) return [guard];
  return Object.entries(guard.instead).map(([from, to]) => ({ ...guard, instead: { [from]: to } }));
}

type FieldsProps = {
  readonly number: number;
  readonly guard: Guard;
  readonly onGuard: (guard: Guard) => void;
  readonly onRemove: () => void;
};

function GuardFields({ number, guard, onGuard, onRemove }: FieldsProps) {
  const kind = kindOfGuard(guard);
  const [first, second] = partsOf(guard);
  const { except, mode } = guard;
  const more = { ...(except !== undefined && { except }), ...(mode !== undefined && { mode }) };
  const [firstName, secondName] = KINDS[kind].fields;
  const set = (a: string, b: string): void => onGuard({ ...ruleOf(kind, a, b), ...more });
  return (
    <div class="guard-fields" role="group" aria-label={`Guard ${number}`}>
      <label class="field">
        Rule
        <select
          value={kind}
          onChange={({ currentTarget }) =>
            onGuard({ ...ruleOf(currentTarget.value as GuardKind, first, second), ...more })
          }
        >
          {GUARD_KINDS.map((one) => (
            <option key={one} value={one}>
              {KINDS[one].says}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {firstName}
        <input class="mono" required value={first} onInput={({ currentTarget }) => set(currentTarget.value, second)} />
      </label>
      {secondName !== undefined && (
        <label class="field">
          {secondName}
          <input
            class="mono"
            required
            value={second}
            onInput={({ currentTarget }) => set(first, currentTarget.value)}
          />
        </label>
      )}
      <label class="field">
        Except with
        <input
          class="mono"
          placeholder="no exception"
          value={listOfPatterns(except).join(", ")}
          onInput={({ currentTarget }) => {
            const { except: _, ...rest } = guard;
            const list = patterns(currentTarget.value);
            onGuard((list === "" ? rest : { ...rest, except: list }) as Guard);
          }}
        />
      </label>
      <label class="field">
        Mode
        <select
          value={mode ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const { mode: _, ...rest } = guard;
            onGuard((value === "" ? rest : { ...rest, mode: value }) as Guard);
          }}
        >
          <option value="">as in the settings</option>
          {GUARD_MODES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <button type="button" class="quiet" aria-label={`Remove guard ${number}`} onClick={onRemove}>
        Remove
      </button>
    </div>
  );
}

/** The one or two texts of a rule; of several replacements only the first is edited here. */
function partsOf(guard: Guard): [string, string] {
  if ("deny" in guard) return [listOfPatterns(guard.deny).join(", "), ""];
  if ("protect" in guard) return [listOfPatterns(guard.protect).join(", "), ""];
  if ("require" in guard) return [guard.require.command, guard.require.flag];
  if ("first" in guard) return [guard.first.command, guard.first.run];
  if ("never" in guard) return [guard.never.command, guard.never.on];
  if ("text" in guard) return [guard.text.in, guard.text.adds];
  const [from = "", to = ""] = Object.entries(guard.instead)[0] ?? [];
  return [from, to];
}

function ruleOf(kind: GuardKind, first: string, second: string): Guard {
  if (kind === "deny") return { deny: patterns(first) };
  if (kind === "protect") return { protect: patterns(first) };
  if (kind === "require") return { require: { command: first, flag: second } };
  if (kind === "first") return { first: { command: first, run: second } };
  if (kind === "never") return { never: { command: first, on: second } };
  if (kind === "text") return { text: { in: first, adds: second } };
  return { instead: { [first]: second } };
}

/** As typed while it is one; a comma makes a list, with an empty end while the next one is typed. */
function patterns(text: string): string | readonly string[] {
  return text.includes(",") ? text.split(",").map((one, at) => (at === 0 ? one : one.trimStart())) : text;
}

function TestLine({ guards }: Pick<Props, "guards">) {
  const id = useId();
  const [command, setCommand] = useState("");
  const [verdict, setVerdict] = useState<ActVerdict | undefined>(undefined);
  const test = async (): Promise<void> => {
    setVerdict(await attempt(() => post<ActVerdict>("guard/test", { command, guards: readyGuards(guards) })));
  };
  return (
    <div class="guard-test">
      <label class="field" for={id}>
        Test a command
      </label>
      <div class="field-row">
        <input
          id={id}
          class="mono"
          placeholder="git push --force origin main"
          value={command}
          onInput={({ currentTarget }) => {
            setCommand(currentTarget.value);
            setVerdict(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (command.trim() !== "") void test();
          }}
        />
        <button type="button" disabled={command.trim() === ""} onClick={() => void test()}>
          Test
        </button>
      </div>
      <p role="status">
        {verdict !== undefined &&
          (verdict.matches.length === 0 ? (
            "Passes: no guard matches."
          ) : (
            <>
              <span class={`risk ${verdict.action === "deny" ? "high" : "medium"}`}>{verdict.action}</span>{" "}
              {verdict.matches.map(({ reason, remedy }) => visible([reason, remedy ?? ""].join(". "))).join(" ")}
            </>
          ))}
      </p>
    </div>
  );
}

/** Without the empty ends of lists. */
export function readyGuards(guards: readonly Guard[]): readonly Guard[] {
  const clean = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const full = value.map((one: string) => one.trim()).filter((one) => one !== "");
    return full.length === 1 ? full[0] : full;
  };
  return guards.map(
    (guard) => Object.fromEntries(Object.entries(guard).map(([name, value]) => [name, clean(value)])) as Guard,
  );
}

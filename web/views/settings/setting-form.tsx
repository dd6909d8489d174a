/** One setting: its value in a field that fits it, its default and the source of its value. */
import { useState } from "preact/hooks";
import { SETTINGS } from "../../../src/core/base/config.ts";
import type { SettingView } from "../../../src/verbs/config/setting-verbs.ts";
import { post } from "../../state/api.ts";
import { attempt, notify } from "../../state/notices.ts";

export function SettingForm({ setting }: { setting: SettingView }) {
  const { key, value, unit, says, from } = setting;
  const [written, setWritten] = useState<string | undefined>(undefined);
  const isSet = from !== "default";
  const save = async (text: string): Promise<void> => {
    const done = await attempt(() => post("config/set", { key, value: text }));
    setWritten(undefined);
    if (done !== undefined) notify(`Saved ${key}.`);
  };
  const shown = written ?? asText(value);
  const choices = choicesOf(key);
  return (
    <li>
      <form
        class="setting"
        onSubmit={(event) => {
          event.preventDefault();
          void save(written ?? "");
        }}
      >
        <label for={`setting-${key}`}>
          <code>{key}</code>
          {choices === undefined ? (
            <input
              id={`setting-${key}`}
              class="mono"
              value={shown}
              onInput={({ currentTarget }) => setWritten(currentTarget.value)}
            />
          ) : (
            <select
              id={`setting-${key}`}
              value={shown}
              onChange={({ currentTarget }) => void save(currentTarget.value)}
            >
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          )}
        </label>
        <p class="muted">
          {says}{" "}
          <small>
            {unit !== undefined && `Unit: ${unit}. `}
            {isSet ? `Set in ${from}. Default: ${asText(setting.default) || "none"}.` : "Default value."}
          </small>
        </p>
        {written !== undefined && written !== asText(value) && (
          <span>
            <button type="submit" class="main">
              Save
            </button>{" "}
            <button type="button" onClick={() => setWritten(undefined)}>
              Cancel
            </button>
          </span>
        )}
      </form>
    </li>
  );
}

function choicesOf(key: SettingView["key"]): readonly string[] | undefined {
  const { kind } = SETTINGS[key] as { readonly kind: unknown };
  if (kind === "boolean") return ["true", "false"];
  return Array.isArray(kind) ? (kind as string[]) : undefined;
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** One setting: its value in an editable field, its default and the source of its value. */
import { useState } from "preact/hooks";
import type { SettingView } from "../../../src/verbs/maintenance/setting-verbs.ts";
import { post } from "../../state/api.ts";
import { attempt, notify } from "../../state/notices.ts";

export function SettingForm({ setting }: { setting: SettingView }) {
  const { key, value, unit, says, from } = setting;
  const [written, setWritten] = useState<string | undefined>(undefined);
  const isSet = from !== "default";
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const done = await attempt(() => post("settings/set", { key, value: written ?? "" }));
    if (done === undefined) return;
    setWritten(undefined);
    notify(`Saved ${key}.`);
  };
  return (
    <li>
      <form class="setting" onSubmit={(event) => void save(event)}>
        <label>
          <code>{key}</code>
          <input
            class="mono"
            value={written ?? asText(value)}
            onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          />
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

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** One setting: its value, its default, where the value comes from, and a field to change it. */
import { useState } from "preact/hooks";
import type { SettingView } from "../../src/verbs/maintenance/setting-verbs.ts";
import { tell } from "../state/ask.ts";
import { attempt, say } from "../state/notices.ts";

export function SettingLine({ setting }: { setting: SettingView }) {
  const { key, value, unit, says, from } = setting;
  const [written, setWritten] = useState<string | undefined>(undefined);
  const isSet = from !== "default";
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const done = await attempt(() => tell("settings/set", { key, value: written ?? "" }));
    if (done === undefined) return;
    setWritten(undefined);
    say(`${key} is set.`);
  };
  return (
    <li>
      <form class="setting" onSubmit={(event) => void save(event)}>
        <label>
          <code>{key}</code>
          <input
            class="mono"
            value={written ?? shown(value)}
            onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          />
        </label>
        <p class="muted">
          {says}{" "}
          <small>
            {unit !== undefined && `In ${unit}. `}
            {isSet ? `From ${from}; default ${shown(setting.default) || "none"}.` : "Default."}
          </small>
        </p>
        {written !== undefined && written !== shown(value) && (
          <span>
            <button type="submit" class="main">
              Set
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

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

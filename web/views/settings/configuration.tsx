/** Every other setting, in groups, found by typing. */
import { useState } from "preact/hooks";
import type { Settings } from "../../../src/faces/http/routes/settings.ts";
import { SettingForm } from "./setting-form.tsx";

const GROUPS: readonly (readonly [title: string, prefix: RegExp])[] = [
  ["Capture", /^capture\./],
  ["Review and guards", /^(?:review|guards?\.?)/],
  ["Briefs, recall and plans", /^(?:brief|recall|planner)\./],
  ["Sessions and learning", /^(?:sessions|memories)\./],
  ["Decay", /^(?:decay|incidents)\./],
];

export function Configuration({ settings, unknown }: Pick<Settings, "settings" | "unknown">) {
  const [words, setWords] = useState("");
  const shown = settings.filter(
    ({ key, says }) => !key.startsWith("models.") && `${key} ${says}`.toLowerCase().includes(words.toLowerCase()),
  );
  const known = GROUPS.map(([title, prefix]) => [title, shown.filter(({ key }) => prefix.test(key))] as const);
  const others = shown.filter(({ key }) => GROUPS.every(([, prefix]) => !prefix.test(key)));
  return (
    <section class="panel" aria-label="Configuration">
      <header class="view-top">
        <h3>Configuration</h3>
        <span class="grow" />
        <input
          type="search"
          aria-label="Find a setting"
          placeholder="Find a setting"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </header>
      {unknown.length > 0 && <p class="warning">config.yml has unknown settings: {unknown.join(", ")}.</p>}
      {[...known, ["Other", others] as const].map(
        ([title, some]) =>
          some.length > 0 && (
            <details key={title} open={words !== ""}>
              <summary>
                {title} <span class="muted">{some.length}</span>
              </summary>
              <ul class="settings-list">
                {some.map((one) => (
                  <SettingForm key={one.key} setting={one} />
                ))}
              </ul>
            </details>
          ),
      )}
    </section>
  );
}

/** Which models are configured, and what they used today and in the last weeks. */
import type { Settings } from "../../../src/faces/http/routes/settings.ts";
import { DataTable } from "../../components/data-table.tsx";
import { counted } from "../../components/format.ts";
import { SettingForm } from "./setting-form.tsx";

export function Models({ loaded: { settings, models } }: { readonly loaded: Settings }) {
  const { capPerDay, today, days } = models;
  const used = today.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  return (
    <section class="panel" aria-label="Models">
      <h3>Models</h3>
      <p>
        {capPerDay === 0
          ? "Off: no model is called while the daily limit is 0. Nothing needs one."
          : `${used.toLocaleString("en")} of ${counted(capPerDay, "token")} used today.`}
      </p>
      {capPerDay > 0 && (
        <svg class="use" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect class="bar-all" width="100" height="6" rx="3" />
          <rect class="bar-part" width={Math.min(100, (used / capPerDay) * 100)} height="6" rx="3" />
        </svg>
      )}
      {days.length > 0 && (
        <DataTable label="Model use by day" heads={["Day", "Model", "Calls", "Tokens"]}>
          {days.map(({ day, model, calls, inputTokens, outputTokens }) => (
            <tr key={`${day} ${model}`}>
              <td class="number">{day}</td>
              <td>{model}</td>
              <td class="number">{calls}</td>
              <td class="number">{(inputTokens + outputTokens).toLocaleString("en")}</td>
            </tr>
          ))}
        </DataTable>
      )}
      <details>
        <summary>Models</summary>
        <ul class="settings-list">
          {settings
            .filter(({ key }) => key.startsWith("models."))
            .map((one) => (
              <SettingForm key={one.key} setting={one} />
            ))}
        </ul>
      </details>
    </section>
  );
}

/** What memory is made of, and how it changed from week to week. */
import type { Insights } from "../../../src/verbs/status/insights.ts";
import { ChartFigure } from "../../charts/chart-figure.tsx";
import { dayName, daysBetween, weeksOf } from "../../charts/days.ts";
import { counted } from "../../components/format.ts";

export function RecordsByType({ insights: { made } }: { readonly insights: Insights }) {
  const types = [...Map.groupBy(made, ({ type }) => type)]
    .map(([type, rows]) => ({ type, count: rows.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count);
  const most = Math.max(1, ...types.map(({ count }) => count));
  const total = types.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartFigure
      title="Memory"
      summary={total === 0 ? "No records yet." : `${counted(total, "active record")}.`}
      heads={["Type", "Records"]}
      rows={types.map(({ type, count }) => [type, count])}
    >
      <dl class="bars">
        {types.map(({ type, count }) => (
          <div key={type}>
            <dt>{type}</dt>
            <dd>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar-one" width={(count / most) * 100} height="8" rx="1" />
              </svg>
              {count.toLocaleString("en")}
            </dd>
          </div>
        ))}
      </dl>
    </ChartFigure>
  );
}

const ADDED = new Set(["add", "import"]);
const GONE = new Set(["archive", "expire", "delete", "supersede"]);

const KINDS = [
  ["added", "added"],
  ["changed", "changed"],
  ["gone", "archived, replaced or deleted"],
] as const;

export function ChangesChart({ insights: { activity, changes } }: { readonly insights: Insights }) {
  const weeks = weeksOf(daysBetween(activity.from, activity.to));
  const inWeek = (week: readonly string[], isKind: (verb: string) => boolean): number =>
    changes.filter(({ day, verb }) => isKind(verb) && week.includes(day)).reduce((sum, { count }) => sum + count, 0);
  const rows = weeks.map((week) => ({
    from: week[0]!,
    added: inWeek(week, (verb) => ADDED.has(verb)),
    changed: inWeek(week, (verb) => !ADDED.has(verb) && !GONE.has(verb)),
    gone: inWeek(week, (verb) => GONE.has(verb)),
  }));
  const active = rows.filter(({ added, changed, gone }) => added + changed + gone > 0);
  const sum = (name: "added" | "changed" | "gone"): number => rows.reduce((all, row) => all + row[name], 0);
  return (
    <ChartFigure
      title="How it changed"
      summary={
        active.length === 0
          ? `No changes since ${activity.from}.`
          : `${KINDS.flatMap(([name, says]) => (sum(name) === 0 ? [] : [`${sum(name)} ${says}`])).join(", ")}, by week.`
      }
      heads={["Week from", "Added", "Changed", "Archived, replaced or deleted"]}
      rows={active.map(({ from, added, changed, gone }) => [from, added, changed, gone])}
      plot={{
        label: "Changes of records by week",
        times: rows.map(({ from }) => Date.parse(from)),
        kind: "bars",
        series: [
          { name: "Added", color: "one", values: rows.map(({ added }) => added) },
          { name: "Changed", color: "two", values: rows.map(({ changed }) => changed) },
          { name: "Archived, replaced or deleted", color: "three", values: rows.map(({ gone }) => gone) },
        ],
        when: (ms) => `Week from ${dayName(ms)}`,
      }}
    />
  );
}

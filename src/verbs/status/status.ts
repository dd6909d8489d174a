/** `status`, which is also `oldhand` alone: this project in five lines, then the one thing that deserves attention. */
import { kindOf } from "../../core/record/record.ts";
import { count } from "../../core/text/wording.ts";
import { verb } from "../declare/verb.ts";
import { actionText, ago, commandLine, homePath, labelledLines } from "../print/format.ts";
import { recordJson } from "../print/json.ts";
import { oneLine, type Style } from "../print/style.ts";
import type { lookAround } from "./look-around.ts";

export const FIRST_STEPS = [
  "oldhand setup",
  'oldhand add "We use pnpm, never npm"',
  "oldhand recall which package manager",
  "oldhand review",
] as const;

/** With the directory that paths are shown relative to. */
type Status = Awaited<ReturnType<typeof lookAround>> & { readonly home: string | undefined };
type Activity = NonNullable<Status["activity"]["everywhere"]>;

export const status = verb({
  name: "status",
  also: [""],
  summary: "Show what is known here, what is pending, and whether anything needs attention.",
  input: {},
  act: "read",
  needs: "read",
  async run(call): Promise<Status> {
    return { ...(await (await import("./look-around.ts")).lookAround(call)), home: call.env.home };
  },
  json: ({ project, records, suggestions, found, newest, signals, activity, attention }) => ({
    ...{ project, records, suggestions, found, newest: newest.map(recordJson), signals, activity, attention },
  }),
  print(now, style) {
    const { project, suggestions, signals, activity, spent, home } = now;
    const rows: Readonly<Record<string, string>> = {
      Project:
        project === null
          ? "none in this directory"
          : `${project.name}${project.shared ? ", shared" : ""}, ${homePath(project.root, home)}`,
      Records: now.recordLine,
      Activity: activityLine(activity, now.nowMs),
      ...(spent.calls > 0 && {
        Models: `${count(spent.calls, "call")}, ${count(spent.tokens, "token")} since yesterday: oldhand review`,
      }),
      Pending: pendingLine(suggestions),
      Health: healthLine(signals),
    };
    const { commands, sessions } = activity.everywhere ?? activity.here ?? { commands: 0, sessions: 0 };
    const isNew = now.newest.length === 0 && commands + sessions === 0;
    const labelled = Object.entries(rows).flatMap(([label, line]) => labelledLines(label, [line], style));
    const steps = [style.bold("First steps"), ...FIRST_STEPS.map((step) => `  ${step}`)];
    const further = isNew ? steps : attentionLines(now, style);
    return [...labelled, ...(further.length === 0 ? [] : ["", ...further])].join("\n");
  },
});

function activityLine({ here, everywhere }: Status["activity"], nowMs: number): string {
  type Counts = Omit<Activity, "projects">;
  const counts = ({ commands, sessions }: Counts): string =>
    `${count(commands, "command")}, ${count(sessions, "agent session")}`;
  const last = ({ lastAt }: Counts): string => (lastAt === undefined ? "" : `, last ${ago(lastAt, nowMs)}`);
  const wide = everywhere && `${counts(everywhere)} in ${count(everywhere.projects, "project")}`;
  if (here === undefined) return wide === undefined ? "not known here" : `${wide}${last(everywhere!)}`;
  const elsewhere = wide === undefined || everywhere!.projects < 2 ? "" : ` (everywhere: ${wide})`;
  return `${counts(here)}${last(here)}${elsewhere}`;
}

function pendingLine(suggestions: Status["suggestions"]): string {
  if (suggestions === null) return "cannot be read here";
  const { pending } = suggestions;
  return pending === 0 ? "no suggestions" : `${count(pending, "suggestion")}: oldhand review`;
}

function healthLine(signals: readonly string[]): string {
  if (signals.length === 0) return "no problems found; `oldhand doctor` checks more";
  return signals.length === 1 ? "1 thing to look at" : `${signals.length} things to look at`;
}

/** Problems first; else what somebody asks for; else the most useful finding; else what was learned last. */
function attentionLines({ signals, deserving, newest: [newest], home, nowMs }: Status, style: Style): string[] {
  const title = style.bold("Look at this");
  if (signals.length > 0) return [title, ...signals.map((signal) => style.wrap(`  ${oneLine(signal)}`, "  "))];
  if (deserving !== undefined) {
    const command = `oldhand ${commandLine(deserving.command, { home })}`;
    return [
      title,
      style.wrap(`  ${oneLine(deserving.text)}`, "  "),
      actionText({ action: deserving.action, command, indent: "  " }, style),
    ];
  }
  if (newest === undefined) return [];
  const facts = style.dim(`${kindOf(newest)}, ${ago(newest.updatedAt, nowMs)}`);
  return [
    style.bold("Newest"),
    style.wrap(`  ${newest.id} ${facts}`, "    "),
    style.wrap(`    ${oneLine(newest.text)}`, "    "),
  ];
}

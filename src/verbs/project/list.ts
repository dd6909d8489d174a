/** `project list` */
import { isoTime } from "../../core/base/clock.ts";
import { count } from "../../core/text/wording.ts";
import { verb } from "../declare/verb.ts";
import { ago, row } from "../print/format.ts";
import { printable, type Style } from "../print/style.ts";
import type { CountedProject, KeptCounts } from "./project-counts.ts";

export const listProjects = verb({
  name: "project list",
  summary: "List your projects with what is kept for each, the latest activity first.",
  input: {},
  act: "read",
  needs: "write",
  async run({ context }) {
    const { countProjects } = await import("./project-counts.ts");
    return { ...(await countProjects(context)), nowMs: context.clock() };
  },
  json: ({ everywhere, somewhere, projects }) => ({
    everywhere: timed(everywhere),
    somewhere: timed(somewhere),
    projects: projects.map(timed),
  }),
  print: ({ projects, nowMs }, style) => projects.map((project) => projectRow(project, nowMs, style)).join("\n"),
});

function timed<T extends KeptCounts>({ lastMs, ...counts }: T) {
  return { ...counts, ...(lastMs !== undefined && { lastAt: isoTime(lastMs) }) };
}

function projectRow(project: CountedProject, nowMs: number, style: Style): string {
  const { id, name, root, commands, sessions, records, suggestions, lastMs, isHere } = project;
  const kept = [
    ...(commands > 0 ? [count(commands, "command")] : []),
    ...(sessions > 0 ? [count(sessions, "session")] : []),
    ...(records > 0 ? [count(records, "record")] : []),
    ...(suggestions > 0 ? [count(suggestions, "suggestion")] : []),
  ];
  const inPipe = [id, name, root ?? "", ...[commands, sessions, records, suggestions].map(String)];
  const last = lastMs === undefined ? [] : [ago(isoTime(lastMs), nowMs)];
  const facts = [...(isHere ? ["here"] : []), ...last, printable(root ?? "its directory is gone")];
  return row({ id: printable(name), facts, text: kept.join(", ") || "nothing yet", inPipe }, style);
}

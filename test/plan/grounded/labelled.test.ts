import assert from "node:assert/strict";
import { test } from "node:test";
import { slotsIn } from "../../../src/core/workflow/slots.ts";
import { sameCommand } from "../../../src/plan/grounded/candidates.ts";
import {
  answered,
  materialOf,
  PARTS,
  type Part,
  PROJECTS,
  requestsLabelled,
  score,
} from "../../fixtures/requests/labelled.ts";

const ANSWERS = new Map(PARTS.map((part) => [part, answered(requestsLabelled(part))]));

/** Lower than what `bench/planner.ts` prints, so that a change may lose a little and gain elsewhere. */
const FLOORS: readonly (readonly [part: Part, first: number, amongThree: number, refused: number])[] = [
  ["tuning", 0.95, 0.98, 0.97],
  ["unseen-1", 0.95, 0.97, 0.97],
  ["unseen-2", 0.93, 0.97, 0.93],
  ["unseen-3", 0.89, 0.97, 0.95],
  ["unseen-4", 0.82, 0.95, 0.95],
  ["real-layouts", 0.85, 0.95, 0.8],
  ["real-layouts-2", 0.72, 0.95, 0.8],
  ["real-layouts-3", 0.78, 0.85, 0.95],
];

for (const [part, first, amongThree, refused] of FLOORS) {
  test(`enough of the ${part} requests get the right command, and those without an answer are refused`, () => {
    const found = score(ANSWERS.get(part)!);
    assert.ok(found.first >= first * found.answerable, `right first: ${found.first} of ${found.answerable}`);
    assert.ok(
      found.amongThree >= amongThree * found.answerable,
      `of three: ${found.amongThree} of ${found.answerable}`,
    );
    assert.ok(found.refused >= refused * found.unanswerable, `refused: ${found.refused} of ${found.unanswerable}`);
  });
}

test("only workflows, records, commands that were run and defined targets are planned, as guards change them", () => {
  const known = new Map(PROJECTS.map((project) => [project.name, commandsIn(project)]));
  const invented = [...ANSWERS.values()]
    .flat()
    .filter(({ first }) => first !== undefined)
    .filter(({ project, first }) => !known.get(project)!.some((form) => isOfForm(first!, form)));
  assert.deepEqual(invented, []);
});

/** Every command of a project; if one was run with different arguments, its last argument may differ. */
function commandsIn(project: (typeof PROJECTS)[number]): string[] {
  const { workflows, commands, targets } = materialOf(project);
  const ran = commands.map(({ command }) => command);
  const varied = ran.flatMap((one) =>
    ran.filter((other) => other !== one).flatMap((other) => withOneSlot(one, other) ?? []),
  );
  const told = (materialOf(project).told ?? []).map(({ steps }) => steps.join(" && "));
  const all = [...workflows.map(({ steps }) => steps.join(" && ")), ...told, ...ran, ...varied];
  const known = [...all, ...targets.map(({ run }) => run)];
  return [...known, ...known.flatMap((command) => materialOf(project).rewrite?.(command)?.command ?? [])];
}

function withOneSlot(one: string, other: string): string | undefined {
  const split = (command: string) => command.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const [a, b] = [split(one), split(other)];
  const differing = a.map((_, at) => at).filter((at) => a[at] !== b[at]);
  if (a.length !== b.length || differing.length !== 1) return undefined;
  return a.map((word, at) => (at === differing[0] ? "<value>" : word)).join(" ");
}

/** The person's usual options may be added to a default command. */
const withoutLongOptions = (command: string): string => command.replace(/ --[a-z][\w-]*(?= |$)/g, "");

function isOfForm(command: string, form: string): boolean {
  const plain = withoutLongOptions(command);
  if (plain !== command && isOfForm(plain, withoutLongOptions(form))) return true;
  if (sameCommand(command) === sameCommand(form)) return true;
  if (slotsIn(form).length === 0) return false;
  const parts = form.split(/<[\w-]+>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(?:'[^']*'|[\\w@./:+-]+)")}$`).test(command);
}

test("no request is listed twice, and every project of several parts has some of each kind", () => {
  const all = PARTS.flatMap((part) => requestsLabelled(part));
  const names = all.map(({ project, request }) => `${project}: ${request}`);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
  for (const { name } of PROJECTS.filter((project) => project.memory === undefined)) {
    const own = all.filter(({ project }) => project === name);
    assert.ok(own.some(({ expected }) => expected.length === 0) && own.length >= 25, `${name} has ${own.length}`);
  }
});

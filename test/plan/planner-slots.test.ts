import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens } from "../../src/core/text/tokens.ts";
import { type PlannerContext, plannerSlots } from "../../src/plan/context.ts";

const budgetTokens = 2000;

function context(parts: Partial<PlannerContext> = {}): PlannerContext {
  return {
    sessionId: "ses_1",
    cwd: "/code/shop/api",
    projectRoot: "/code/shop",
    os: "linux",
    shell: "zsh",
    recentCommands: [],
    memoryItems: [],
    projectFacts: [],
    ...parts,
  };
}

const item = (value: string, confidence = 0.8) => ({ kind: "fact", key: "k", value, confidence });

test("a directory without memory gives a prompt with its facts only", () => {
  assert.deepEqual(plannerSlots("run the tests", context(), { budgetTokens }), {
    system: 'cwd: "/code/shop/api"\nproject root: "/code/shop"\nOS: linux\nshell: zsh',
    known_context: "(nothing)",
    known_workflows: "(nothing)",
    project_commands: "(nothing)",
    recent_commands: "(nothing)",
    task: "run the tests",
  });
});

test("each known item is a line, in the order of the context", () => {
  const { known_context, known_workflows, recent_commands } = plannerSlots(
    "ship it",
    context({
      memoryItems: [
        { kind: "preference", key: "package-manager", value: "Use pnpm", confidence: 1 },
        { kind: "recurring_command", key: "npm test", value: "npm test", confidence: 0.75 },
      ],
      projectFacts: [{ kind: "workflow", label: "ship", value: "npm test → git push (last run: success)" }],
      recentCommands: ["git status", 'git commit -m "one\ntwo"'],
    }),
    { budgetTokens },
  );
  assert.equal(
    known_context,
    '- preference "package-manager": "Use pnpm" (confidence 1.00)\n- recurring_command "npm test": "npm test" (confidence 0.75)',
  );
  assert.equal(known_workflows, '- workflow "ship": "npm test → git push (last run: success)"');
  assert.equal(recent_commands, '- "git status"\n- "git commit -m \\"one\\ntwo\\""');
});

test("the known context stays within its budget, and one long line does not shut out the rest", () => {
  const memoryItems = [item("word ".repeat(500), 0.9), ...Array.from({ length: 200 }, (_, n) => item(`fact ${n}`))];
  const { known_context } = plannerSlots("x", context({ memoryItems }), { budgetTokens: 300 });
  assert.match(known_context, /^- fact "k": "fact 0"/);
  assert.ok(estimateTokens(known_context) <= 300, String(estimateTokens(known_context)));
  assert.ok(known_context.split("\n").length > 5);
  assert.equal(plannerSlots("x", context({ memoryItems }), { budgetTokens: 0 }).known_context, "(nothing)");
});

test("a command that is too long is left out entirely", () => {
  const recentCommands = [`cat <<EOF\n${"a line\n".repeat(5000)}EOF`, "make"];
  assert.equal(plannerSlots("x", context({ recentCommands }), { budgetTokens }).recent_commands, '- "make"');
});

test("signs that a marker would change come back unchanged from the quotation", () => {
  for (const command of ["sort </etc/passwd", "cat <<EOF", "diff <(ls a) b", "[[ ! -f x ]](y)", "echo `a` ```b```"]) {
    const { recent_commands } = plannerSlots("x", context({ recentCommands: [command] }), { budgetTokens });
    assert.equal(JSON.parse(recent_commands.slice(2)), command);
    assert.doesNotMatch(recent_commands, /<[/<]|```/);
  }
});

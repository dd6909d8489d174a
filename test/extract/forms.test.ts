import assert from "node:assert/strict";
import { test } from "node:test";
import { type Captured, captureFrom } from "../../src/extract/message.ts";

/** A way of giving a standing instruction, one that is kept, and one that sounds like it and is not. */
const FORMS: readonly (readonly [form: string, kept: string, nearMiss: string])[] = [
  ["said before", "I've told you before: never rebase shared branches", "I told you before that it crashed on start"],
  ["said again", "Let me repeat: never commit .env files", "Let me repeat the question: is it down"],
  ["asked kindly", "Can you remember this: staging runs on arm64", "can you remember the name of that flag"],
  ["asked with a mark", "can you remember that our cluster runs on arm64?", "can you remember what we did about it?"],
  ["please always", "Could you please always link the ticket", "can you always assume that the list is sorted?"],
  ["standing instruction", "As a standing instruction: run the linter first", "Add a new rule: names are never empty"],
  [
    "for later sessions",
    "note for later sessions: the seed needs DB_URL",
    "for the rest of this session use port 4000",
  ],
  ["for all that is to come", "For all future PRs, add a screenshot", "in future versions of react it is always on"],
  ["our policy", "It's our policy that every function has a docstring", "it's our oldest rule that broke"],
  ["a policy that we have", "We have a policy of not using beta versions", "our rule engine evaluates every rule"],
  ["the convention", "The convention in this repo is one class per file", "the convention is not documented anywhere"],
  ["agreed", "We agreed that all public APIs get a deprecation period", "we agreed on Tuesday that it was the cache"],
  ["a habit", "make it a habit to run the whole suite", "make it a button instead of a link"],
  ["used to", "get used to writing tests first", "I got used to writing Java, so Rust feels odd"],
  ["I want you to", "i want you to always show me the plan first", "I want you to look at the flaky test"],
  [
    "I would like you to",
    "I'd like you to never touch the lockfile",
    "I'd like the page to always show the newest entry",
  ],
  ["rather than", "I'd rather you always asked than guessed", "I'd rather you looked at the parser first than at it"],
  ["ever", "we don't mock the database in tests, ever", "drop the table, ever so carefully"],
  ["no exceptions", "Every new table needs a created_at column, no exceptions", "rename it everywhere, no exceptions"],
  ["from here on", "Keep pull requests under 400 lines from here on", "continue from here on your own"],
  ["in future", "Write the docs in British English in future", "Implement a check that dates are in the future"],
  ["without asking", "dont add dependencies without asking me first", "you deleted it without asking me first"],
  ["unless I say", "Don't commit unless I ask you to", "don't push this unless I ask you to"],
  ["ask before", "ask me before you install any new package", "ask me before you merge it"],
  ["in this repo", "we don't use lodash in this project", "we don't check for null in the parser"],
  ["whenever", "Whenever you touch the schema, regenerate the client", "whenever you open it, the spinner never stops"],
  ["every time", "every time you bump the version, update the changelog", "every time you run it, it appends a line"],
  ["each time, last", "Tell me why each time you add a dependency", "it tells me why each time you click"],
  [
    "when you write",
    "When you write SQL for us, keywords are always upper case",
    "When it loads, the list is always empty",
  ],
  ["before every commit", "run the linter before every commit", "Add a hook that runs the linter before every commit"],
  ["after each change", "after each change run the linter", "after each change the linter complains"],
  ["in doubt", "If you're unsure about a requirement, ask me", "If you're done, ask me for the next ticket"],
  [
    "where things go",
    "scripts belong in tools/, never in the root",
    "this belongs in the service, not in the controller",
  ],
  ["where new things go", "All new endpoints go under /v2", "new users go to the welcome page"],
  ["what we do", "We pin exact versions, no carets or tildes", "we got three errors, no warnings"],
  ["what we do not do", "we don't commit generated files", "we don't commit the transaction when it fails"],
  ["this, never that", "Use the shared client for calls, never axios", "Write a sort that is stable, never slow"],
  ["what should be", "PRs should always target develop", "tests should pass now"],
  ["what every one needs", "Every PR needs a ticket number in its title", "Every endpoint returns a 500"],
  [
    "so do not",
    "this project is on python 3.9 so don't use match",
    "this project is huge so give me an overview first",
  ],
  ["ours is so", "Our CI has no docker, so never write tests that need it", "our build is slow so don't wait for it"],
  [
    "always taken",
    "Port 3000 is always taken here, so use 3100",
    "the response is always empty so don't render the list",
  ],
  [
    "for every one",
    "my branch prefix is ab, use that for every branch",
    "my branch is called ab, use that for the diff",
  ],
  [
    "not by hand",
    "Generated code lives in gen/, don't edit it by hand",
    "The page is generated, don't reload it by hand now",
  ],
  ["a slip in always", "alwasy use the existing logger", "alwasy the same error"],
  ["a slip in never", "nevr commit .env files", "nevr seen that before"],
  ["a slip in remember", "remeber that prod is in eu-west-1", "remeber when prod was down"],
  ["no apostrophe", "id rather you always use early returns than ifs", "its our third try, id say"],
  ["not to be kept", "No secrets anywhere in the repo", "no need to store that anywhere"],
  ["not to be remembered", "please remember that the vpn is slow", "don't bother remembering that the vpn is slow"],
  [
    "a question tag",
    "data goes through the gateway, never directly, ok?",
    "data goes through the gateway, never directly, right?",
  ],
];

for (const [form, kept, nearMiss] of FORMS) {
  test(`${form}: "${kept}" is kept, "${nearMiss}" is not`, () => {
    assert.equal(captured(kept).length, 1);
    assert.deepEqual(captured(nearMiss), []);
  });
}

/** Words that make any of them a matter of the moment. */
const FOR_NOW = ["for now, ", "just this once, ", "in this commit, ", "for this PR only, ", "just for the demo, "];

for (const opening of FOR_NOW) {
  test(`"${opening.trim()}" makes an instruction one for the task`, () => {
    const orders = FORMS.map(([, kept]) => kept).filter((kept) =>
      /^(?:always|never|don'?t|use|keep|write|run|scripts)\b/i.test(kept),
    );
    assert.deepEqual(
      orders.filter((kept) => captured(opening + kept).length > 0),
      [],
    );
  });
}

test("two statements that a sentence joins are two, unless the second points back", () => {
  const texts = (message: string): string[] => captured(message).map(({ text }) => text);
  assert.deepEqual(texts("Always sign off commits with `-s` and never add a trailer."), [
    "Always sign off commits with `-s`",
    "Never add a trailer",
  ]);
  assert.deepEqual(texts("Always wrap errors and never discard them."), ["Always wrap errors and never discard them"]);
  assert.deepEqual(texts("Never touch the header and always keep the footer in this commit."), []);
});

test("an item of a list of tasks is kept where it says that it lasts", () => {
  const items = "- rename `a`\n- never abbreviate class names from here on\n- always return a sorted list";
  assert.deepEqual(
    captured(`Please do these:\n${items}`).map(({ text }) => text),
    ["Never abbreviate class names from here on"],
  );
  assert.deepEqual(captured("The reviewer said:\n- never use else from now on"), []);
});

test("a slip stays as it was typed", () => {
  assert.deepEqual(
    captured("Ok, pleas alwasy use tabs, dont use spaces, thx").map(({ text }) => text),
    ["Alwasy use tabs, dont use spaces"],
  );
});

/** What a form is kept as. */
const KINDS: readonly (readonly [said: string, kind: Partial<Captured>])[] = [
  ["It's our policy that all logs are JSON", { rule: "constraint", type: "policy", scope: "project" }],
  ["We pin exact versions, no carets", { rule: "preference", type: "preference", scope: "project" }],
  ["I want you to always show me the plan", { rule: "preference", type: "preference", scope: "global" }],
  ["From now on, write the docs in English", { rule: "remember", type: "preference", priority: "medium" }],
  ["Note for later sessions: staging has three nodes", { rule: "remember", type: "fact", scope: "project" }],
];

for (const [said, kind] of KINDS) {
  test(`"${said}" is kept as ${kind.type}`, () => {
    const [found] = captured(said);
    assert.deepEqual({ ...found, ...kind }, found);
  });
}

function captured(message: string): Captured[] {
  return captureFrom(message, { inProject: true });
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../../src/faces/cli/main.ts";
import { tempDir } from "../fixtures/git-repo.ts";
import { answersOf, restoreHome, settled } from "../fixtures/homes/home-of-0.1.ts";

type Shown = {
  readonly shown: {
    readonly results?: readonly { readonly id: string }[];
    readonly predictions?: readonly { readonly command: string }[];
    readonly settings?: readonly { readonly key: string; readonly value: unknown; readonly from: string }[];
  };
};

/** What is still the same where this version answers otherwise on purpose. */
const CHANGED: Readonly<Record<string, (answer: unknown) => unknown>> = {
  // Of two routines that were accepted within minutes, the other one comes first: one measure says what is about the same thing.
  "shop: recall deploy the canary": (answer) => (answer as Shown).shown.results!.map(({ id }) => id).toSorted(),
  "shop: recall deploy --everywhere": (answer) => (answer as Shown).shown.results!.map(({ id }) => id).toSorted(),
  // Two results that hardly fit: the other one comes first.
  "api: recall which tests should I run": (answer) => (answer as Shown).shown.results!.map(({ id }) => id).toSorted(),
  // By counting, in place of a trained model.
  "shop: predict --after npm test": (answer) => (answer as Shown).shown.predictions![0]!.command,
  // Beside the suggestions it lists what was read.
  "shop: suggestions --all": suggestionsAlone,
  "api: suggestions --all": suggestionsAlone,
  // The mode has a field of its own.
  "shop: guard list": withoutModes,
  "api: guard list": withoutModes,
  // The commits of the repositories are searched too.
  "shop: doctor": (answer) =>
    JSON.parse(JSON.stringify((answer as Shown).shown).replace(/\d+ of \d+ texts embedded/, "texts embedded")),
  // What is kept is not offered again, so it is no suggestion any more.
  "shop: stats": (answer) => {
    const {
      embedder: _,
      suggestions,
      ...shown
    } = (answer as { shown: { embedder: unknown; suggestions: object } }).shown;
    return { ...shown, suggestions: { ...suggestions, accepted: "some" } };
  },
  // Some settings are gone, and some defaults are others: what the person set is what it was.
  "shop: config list": (answer) =>
    (answer as Shown).shown.settings!.flatMap(({ key, value, from }) => (from === "default" ? [] : [[key, value]])),
};

function suggestionsAlone(answer: unknown): unknown {
  const { read: _, ...shown } = (answer as { shown: { read?: unknown } }).shown;
  return shown;
}

/** An empty answer does not search in other projects for a hint. */
function withoutHint(answer: unknown): unknown {
  const { shown, ...rest } = answer as { shown: { elsewhere?: unknown } };
  const { elsewhere: _, ...kept } = shown;
  return { ...rest, shown: kept };
}

function withoutModes(answer: unknown): unknown {
  const { guards } = (answer as { shown: { guards: { says: string; mode?: string }[] } }).shown;
  return guards.map(({ mode: _, says, ...guard }) => ({ ...guard, says: says.replace(/ \((?:warn|ask|deny)\)$/, "") }));
}

test("a home that version 0.1 left opens and answers as it did", async (t) => {
  const home = restoreHome(tempDir(t, "home-of"));
  const answers = await answersOf(run, home);
  for (const [question, answer] of Object.entries(home.answers)) {
    const verb = question.split(" ")[1]!;
    const same = CHANGED[question] ?? withoutHint;
    assert.deepEqual(same(settled(answers[question], verb)), same(settled(answer, verb)), question);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkSetting,
  invalidSettings,
  isSettingKey,
  readConfig,
  SETTINGS,
  settingKeys,
} from "../../../src/core/base/config.ts";
import { OldhandError } from "../../../src/core/base/error.ts";

test("without a file every setting has its documented default", () => {
  assert.deepEqual(readConfig({}), {
    "memories.enabled": false,
    "memories.maxRolloutAgeDays": 30,
    "memories.minRolloutIdleHours": 12,
    "memories.maxRolloutsPerStartup": 64,
    "memories.summaryInjectionTokenLimit": 5000,
    "brief.budget": 800,
    "brief.threshold": 0.1,
    "brief.passages": 2,
    "decay.halfLifeDays": 90,
    "decay.archiveBelow": 0.1,
    review: "off",
    "sessions.keepDays": 30,
    "guard.mode": "deny",
    "guard.pack": false,
    "predict.enabled": true,
    "recall.agentsEverywhere": false,
    "recall.embedder": "static",
    "sync.everyMinutes": 15,
    "sync.include": [],
    "capture.ignore": [],
    "capture.private": [],
    "models.default": "",
    "models.reader": "",
    "models.readerConsent": [],
    "models.smol": "",
    "models.dailyTokenCap": 0,
  });
});

test("every setting says in one sentence what it does, and every number names its unit", () => {
  for (const key of settingKeys()) {
    const setting: { kind: unknown; says: string; unit?: string } = SETTINGS[key];
    assert.match(setting.says, /^[A-Z].*\.$/, key);
    if (setting.kind === "integer" || setting.kind === "number") assert.ok(setting.unit, `${key} has a unit`);
  }
});

test("what a file says replaces the default of that key alone", () => {
  const config = readConfig({ "brief.budget": 400, review: "all", "capture.ignore": ["ssh *"] });
  assert.deepEqual(config, {
    ...readConfig({}),
    "brief.budget": 400,
    review: "all",
    "capture.ignore": ["ssh *"],
  });
});

test("keys that no setting has are left out", () => {
  const raw = JSON.parse('{"brief.budgte": 1, "__proto__": {"review": "all"}, "toString": 1}');
  assert.deepEqual(readConfig(raw), readConfig({}));
  assert.equal(isSettingKey("brief.budgte"), false);
  assert.equal(isSettingKey("toString"), false);
  assert.equal(isSettingKey("brief.budget"), true);
});

const TAKEN = [
  ["memories.enabled", "true", true],
  ["memories.enabled", false, false],
  ["brief.budget", "400", 400],
  ["brief.budget", 0, 0],
  ["decay.halfLifeDays", "0.5", 0.5],
  ["decay.archiveBelow", " 0.2 ", 0.2],
  ["review", "low", "low"],
  ["capture.ignore", "ssh *, gpg *", ["ssh *", "gpg *"]],
  ["capture.ignore", "", []],
  ["models.default", "ollama/qwen3", "ollama/qwen3"],
] as const;

for (const [key, value, taken] of TAKEN) {
  test(`${key} takes ${JSON.stringify(value)}`, () => assert.deepEqual(checkSetting(key, value), taken));
}

const REFUSED = [
  ["memories.enabled", "yes", 'memories.enabled takes true or false, not "yes".'],
  ["memories.enabled", 1, "memories.enabled takes true or false, not 1."],
  ["brief.budget", "-1", 'brief.budget takes a whole number of 0 or more, not "-1".'],
  ["brief.budget", 1.5, "brief.budget takes a whole number of 0 or more, not 1.5."],
  ["brief.budget", "", 'brief.budget takes a whole number of 0 or more, not "".'],
  ["brief.budget", null, "brief.budget takes a whole number of 0 or more, not null."],
  ["brief.budget", "Infinity", 'brief.budget takes a whole number of 0 or more, not "Infinity".'],
  ["decay.halfLifeDays", "long", 'decay.halfLifeDays takes a number of 0 or more, not "long".'],
  ["review", "none", 'review takes one of off, low, all, not "none".'],
  ["review", true, "review takes one of off, low, all, not true."],
  ["capture.ignore", [1], "capture.ignore takes a comma-separated list, not [1]."],
  ["models.default", 3, "models.default takes text, not 3."],
] as const;

for (const [key, value, message] of REFUSED) {
  test(`${key} refuses ${JSON.stringify(value)} and says what it takes`, () => {
    assert.throws(() => checkSetting(key, value), new OldhandError("invalid", message));
    assert.deepEqual(invalidSettings({ [key]: value }), [{ key, fault: message }]);
    assert.deepEqual(readConfig({ [key]: value }), readConfig({}));
  });
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Captured, captureFrom } from "../../src/extract/message.ts";
import { languagesOf } from "../../src/extract/rules/other-language.ts";
import { sentencesInLanguages } from "../fixtures/messages/labelled.ts";

const SENTENCES = sentencesInLanguages();

for (const language of new Set(SENTENCES.map((row) => row.language))) {
  const labelled = (label: string): string[] =>
    SENTENCES.filter((row) => row.language === language && row.label === label).map(({ text }) => text);

  test(`lasting instructions are kept in ${language}`, () => {
    const kept = labelled("kept");
    assert.ok(kept.length >= 10);
    assert.deepEqual(
      kept.filter((text) => captured(text).length !== 1),
      [],
    );
  });

  test(`sentences that only sound like it are not kept in ${language}`, () => {
    const left = labelled("left");
    assert.ok(left.length >= 10);
    assert.deepEqual(
      left.filter((text) => captured(text).length > 0),
      [],
    );
  });
}

/** The text and type that are kept of a sentence. */
const KINDS: readonly (readonly [sentence: string, kind: Partial<Captured>])[] = [
  [
    "Nein, wir committen nie direkt auf main.",
    { text: "Wir committen nie direkt auf main", type: "preference", scope: "project" },
  ],
  ["Merk dir: Staging läuft auf Port 8443", { text: "Staging läuft auf Port 8443", rule: "remember", type: "fact" }],
  ["In Zukunft antworte mir bitte auf Deutsch", { rule: "remember", type: "preference", scope: "global" }],
  [
    "Souviens-toi que la base est partagée, maintenant corrige le test",
    { text: "La base est partagée", rule: "remember", type: "fact", scope: "project" },
  ],
  ["Tous les endpoints doivent vérifier le tenant", { rule: "constraint", type: "policy", priority: "critical" }],
  [
    "En este proyecto usamos yarn en lugar de npm",
    { rule: "correction", type: "fact", priority: "high", scope: "project" },
  ],
  ["Quero que você sempre mostre o plano", { rule: "preference", type: "preference", scope: "global" }],
  ["今後は回答を簡潔にしてください", { rule: "remember", type: "preference", scope: "global" }],
  ["本番データベースへの直接アクセスは禁止です", { rule: "constraint", type: "policy", scope: "project" }],
  ["请记住，测试环境没有外网", { text: "测试环境没有外网", rule: "remember", type: "fact" }],
  ["不对，any 类型从来不用。", { text: "any 类型从来不用", rule: "preference" }],
  ["我们项目用的是 pnpm，不是 npm", { rule: "correction", type: "fact", priority: "high" }],
  ["Nunca haga push a main, ¿vale?", { text: "Nunca haga push a main", type: "preference" }],
];

for (const [sentence, kind] of KINDS) {
  test(`"${sentence}" is kept as ${kind.type}`, () => {
    const [found] = captured(sentence);
    assert.deepEqual({ ...found, ...kind }, found);
  });
}

/** English sentences with a word that another language has too. */
const ENGLISH: readonly string[] = [
  "Never use immer in reducers",
  "No, dates are stored as epoch milliseconds",
  "Prod deploys happen on Tuesdays",
  "Put a MIT license header into all files",
  "From now on, write comments in 中文",
  "Use the de facto standard",
];

for (const sentence of ENGLISH) {
  test(`"${sentence}" is English`, () => {
    assert.deepEqual(languagesOf(sentence), []);
  });
}

test("a list is kept under a line that announces rules, and under no other", () => {
  const items = "- usa siempre tabs\n- nunca uses var";
  assert.equal(captured(`Reglas del proyecto:\n${items}`).length, 2);
  assert.deepEqual(captured(`La función tiene que hacer lo siguiente:\n${items}`), []);
  assert.deepEqual(captured(`Reglas para este PR:\n${items}`), []);
});

test("sentences end at the full stops of every script", () => {
  assert.deepEqual(
    captured("以后提交信息一律用英文写。先修一下登录页！").map(({ sentence }) => sentence),
    ["以后提交信息一律用英文写。"],
  );
});

test("quoted text triggers no rule in any language", () => {
  assert.deepEqual(captured("ボタンの文言を「必ず保存してください」に変えて"), []);
  assert.deepEqual(captured("Cambia el texto a «Nunca compartas tu clave con nadie» en el pie"), []);
});

function captured(message: string): Captured[] {
  return captureFrom(message, { inProject: true });
}

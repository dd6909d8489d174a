import assert from "node:assert/strict";
import { test } from "node:test";
import { safetyHome } from "../../fixtures/safety-home.ts";

/** Queries that have broken other search programs. */
const QUERIES: readonly string[] = [
  ...[
    '"',
    "'",
    '"unclosed',
    "it's",
    "a AND",
    "AND",
    "OR OR",
    "NOT",
    "NEAR(",
    "NEAR(a b, 5)",
    "*",
    "a*",
    "^a",
    "-a",
    "+a",
  ],
  ...[
    "a:b",
    "text:secret",
    "{a b}:c",
    "(a",
    "a)",
    "()",
    "a..b",
    "C++",
    "C#",
    ".net",
    "@scope/pkg",
    "foo_bar",
    "--flag",
  ],
  ...[
    "a\0b",
    "\ud800",
    "%",
    "_",
    "\\",
    "/etc/passwd",
    "<script>",
    "${x}",
    "??!!",
    "…",
    "   ",
    "",
    "\n\n",
    "🦊",
    "a".repeat(5000),
  ],
  ...[
    "rm -rf /",
    "SELECT * FROM words",
    "words MATCH 'x'",
    "rank",
    "shelf",
    "\ue000sactive\ue000",
    "NULL",
    "1e308",
    "-0",
  ],
];

/** A record in each script, and a query that a person would use for it. */
const SCRIPTS: readonly { readonly name: string; readonly text: string; readonly query: string }[] = [
  { name: "Chinese", text: "数据库迁移必须在部署之前运行。", query: "数据库迁移" },
  { name: "Japanese", text: "本番環境のデプロイは木曜日に行います。", query: "デプロイ 木曜日" },
  { name: "Korean", text: "배포는 매주 목요일에 진행합니다.", query: "배포 목요일" },
  { name: "Thai", text: "การทดสอบต้องผ่านก่อนรวมโค้ด", query: "การทดสอบ" },
  { name: "Arabic", text: "يجب تشغيل الاختبارات قبل النشر.", query: "الاختبارات النشر" },
  { name: "Hebrew", text: "יש להריץ את הבדיקות לפני הפריסה.", query: "הבדיקות הפריסה" },
  { name: "Persian", text: "نسخه‌های جدید پنج‌شنبه منتشر می‌شوند.", query: "نسخه‌های جدید" },
  { name: "Russian", text: "Миграции запускаются перед выкладкой.", query: "миграции перед выкладкой" },
  { name: "Greek", text: "Οι δοκιμές τρέχουν κάθε βράδυ.", query: "δοκιμές βράδυ" },
  { name: "Hindi", text: "परीक्षण हर रात चलते हैं।", query: "परीक्षण रात" },
  { name: "Turkish", text: "İstanbul sunucusu gece yedeklenir.", query: "istanbul sunucusu" },
  { name: "decomposed French", text: "Le de\u0301ploiement se fait a\u0300 la main.", query: "déploiement main" },
  { name: "composed French", text: "La préparation du café dure une minute.", query: "pre\u0301paration cafe\u0301" },
  { name: "full width", text: "ＡＰＩ ｇａｔｅｗａｙ の設定はここにある。", query: "API gateway" },
  { name: "emoji", text: "The 🦊 service guards the henhouse.", query: "🦊" },
  { name: "joined emoji", text: "The 👩‍🚀 job starts the rocket build.", query: "👩‍🚀" },
];

test("no query causes an error, whatever it contains", async (t) => {
  const home = safetyHome(t);
  await home.use(async (memory) => {
    for (let n = 0; n < 30; n++)
      await memory.add({ text: `Route ${n} goes by the harbour and the mill.`, type: "fact" });
    const random = Array.from({ length: 300 }, (_, n) => randomText(n));
    for (const query of [...QUERIES, ...random]) {
      for (const format of ["snippets", "prompt", "json"] as const) {
        const answer = await memory.recall({ query, format });
        assert.equal(/sqlite|fts5|syntax error/i.test(answer.text), false, JSON.stringify(query));
      }
    }
    t.diagnostic(`${QUERIES.length} known and ${random.length} random queries in three formats`);
  });
});

test("a record is found in every script, and comes back byte for byte", async (t) => {
  const home = safetyHome(t);
  await home.use(async (memory) => {
    for (let n = 0; n < 60; n++)
      await memory.add({ text: `Filler statement ${n} about nothing much at all.`, type: "fact" });
    for (const { text } of SCRIPTS) await memory.add({ text, type: "fact" });
    const missed: string[] = [];
    for (const { name, text, query } of SCRIPTS) {
      const { results } = await memory.recall({ query, format: "json", limit: 5 });
      if (!results.some((result) => result.text === text)) missed.push(name);
    }
    assert.deepEqual(missed, []);
  });
});

function randomText(seed: number): string {
  let state = (seed + 1) * 2654435761;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  const length = next() % 40;
  return Array.from({ length }, () => {
    const kind = next() % 4;
    if (kind === 0) return String.fromCharCode(next() % 128);
    if (kind === 1) return String.fromCharCode(next() % 0x10000);
    return "\"'*():^-+ ANDOR{}".charAt(next() % 18);
  }).join("");
}

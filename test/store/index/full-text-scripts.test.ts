import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { rankEntries } from "../../../src/search/rank-entries.ts";
import {
  createFullText,
  findWords as find,
  putWords,
  type WordQuery,
} from "../../../src/store/index/full-text/full-text.ts";

const findWords = (db: DatabaseSync, query: WordQuery) => find(db, query, rankEntries);

/** Every pair of a first and a second word is one entry, so that each entry has fourteen near duplicates. */
type Script = {
  readonly name: string;
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly entry: (first: string, second: string) => string;
  readonly query: (first: string, second: string) => string;
};

const ACCENTED = {
  first: ["café", "façade", "élève", "naïveté", "crème", "dépôt", "forêt", "hôtel"],
  second: ["ébloui", "gâté", "léger", "sévère", "âgé", "zélé", "rusé", "inquiète"],
};
const PEOPLE = ["👩", "👨", "🧑"];
const TOOLS = "⚕️ ⚖️ ✈️ 🌾 🍳 🍼 🎓 🎤 🎨 🏫 🏭 💻 💼 🔧 🔬 🚀 🚒 🦯 🦼 🦽".split(" ");

const SCRIPTS: readonly Script[] = [
  {
    name: "Chinese",
    first: ["迁移", "重启", "备份", "部署", "监控", "升级", "删除", "恢复"],
    second: ["数据库", "服务器", "缓存", "日志", "密码", "网络", "接口", "测试环境"],
    entry: (verb, noun) => `昨天我们决定${verb}${noun}，因为客户要求。`,
    query: (verb, noun) => `怎么${verb}${noun}？`,
  },
  {
    name: "Japanese",
    first: ["データベース", "サーバー", "キャッシュ", "設定ファイル", "パスワード", "画面", "認証", "請求書"],
    second: ["移行", "再起動", "削除", "更新", "確認", "共有", "保存", "印刷"],
    entry: (noun, verb) => `来週までに${noun}を${verb}する必要があります。`,
    query: (noun, verb) => `${noun}の${verb}`,
  },
  {
    name: "Korean",
    first: ["데이터베이스", "서버", "캐시", "설정", "비밀번호", "화면", "로그", "결제"],
    second: ["이전", "재시작", "삭제", "갱신", "확인", "공유", "저장", "점검"],
    entry: (noun, verb) => `다음 주까지 ${noun}를 ${verb}해야 합니다.`,
    query: (noun, verb) => `${noun} ${verb}`,
  },
  {
    name: "Thai",
    first: ["ย้าย", "ลบ", "สำรอง", "ตรวจสอบ", "อัปเดต", "แบ่งปัน", "บันทึก", "พิมพ์"],
    second: ["ฐานข้อมูล", "เซิร์ฟเวอร์", "รหัสผ่าน", "หน้าจอ", "เอกสาร", "เครือข่าย", "ใบแจ้งหนี้", "ปฏิทิน"],
    entry: (verb, noun) => `ทีมของเราต้อง${verb}${noun}ก่อนวันศุกร์`,
    query: (verb, noun) => `${verb}${noun}`,
  },
  {
    name: "Arabic",
    first: ["نقل", "حذف", "نسخ", "تحديث", "مراجعة", "مشاركة", "حفظ", "طباعة"],
    second: ["البيانات", "الخادم", "الشاشة", "التقرير", "الشبكة", "الفاتورة", "الملف", "التقويم"],
    entry: (verb, noun) => `يجب على الفريق ${verb} ${noun} قبل يوم الجمعة`,
    query: (verb, noun) => `${verb.replace(/.$/u, "ـ$&\u0651")} ${noun.slice(2)}`,
  },
  {
    name: "Hebrew",
    first: ["להעביר", "למחוק", "לגבות", "לעדכן", "לבדוק", "לשתף", "לשמור", "להדפיס"],
    second: ["הנתונים", "השרת", "הסיסמה", "הדוח", "הרשת", "החשבונית", "הקובץ", "היומן"],
    entry: (verb, noun) => `הצוות צריך ${verb} את ${noun} לפני יום שישי`,
    query: (verb, noun) => `${verb} ${noun.slice(1)}`,
  },
  {
    name: "emoji sequences",
    first: PEOPLE,
    second: TOOLS,
    entry: (person, tool) => `met ${person}\u200d${tool} at the weekly`,
    query: (person, tool) => `${person}\u200d${tool}`,
  },
  {
    name: "composed and decomposed",
    ...ACCENTED,
    entry: (noun, word) => `un ${noun} ${word} au bord de la route`.normalize("NFC"),
    query: (noun, word) => `${noun} ${word}`.normalize("NFD"),
  },
  {
    name: "Turkish i",
    first: ["İstanbul", "Iğdır", "Diyarbakır", "Şırnak", "Kırıkkale", "İzmir", "Isparta", "Aydın"],
    second: ["taşındı", "kapandı", "açıldı", "büyüdü", "ısındı", "yıkıldı", "gezildi", "çizildi"],
    entry: (town, verb) => `${town} ofisi geçen yıl ${verb}`,
    query: (town, verb) => `${town} ${verb}`.toLocaleUpperCase("tr"),
  },
  {
    name: "full-width",
    first: ["rotate", "revoke", "archive", "publish", "compress", "encrypt", "monitor", "throttle"],
    second: ["ledger", "gateway", "balance", "mailbox", "webhook", "invoice", "cluster", "session"],
    entry: (verb, noun) => `remember to ${verb} the ${noun} on Monday`,
    query: (verb, noun) =>
      `${verb}　${noun}`.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
  },
];

const QUERIES = 60;
const rowids = new Map<string, number>();

const db = filled();

for (const script of SCRIPTS) {
  test(`nine of ten entries are among the first five: ${script.name}`, () => {
    const asked = pairs(script).slice(0, QUERIES);
    const missed = asked.filter(([a, b]) => {
      const found = findWords(db, { text: script.query(a, b), limit: 5 }).slice(0, 5);
      return !found.some(({ rowid }) => rowid === rowids.get(script.entry(a, b)));
    });
    assert.equal(asked.length, QUERIES);
    assert.ok(missed.length <= QUERIES / 10, `missed ${missed.map((pair) => pair.join(" ")).join(", ")}`);
  });
}

test("a single character is found inside a run, and a single emoji inside a sequence", () => {
  const found = (text: string) => findWords(db, { text, limit: 200 }).length;
  assert.ok(found("缓") >= 8);
  assert.ok(found("💻") >= 3);
});

test("decomposed entries are found by composed queries", () => {
  const decomposed = "la crème brûlée du chef".normalize("NFD");
  putWords(db, 100_000, { text: decomposed, key: "", tags: "", aliases: "", keywords: "", paths: "", shelf: "" });
  assert.equal(findWords(db, { text: "brûlée".normalize("NFC"), limit: 1 })[0]?.rowid, 100_000);
});

function pairs({ first, second }: Script): [string, string][] {
  return first.flatMap((a) => second.map((b): [string, string] => [a, b]));
}

function filled(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  createFullText(db);
  const distractors = Array.from(
    { length: 500 },
    (_, at) => `Note ${at} about lunch, the weather and what to ${at % 7} read`,
  );
  for (const text of [
    ...distractors,
    ...SCRIPTS.flatMap((script) => pairs(script).map(([a, b]) => script.entry(a, b))),
  ]) {
    rowids.set(text, rowids.size + 1);
    putWords(db, rowids.size, { text, key: "", tags: "", aliases: "", keywords: "", paths: "", shelf: "" });
  }
  return db;
}

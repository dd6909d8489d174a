import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { costOfLines, estimateTokens, wholeTokens } from "../../../src/core/text/tokens.ts";
import { type CountTokens, countTokensExactly } from "../../fixtures/exact-tokens.ts";

const DOCS = new URL("../../../docs/", import.meta.url);

const exactly: CountTokens = await countTokensExactly();

const TEXTS: readonly string[] = [
  "Use pnpm, not npm, in this repository.",
  "The deployment to staging failed because the database migration had not been run before the release.",
  "Horses have such grace!",
  "- [ ] **Always** run `npm test` before you push (see docs/contributing.md#tests).",
  "getHttpServerRequestHandlerFactoryBeanProviderXMLParserJSONSchemaURLEncoder",
  "ERR_MODULE_NOT_FOUND EADDRINUSE SIGKILL HTTP_PROXY QWXZKJ",
  "const [entries = 0, ...words] = block instanceof Uint8Array ? varints(block) : [];",
  "var a=b?c:d;for(let e=0;e<f.length;e++){g[e]&&h(i,j,{k:l})}",
  '{"type":"message","timestamp":"2025-11-21T00:03:14.026Z","message":{"role":"user","content":[]}}',
  "@@ -1,7 +1,9 @@\n-const a = 1;\n+const b = 2;\n",
  "tar -xzvf a.tgz && ls -la | grep -Ei '^d' >> out.txt 2>&1",
  "C:\\Users\\guest\\AppData\\Local\\Temp\\tmp7c5c9c0f.tmp",
  "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5NXgL0n3I9PlFUP0THsR8U",
  "\u001b[31;1mERROR\u001b[0m \u001b[2K\r",
  "!@#$%^&*()_+{}|:\"<>?~`-=[]\\;',./ ][}{)(*&^%$#@!",
  "┌──────┬──────┐\n│ a    │ b    │\n└──────┴──────┘",
  "∀x∈ℝ: ⌈x⌉ = −⌊−x⌋ ≠ ∑ α·β²",
  "\n\n\n   \t\t\n  x\n\n\ty",
  " ".repeat(200),
  "\n".repeat(100),
  "-".repeat(99),
  "=".repeat(80),
  "1".repeat(100),
  "aZ9".repeat(60),
  "bcdfg hjklm npqrst vwxz zxcvb qwrtp",
  "我们决定把数据库迁移到新的服务器上，因为旧的服务器经常崩溃，部署之前请先运行测试。",
  "データベースを新しいサーバーに移行することにしました。デプロイの前にテストを実行してください。",
  "데이터베이스를 새로운 서버로 옮기기로 결정했습니다. 배포하기 전에 테스트를 실행하세요.",
  "เราตัดสินใจย้ายฐานข้อมูลไปยังเซิร์ฟเวอร์ใหม่ กรุณาทดสอบก่อนการติดตั้ง",
  "قررنا نقل قاعدة البيانات إلى الخادم الجديد، يرجى تشغيل الاختبارات قبل النشر.",
  "החלטנו להעביר את מסד הנתונים לשרת החדש, נא להריץ בדיקות לפני הפריסה.",
  "हमने डेटाबेस को नए सर्वर पर ले जाने का निर्णय लिया है, कृपया परीक्षण चलाएँ।",
  "Мы решили перенести базу данных на новый сервер, запустите тесты перед развёртыванием.",
  "Αποφασίσαμε να μεταφέρουμε τη βάση δεδομένων στον νέο διακομιστή.",
  "ჩვენ გადავწყვიტეთ მონაცემთა ბაზის გადატანა ახალ სერვერზე.",
  "የውሂብ ጎታውን ወደ አዲስ አገልጋይ ለማዛወር ወስነናል።",
  "យើងបានសម្រេចចិត្តផ្លាស់ទីមូលដ្ឋានទិន្នន័យទៅម៉ាស៊ីនមេថ្មី។",
  "ကျွန်ုပ်တို့သည် ဒေတာဘေ့စ်ကို ဆာဗာအသစ်သို့ ရွှေ့ရန် ဆုံးဖြတ်ခဲ့သည်။",
  "ພວກເຮົາຕັດສິນໃຈຍ້າຍຖານຂໍ້ມູນໄປຫາເຊີບເວີໃໝ່",
  "தரவுத்தளத்தை புதிய சேவையகத்திற்கு மாற்ற முடிவு செய்தோம்.",
  "Chúng tôi đã quyết định chuyển cơ sở dữ liệu sang máy chủ mới.",
  "Veritabanını yeni sunucuya taşımaya karar verdik, lütfen önce testleri çalıştırın.",
  "Wir haben beschlossen, die Datenbank umzuziehen. Donaudampfschifffahrtsgesellschaftskapitän",
  "Zdecydowaliśmy się przenieść bazę danych na nowy serwer, żółć gęślą jaźń.",
  "lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilas",
  "👩🏽‍💻👨‍👩‍👧‍👦🏳️‍🌈❤️‍🔥🇫🇷🇩🇪🫠🫡🪿🧑‍🚀",
  "⛁ ⛁ ⛁ ✅ ❌ ⚠️ → ← • … — “quoted”",
  "Z̷̢̛a̸̧͝l̵̨̛g̶̢͠o̴̧͡",
  "<|endoftext|> and <|im_start|>system",
  "\ud800 half a pair \udfff",
];

/** What logs and tools print: hashes, ids, addresses, paths, times. */
function machineTexts(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const digest = createHash("sha256").update(`text ${at}`).digest();
    const hex = digest.toString("hex");
    return [
      hex,
      hex.slice(0, 7 + (at % 20)),
      digest.toString("base64"),
      hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5"),
      `rec_${digest
        .toString("base64")
        .toLowerCase()
        .replace(/[^a-z0-9]/g, "")
        .slice(0, 18)}`,
      `/usr/lib/x86_64-linux-gnu/libQt5X11Extras.so.5.15.${at}`,
      `node_modules/.pnpm/@babel+core@7.2${at}.0/node_modules/@babel/core/lib/index.js:${at}:12`,
      `2026-11-15T22:09:${at % 60}.123Z [WARN] api-7d4b9c${at}xkq: GET /v1/${hex.slice(0, 6)} 503 in ${at * 13}ms trace=${hex.slice(0, 16)}`,
      `10.${at}.23.4:8080 -> fe80::${hex.slice(0, 4)}:${hex.slice(4, 8)}`,
      String(BigInt(`0x${hex.slice(0, 4 + (at % 50))}`)),
    ];
  }).flat();
}

test("the estimate is never under the exact count, for prose, code, logs, other scripts and emoji", () => {
  const texts = [...TEXTS, ...TEXTS.flatMap((text) => text.split(/(?<=\s)/)), ...machineTexts(60)];
  const under = texts.filter((text) => estimateTokens(text) < exactly(text));
  assert.ok(texts.length >= 900);
  assert.deepEqual(under, []);
});

test("prose with code in it is over-estimated by a fifth", () => {
  // Generated pages are tables of names.
  const names = readdirSync(DOCS).filter((name) => name.endsWith(".md") && !/^(?:cli|config|risks)\.md$/.test(name));
  const pages = names.map((name) => readFileSync(new URL(name, DOCS), "utf8"));
  const share = (text: string): number => estimateTokens(text) / exactly(text);
  assert.ok(pages.length > 10);
  for (const [at, page] of pages.entries())
    assert.ok(share(page) >= 1 && share(page) < 1.5, `${names[at]}: ${share(page)}`);
  assert.ok(share(pages.join("\n")) < 1.25, String(share(pages.join("\n"))));
});

/** The first articles of the Universal Declaration of Human Rights: words that o200k has few tokens for. */
const OTHER_LANGUAGES: readonly string[] = [
  "Gizon-emakume guztiak aske jaiotzen dira, duintasun eta eskubide berberak dituztela; eta ezaguera eta kontzientzia dutenez gero, elkarren artean senide legez jokatu beharra dute.",
  "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.",
  "Genir pawb yn rhydd ac yn gydradd â'i gilydd mewn urddas a hawliau. Fe'u cynysgaeddir â rheswm a chydwybod, a dylai pawb ymddwyn y naill at y llall mewn ysbryd cymodlon.",
  "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.",
  "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.",
  "Ang lahat ng tao'y isinilang na malaya at pantay-pantay sa karangalan at mga karapatan. Sila'y pinagkalooban ng katwiran at budhi at dapat magpalagayan ang isa't isa sa diwa ng pagkakapatiran.",
];

for (const text of OTHER_LANGUAGES)
  test(`another language is over-estimated, by less than 70 %: ${text.slice(0, 20)}`, () => {
    const tokens = exactly(text);
    assert.ok(
      estimateTokens(text) >= tokens && estimateTokens(text) < tokens * 1.7,
      `${estimateTokens(text)} of ${tokens}`,
    );
  });

test("the estimate is below 1.4 times the exact count for prose", () => {
  const prose = TEXTS.slice(0, 2).join(" ").repeat(20);
  assert.ok(estimateTokens(prose) < exactly(prose) * 1.4);
});

test("no text has no tokens", () => {
  assert.deepEqual([estimateTokens(""), exactly("")], [0, 0]);
});

test("a marker or an id costs the same whatever its digits and letters are", () => {
  const marked = (nonce: string): string =>
    `<oldhand-memory-${nonce} role="data">\n- Use pnpm [fact; rec_${nonce.slice(0, 18)}]`;
  const counts = Array.from({ length: 50 }, (_, seed) => {
    const text = marked(createHash("sha256").update(String(seed)).digest("hex").slice(0, 32));
    assert.ok(estimateTokens(text) >= exactly(text));
    return estimateTokens(text);
  });
  assert.equal(new Set(counts).size, 1);
});

test("an endless run is split before it is counted, and not underestimated", () => {
  for (const part of ["a", "字", ".", " ", "a1", "👩‍💻"]) {
    assert.ok(exactly(part.repeat(50_000)) > 0);
    assert.ok(estimateTokens(part.repeat(200_000)) > 0);
    assert.ok(exactly(part.repeat(1000)) >= exactly(part.repeat(500)));
  }
});

test("spelled-out control tokens are plain text", () => {
  assert.ok(exactly("<|endoftext|>") > 1);
});

test("the costs of lines add up to what their text counts, whatever was counted before", () => {
  for (let round = 0; round < 2; round++) {
    for (const text of TEXTS) {
      const lines = [`- ${text.replaceAll("\n", " ")}\n`, "Rules:\n", "Use pnpm, not npm.\n"];
      const sum = lines.reduce((cost, line) => cost + costOfLines(line), 0);
      // Both are sums of the same numbers in another order.
      assert.ok(Math.abs(wholeTokens(sum) - estimateTokens(lines.join(""))) <= 1, text);
      assert.ok(Math.abs(sum - costOfLines(lines.join(""))) < 1e-6, text);
    }
  }
});

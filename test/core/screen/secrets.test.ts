import assert from "node:assert/strict";
import { test } from "node:test";
import { findSecrets, redactSecrets } from "../../../src/core/screen/secrets.ts";
import { cases, coreOf, KINDS, PLACES } from "./kinds.ts";
import { ALNUM, drawFrom, HEX } from "./made-up.ts";

const TOKEN = `ghp_${drawFrom(1)(ALNUM, 36)}`;

test("nearly all secrets are found in all places, and nothing is left of them", (t) => {
  const all = cases();
  assert.ok(KINDS.length >= 24 && PLACES.length >= 10);
  const missed = all.filter(({ text }) => findSecrets(text).length === 0);
  for (const { text, secret } of all.filter((one) => !missed.includes(one))) {
    const left = redactSecrets(text).text;
    assert.ok(!left.includes(coreOf(secret)), left);
    assert.ok(!left.includes(coreOf(secret).slice(-8)), left);
  }
  const recall = 1 - missed.length / all.length;
  t.diagnostic(`recall ${(recall * 100).toFixed(1)} % of ${all.length}`);
  assert.ok(recall >= 0.97, missed.map(({ kind, place }) => `${kind} in ${place}`).join("\n"));
});

test("only the secret is removed, the line stays readable", () => {
  const cut = (line: string) => redactSecrets(line).text;
  assert.equal(cut("DB_PASSWORD=correct7Horse npm start"), "DB_PASSWORD=[secret:password] npm start");
  assert.equal(cut('{"password": "correct7Horse", "port": 1}'), '{"password": "[secret:password]", "port": 1}');
  assert.equal(cut("postgres://app:pw12@db:5432/main"), "postgres://app:[secret:url-password]@db:5432/main");
  assert.equal(cut("mysql -u root -p'pw12' main"), "mysql -u root -p'[secret:command-password]' main");
  assert.equal(cut("sshpass -p hunter2 ssh ada@host"), "sshpass -p [secret:command-password] ssh ada@host");
  assert.equal(cut("the password is hunter2trustno1, he said"), "the password is [secret:told-password], he said");
  assert.equal(cut(`git clone https://${TOKEN}@github.com/a/b`), "git clone https://[secret:github]@github.com/a/b");
  assert.equal(cut(`https://x.org/?token=${TOKEN}&page=2`), "https://x.org/?token=[secret:github]&page=2");
  assert.equal(cut("Server=db;Password=Passw0rd!;Timeout=5"), "Server=db;Password=[secret:password];Timeout=5");
});

test("a secret is found despite characters between its own", () => {
  const half = TOKEN.slice(0, 20);
  const rest = TOKEN.slice(20);
  const ways = {
    colour: `${half}\u001b[31m${rest}`,
    "a link": `\u001b]8;;https://x.org\u0007${half}${rest}\u001b]8;;\u0007`,
    "zero-width space": `${half}\u200b${rest}`,
    "soft hyphen": `${half}\u00ad${rest}`,
    "byte order mark": `${half}\ufeff${rest}`,
    "a continued line": `curl -H "X: ${half}\\\n  ${rest}"`,
    "a wrapped string": `const a = "${half}\n    ${rest}";`,
    "a joined string": `const a = "${half}" + "${rest}";`,
    "a string joined over lines": `const a = '${half}' +\n  '${rest}';`,
    "JSON escapes": `{"log":"\\u001b[1m\\n${TOKEN}\\n"}`,
    "an escaped zero-width space": `{"log":"${half}\\u200b${rest}"}`,
    "an address": `redirect=https%3A%2F%2Fx.org%2F%3Ft%3D${TOKEN}%26b%3D1`,
    base64: `echo ${Buffer.from(`x ${TOKEN}\n`).toString("base64")}`,
    entities: `&quot;token&quot;:&quot;${TOKEN}&quot;`,
  };
  for (const [way, text] of Object.entries(ways)) {
    const { text: left, found } = redactSecrets(text);
    assert.deepEqual(found, ["github"], way);
    assert.ok(!left.includes(half) && !left.includes(rest), `${way}: ${left}`);
  }
});

test("labels are read through escapes and encodings", () => {
  const found = (text: string) => redactSecrets(text).found;
  assert.deepEqual(found('"{\\"password\\": \\"correct7Horse\\"}"'), ["password"]);
  assert.deepEqual(found("password%3Dcorrect7Horse%26page%3D2"), ["password"]);
  assert.deepEqual(found("postgres%3A%2F%2Fapp%3Acorrect7Horse%40db%2Fmain"), ["url-password"]);
  assert.deepEqual(found("&quot;password&quot;: &quot;correct7Horse&quot;"), ["password"]);
  assert.deepEqual(found("+  password: correct7Horse"), ["password"]);
  assert.deepEqual(found("password: |\n    correct7Horse\n"), ["password"]);
});

test("a prefix before a UUID is a token, and a place for a password in a format is none", () => {
  const found = (text: string) => redactSecrets(text).found;
  const uuid = "7c1e90ab-52d4-4f0b-9a6e-3b8d21c05f47";
  assert.deepEqual(found(`watch(${["'HRKU", uuid].join("-")}')`), ["heroku"]);
  assert.deepEqual(found(`watch(${["'RGAPI", uuid].join("-")}')`), ["riot"]);
  assert.deepEqual(found("example: HRKU-01234567-89ab-cdef-0123-456789abcdef"), []);
  assert.deepEqual(found("redis://admin:%s@host:5672"), []);
  assert.deepEqual(found('Regex("(postgres://.*:)(.*)(@.*)")'), []);
});

test("private keys are found complete, cut off, in a diff, in a string, and by their first line alone", () => {
  const draw = drawFrom(7);
  const [first, second, last] = [draw(ALNUM, 64), draw(ALNUM, 64), `${draw(ALNUM, 30)}==`];
  const head = ["-----BEGIN OPENSSH", "PRIVATE KEY-----"].join(" ");
  const tail = ["-----END OPENSSH", "PRIVATE KEY-----"].join(" ");
  const body = [first, second, last];
  const ways = {
    complete: [head, ...body, tail].join("\n"),
    "cut off": [head, ...body].join("\n"),
    "in a diff": [head, ...body, tail].map((line) => `+${line}`).join("\n"),
    "in a string": JSON.stringify([head, ...body, tail].join("\n")),
    indented: [head, ...body, tail].map((line) => `    ${line}`).join("\n"),
    "with CRLF": [head, ...body, tail].join("\r\n"),
  };
  for (const [way, text] of Object.entries(ways)) {
    const { text: left, found } = redactSecrets(`before\n${text}\nafter the key`);
    assert.deepEqual(found, ["private-key-block"], way);
    for (const part of body) assert.ok(!left.includes(part), way);
    assert.ok(left.startsWith("before\n") && left.endsWith("after the key"), `${way}: ${left}`);
  }
  assert.deepEqual(redactSecrets(`${head}\n`), { text: "[secret:private-key-block]\n", found: ["private-key-block"] });
});

test("placeholders, variables and calls are no secrets", () => {
  const values = [
    ...[
      "<token>",
      "${TOKEN}",
      "$TOKEN",
      "process.env.TOKEN",
      "xxxxxxxx",
      "****",
      "your-api-key",
      "changeme",
      "example",
    ],
    ...["[REDACTED]", "[withheld]", "[secret:github]", "[private]", "", "null", "true", "string", "str", "getToken()"],
    ...["{{ token }}", "%TOKEN%", "os.environ['TOKEN']", "config.token", "...", "<your token here>", "undefined"],
  ];
  for (const value of values) {
    for (const line of [
      `PASSWORD=${value}`,
      `password: ${value}`,
      `"token": "${value}"`,
      `apiKey = ${value}`,
      `--secret ${value}`,
    ]) {
      assert.deepEqual(findSecrets(line), [], line);
    }
  }
});

test("false positives of other scanners are left alone", () => {
  const lines = ["task-management-service", "disk-usage-reporter", "tokenization_strategy", "keyboard-shortcuts-page"];
  for (const line of lines) assert.deepEqual(redactSecrets(line), { text: line, found: [] });
});

test("overlapping findings become one, named by the more specific rule", () => {
  const line = `GITHUB_TOKEN="${TOKEN}"`;
  assert.deepEqual(findSecrets(line), [{ rule: "github", start: 14, end: 14 + TOKEN.length }]);
  const both = `password=correct7Horse token=${drawFrom(3)(HEX, 32)}`;
  assert.deepEqual(redactSecrets(both), {
    text: "password=[secret:password] token=[secret:token]",
    found: ["password", "token"],
  });
});

test("found names each rule once, in the order of the text", () => {
  const draw = drawFrom(5);
  const text = `npm_${draw(ALNUM, 36)} ghp_${draw(ALNUM, 36)} npm_${draw(ALNUM, 36)}`;
  assert.deepEqual(redactSecrets(text).found, ["npm", "github"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { findSecrets } from "../../../src/core/screen/secrets.ts";
import { cases } from "./kinds.ts";
import { type Draw, drawFrom } from "./made-up.ts";
import { PUBLISHED_SHAPES } from "./published-shapes.ts";

test("whatever secretlint flags, the screen flags too", async (t) => {
  const all = cases();
  const flagged: string[] = [];
  for (const { text } of all) if (await secretlintFlags(text)) flagged.push(text);
  const missed = flagged.filter((text) => findSecrets(text).length === 0);
  t.diagnostic(`secretlint flags ${flagged.length} of ${all.length}, the screen misses ${missed.length} of those`);
  assert.ok(flagged.length > 100);
  assert.deepEqual(missed, []);
});

test("nearly all tokens of published shapes are found", (t) => {
  const lines = PUBLISHED_SHAPES.flatMap((shape, row) => linesOf(shape, drawFrom(row)));
  const missed = lines.filter((line) => findSecrets(line).length === 0);
  const recall = 1 - missed.length / lines.length;
  t.diagnostic(`recall ${(recall * 100).toFixed(1)} % of ${lines.length} lines, ${PUBLISHED_SHAPES.length} shapes`);
  assert.ok(recall >= 0.95, missed.join("\n"));
});

test("of the lines that scanners are known to take for secrets, hardly one is taken", (t) => {
  const taken = KNOWN_TRAPS.filter((line) => findSecrets(line).length > 0);
  t.diagnostic(`${taken.length} of ${KNOWN_TRAPS.length} traps`);
  assert.ok(taken.length <= KNOWN_TRAPS.length * 0.05, taken.join("\n"));
});

async function secretlintFlags(content: string): Promise<boolean> {
  const { messages } = await lintSource({
    source: { filePath: "note.txt", content, contentType: "text", ext: ".txt" },
    options: {
      config: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, options: {} }] },
    },
  });
  return messages.length > 0;
}

/** A value of the shape as it stands in code and prose; with its vendor named where the shape alone says little. */
function linesOf(shape: string, draw: Draw): string[] {
  const [, vendor, rest] = /^(\w+)\|(.*)$/.exec(shape) ?? [];
  const value = (rest ?? shape).replace(/\[([^\]]+)\]\{(\d+)\}/g, (_, set: string, count: string) =>
    draw(charsOf(set), Number(count)),
  );
  if (vendor === undefined) return [`we use ${value} for now`, `X=${value}`, `"value": "${value}",`];
  return [`${vendor}_token = "${value}"`, `${vendor}: ${value}`, `const ${vendor}Client = '${value}';`];
}

function charsOf(set: string): string {
  return set.replace(/(\w)-(\w)/g, (_, first: string, last: string) => {
    const start = first.charCodeAt(0);
    return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - start + 1 }, (__, step) => start + step));
  });
}

/** Lines of the kinds that scanners report wrongly: ids, names, public halves, sizes, files, placeholders. */
const KNOWN_TRAPS: readonly string[] = [
  "subnet_client_gateway_id = module.network.client-gateway.id",
  '"accessor": "mT4vb7Qz21LpRwec",',
  "audit_access_id: 2b7e1f40-91c3-4d5a-8f62-07a9c3e1d5b8",
  'const accessibilityPanelId = "5c0d9a17-4e2b-46f8-a3d1-9b7e6c5f4a20";',
  'this.statusLabel12.Name = "statusLabel12";',
  "rapidxml:arm64-linux=skip",
  "orders-api:2.4.0_20240311_0915-SNAPSHOT",
  "BILLING_API_VERSION=3.1.0_20240822_1130-SNAPSHOT",
  "PhysicsAPI_version=7c4e1d9b2a6f8035e1d7c9b4a2f6083e5d1c7b9a",
  "[INFO] com.acme.metrics.metrics-api:jar:4.2.1:runtime",
  "apiUrl=edge.internal.example",
  'X-API-Name": "SHIPPING-PARTNER-API",',
  'author = "grace@example.org",',
  "X-Relay-AuthSource: mx07.int.example.org",
  "Authentication-Results: relay3.example.net",
  "withCredentials([string(credentialsId: '91d4c7b2-6e0f-4a38-b5d9-2c8f1e7a3b60', variable: 'DEPLOY')]) {",
  "credentialsId: '0e6b3d81-75fa-4c29-9b14-d8a2f5c7e360'",
  "buildCredentialsId: '6a9f2c50-d1b8-47e3-8c06-f4e7b9a1d235'",
  '"credentialId": "P3vXr8LqWz5TnK1yB7dMhs",',
  'CREDENTIALS_ID = "STAGING_CRED"',
  "qa.credentials.url=qa-lb4.vault.example.org:8443",
  'keyword: "Lieferung_Q4"',
  'public_key = "5Tqwe8r2YxZmLs6Pv3KdNhBcJgFa7UoR1iEtWyMnXkS"',
  "pub const EVP_pubkey_ctx = struct_EVP_pubkey_ctx;",
  "while (sortKey->rank2==0) {",
  "monkey-patching:x86-linux=skip",
  "primaryKey=h4t.w9c-2b_5n8v1q6r3k7m0z",
  "foreignKey=d6y.w9c-2b_5n8v1q6r3k7m0z",
  "key_up_event=p1j.w9c-2b_5n8v1q6r3k7m0z",
  '<entry key="panel.layout.v3_migrated" value="done" />',
  "rekeying:x86-linux=skip",
  "Mqtt.KeyFile=broker_rsa4096.pem",
  '"bucket_key": "Quarterly-2.7"',
  '<key tag="AccountReference" name="AccountReference" type="LONG" />',
  "schemaKey = 'IMG_Tiles_3_64'",
  'sequenceKey = "204"',
  "signing.keystore.file=conf/release.p12",
  "-DKEYTAB_FILE=/etc/krb5/batch.keytab",
  "settings.Cipher.KeySize = CipherKeySize.Key256Bit;",
  "grid.keySelector=r,grid.rowKey=!0,",
  '"key_name": "stage4qhtwz-cmk",',
  '"kms_key_id": "c8b15e02-3fa7-49d6-b0e4-71d9a6f2c583",',
  '"key_vault_name": "ledger07stgx31815",',
  "keyVaultToStoreSecrets: ops4-uat-7730192846",
  'const slugKeyChars = "abcdefghijklmnopqrstuvwxyz0123456789-_";',
  'const base62Key = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";',
  "key_length = Poly1305.key_length",
  'const NAME_KeyWrap = "id-aes192-wrap-KeyWrap"',
  "KeyPair = Curve448.KeyPair",
  "KeySchedule = Threefish512.KeySchedule",
  'MinKeyframeInterval, "e40b7d93-58c1-4f2a-96d7-b3a8f105c26e"',
  "keyReleased = VK_Escape.u8",
  '"Turkey Creek Trail": "America/Denver",',
  "password rules.\n\nS12: Retention--30",
  "TerminalPassword=0",
  'BATCH_SECRET_NAME = "INVOICES-CLAUDE3-API-KEY"',
  "<UserSecretsId>f27a9c14-6b83-4e50-9d21-a5c8e3b7f046</UserSecretsId>",
  "secret_length = Ed448.secret_length",
  "secretSize has to be >= HASH_SECRET_SIZE_MIN",
  "RUN --mount=type=secret,id=pip_conf cp /run/secrets/pip_conf /etc/pip.conf",
  "access_token_url='https://gitlab.example.org/oauth/token',",
  'publicToken = "5Tqwe8r2YxZmLs6Pv3KdNhBcJgFa7UoR1iEtWyMnXkS"',
  '<Import Folder="D:\\Inbox\\" TokenFile="BRANCH_LIST.cer">',
  'remark = "Gradle - io.jsonwebtoken:jjwt-gson-0.12.5"',
  "csrf-token=Wd81pTzLq0Xn5RvKc7YbJ3mHsFgA9uEo2iBtNkV6xPhQrMlGyZwCaDjSfUeIO4T1==",
  'clientId = "3e9d6f12-84ab-4c70-b5e1-d2f7a9c06b38"',
  "SENDGRID_API_KEY=\nSEGMENT_API_KEY=",
  "mail.password=\nmail.host=",
  'import { ring_B1_Key, ring_B2_Key } from "../fixtures/rings/keys.ts";',
  'SRCREV_busybox = "e8d2c6b0a4f9173d5c7b1a9e3f8042d6c5b7a190"',
  'LIC_FILES_CHKSUM = "file://${S}/COPYING;md5=0b8e3f7d2c6a91540e7d3b9c8f1a2650"',
  "curl -s -u 'test:test' https://example.org/health",
  'curl -fsS --user "$2:$3" "$1" -o "$4"',
  "curl -u <name:password> https://example.org/v2/items",
  "curl --user admin:[PASSWORD] http://[HOST]:8086/query",
  'curl -u "reporting" http://localhost:9001/api/status',
  'curl -u "${API_USER}:${API_PASS}" https://example.org',
  'curl -s -X PUT -u "svc_build:${BUILD_PASS}" https://example.org',
  'curl -u ":" https://localhost:8529',
  'curl -s -u "${{ vars.NEXUS_USER }}:${{ secrets.NEXUS_PASS }}" https://example.org',
  'curl --user "$(head -1 ./who):$(tail -1 ./who)" https://example.org',
  "curl http://127.0.0.1:8000/upload --user user:pass --anyauth",
  'curl -H "Authorization: Bearer XXXXXXXXXXXXXXXX" https://example.org',
  'curl --header "Authorization: Basic ..." https://example.org/login',
  'curl -H "Authorization: Token ************" https://example.org',
  'curl -H "Authorization: basic {base64(name:password)}" https://example.org',
  'curl -H "apikey: $SUPABASE_KEY" https://example.org',
];

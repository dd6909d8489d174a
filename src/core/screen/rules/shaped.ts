/** Rules for tokens whose published format is more than a prefix. */
import { isSampleValue } from "../false-positives.ts";
import { isRandom, isWordy } from "../random-text.ts";
import type { FoundValue, PatternRule, SecretRule } from "./rule.ts";

// Samples are cut from these, so that this file contains no complete token.
const MIXED = /* @__PURE__ */ "q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKu".repeat(8);
const HEX = /* @__PURE__ */ "3f9a0c7e5b81d264".repeat(20);
const UPPER = /* @__PURE__ */ "Q7RK2MXV5TBL4NZC".repeat(8);

/** A token that is not recognised by its start, or not by a prefix alone. */
function shaped(name: string, keywords: string, pattern: () => RegExp, rest: Shape): SecretRule {
  const allow: PatternRule["allow"] = ({ value }) => isSampleValue(value);
  return { name, pattern, allow, ...rest, keywords: keywords.split(" "), anyCase: false };
}

type Shape = Pick<SecretRule, "example" | "globs"> & Partial<Pick<PatternRule, "allow">>;

/** Not a part of a longer word. */
const whole = ({ source }: RegExp): RegExp => new RegExp(`(?<![A-Za-z0-9])${source}(?![A-Za-z0-9])`, "dy");
const each = (starts: string, ends: string): string =>
  starts
    .split(" ")
    .flatMap((start) => [...ends].map((end) => start + end))
    .join(" ");
const notRandom = ({ value }: FoundValue): boolean => isSampleValue(value) || !isRandom(value);

export const SHAPED_RULES: readonly SecretRule[] = [
  shaped("private-key-block", "-----BEGIN", pemBlock, {
    globs: "*{each}*",
    example: `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${MIXED.slice(0, 64)}\n${MIXED.slice(0, 40)}==\n-----END RSA PRIVATE KEY-----`,
    allow: ({ value }) => /-----(?:\\n|\s){0,4}(?:\.{3}|…)(?:\\n|\s){0,4}-----END/.test(value),
  }),
  shaped(
    "putty-private-key",
    "Private-Lines:",
    () => /Private-Lines: ?\d{1,4}\s{1,2}((?:[A-Za-z0-9+/=]{4,80}\s{1,2}){1,80})/dy,
    {
      globs: "*{each}*",
      example: `Private-Lines: 2\n${MIXED.slice(0, 64)}\n${MIXED.slice(0, 20)}\n`,
    },
  ),
  shaped("aws-key-id", "AKIA ASIA ABIA ACCA A3T", () => whole(/(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}/), {
    example: `id AKIA${UPPER.slice(0, 16)}`,
    globs: "*a[ks]ia????????????????* *a[bc][ic]a????????????????* *a3t?????????????????*",
  }),
  shaped("slack", "xox xapp-", () => /(?<![A-Za-z0-9])(?:xox[a-z](?:\.xox[a-z])?-|xapp-\d-)[A-Za-z0-9-]{10,400}/dy, {
    example: `xoxb-${"4213".repeat(3)}-${MIXED.slice(0, 24)}`,
    globs: "*[!a-z0-9]xox?-* *[!a-z0-9]xox?.xox?-* *[!a-z0-9]xapp-*",
    allow: ({ value }) => isSampleValue(value) || isWordy(value),
  }),
  shaped(
    "discord-webhook",
    "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
    () => /discord(?:app)?\.com\/api\/webhooks\/(\d{10,25}\/[\w-]{30,100})/dy,
    {
      globs: "*{each}*",
      example: `https://discord.com/api/webhooks/${"9".repeat(18)}/${MIXED.slice(0, 68)}`,
    },
  ),
  shaped(
    "discord-bot",
    each("MT Mj Mz ND NT Nj Nz OD OT", "AEIMQUYcgk"),
    () => /(?<![\w.-])[MNO][A-Za-z0-9_-]{22,27}\.[\w-]{6}\.[\w-]{25,45}(?![\w-])/dy,
    {
      example: `MTAx${MIXED.slice(0, 20)}.${MIXED.slice(3, 9)}.${MIXED.slice(0, 27)}`,
      globs: "*[!a-z0-9][mno]{w22}*.{w6}.{w25}*",
    },
  ),
  shaped("teams-webhook", "webhook.office.com", () => /webhook\.office\.com\/webhookb2\/([\w@/-]{60,250})/dy, {
    globs: "*{each}*",
    example: `https://x.webhook.office.com/webhookb2/${HEX.slice(0, 80)}`,
  }),
  shaped("openai", "sk-", () => /(?<![A-Za-z0-9])sk-(?:[a-z0-9]{2,12}-){0,2}[\w-]{20,400}/dy, {
    example: `sk-proj-${MIXED.slice(0, 48)}`,
    globs: "*[!a-z0-9]sk-????????????????????*",
    allow: notRandom,
  }),
  shaped(
    "twilio",
    each("SK AC", "0123456789abcdefABCDEF"),
    () => /(?<![A-Za-z0-9])(?:SK|AC)[a-fA-F0-9]{32}(?![A-Za-z0-9])(?:["'\s:,;|]{1,6}[a-f0-9]{32}(?![A-Za-z0-9]))?/dy,
    {
      example: `sid SK${HEX.slice(0, 32)}`,
      globs: "*[!a-z0-9][as][ck][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]*",
    },
  ),
  shaped("mailchimp", each("-us", "0123456789"), () => /(?<=(?<![a-f0-9])([a-f0-9]{32}))(-us\d{1,2})(?!\w)/dy, {
    example: `${HEX.slice(0, 32)}-us12`,
    globs: "*[0-9a-f]-us[0-9]*",
  }),
  shaped("telegram-bot", ":AA", () => /(?<=(?<!\d)(\d{7,11}))(:A[\w-]{34})(?![\w-])/dy, {
    example: `${"481516".repeat(2).slice(0, 10)}:AA${MIXED.slice(0, 33)}`,
    globs: "*[0-9]:a{w34}*",
  }),
  shaped(
    "square-or-facebook",
    "EAA",
    () => /(?<![\w+/-])(?:EAAA[\w-]{56}(?![\w+/=-])|EAA[A-Z][A-Za-z0-9]{24,400}(?![\w+/=-]))/dy,
    {
      example: `EAAA${MIXED.slice(0, 56)}`,
      globs: "*[!a-z0-9]eaa????????????????????????*",
      allow: notRandom,
    },
  ),
  shaped("discord-mfa", "mfa.", () => /(?<![\w.-])mfa\.[\w-]{84}(?![\w-])/dy, {
    example: `mfa.${MIXED.slice(0, 84)}`,
    globs: "*[!a-z0-9]mfa.{w20}*",
  }),
  shaped(
    "azure-storage-key",
    "AccountKey= SharedAccessKey=",
    () => /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,100}={0,2})/dy,
    {
      globs: "*{each}*",
      example: `AccountName=x;AccountKey=${MIXED.slice(0, 86)}==;`,
    },
  ),
  shaped("azure-signature", "sig=", () => /(?<=[?&;]|&amp;)sig=([\w%+/=.-]{30,300})/dy, {
    globs: "*{each}*",
    example: `https://x.blob.core.windows.net/a?sv=2024&sig=${MIXED.slice(0, 43)}%3D`,
  }),
  shaped(
    "azure-client-secret",
    "0Q~ 1Q~ 2Q~ 3Q~ 4Q~ 5Q~ 6Q~ 7Q~ 8Q~ 9Q~",
    () => /(?<=(?<![\w~.-])([\w~.]{3}))(\dQ~[\w~.-]{31,34})(?![\w~-])/dy,
    {
      globs: "*{each}*",
      example: `Kx4${"8Q~"}${MIXED.slice(0, 34)}`,
    },
  ),
  shaped("cloudflare-origin", "v1.0-", () => /(?<![\w.])v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}/dy, {
    example: `v1.0-${HEX.slice(0, 24)}-${HEX.slice(0, 146)}`,
    globs: "*v1.0-????????????????????????-*",
  }),
  shaped("terraform-cloud", ".atlasv1.", () => /(?<=(?<![A-Za-z0-9])([A-Za-z0-9]{14}))(\.atlasv1\.[\w=-]{60,80})/dy, {
    globs: "*{each}*",
    example: `${MIXED.slice(0, 14)}.atlasv1.${MIXED.slice(0, 67)}`,
  }),
  shaped(
    "onepassword-key",
    "A3-",
    () => /(?<![A-Z0-9])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){2,4}[A-Z0-9]{5}(?![A-Z0-9])/dy,
    {
      example: `A3-${UPPER.slice(0, 6)}-${UPPER.slice(6, 12)}-${UPPER.slice(0, 5)}-${UPPER.slice(2, 7)}-${UPPER.slice(3, 8)}`,
      globs: "*[!a-z0-9]a3-??????-*",
    },
  ),
  shaped("braintree", "access_token$", () => /access_token\$(?:production|sandbox)\$[a-z0-9]{10,30}\$[a-f0-9]{32}/dy, {
    globs: "*{each}*",
    example: `access_token$production$${HEX.slice(0, 16)}$${HEX.slice(0, 32)}`,
  }),
  shaped("airtable", "pat", () => /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/dy, {
    example: `pat${MIXED.slice(0, 14)}.${HEX.slice(0, 64)}`,
    globs: "*[!a-z0-9]pat??????????????.????????????????????????*",
  }),
  shaped(
    "vault-legacy",
    each("s.", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
    () => /(?<![\w.-])s\.[A-Za-z0-9]{24}(?![\w-])/dy,
    {
      example: `s.${MIXED.slice(0, 24)}`,
      globs: "*[!a-z0-9_.-]s.????????????????????????*",
      allow: notRandom,
    },
  ),
  shaped(
    "hex-private-key",
    each("0x", "0123456789abcdefABCDEF"),
    () => /(?<![\w/])0x[a-fA-F0-9]{64}(?![A-Za-z0-9])/dy,
    {
      example: `wallet 0x${HEX.slice(0, 64)}`,
      globs: "*[!a-z0-9_/]0x????????????????????????????????????????????????????????????????*",
      allow: ({ value, before }) =>
        isSampleValue(value) ||
        /^0x(.)\1+$/.test(value) ||
        /(?:tx|hash|checksum|block|root|topic|digest|commit|public|bytes32|salt|id)\W{0,6}$/i.test(before),
    },
  ),
  shaped("resend", "re_", () => whole(/re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}/), {
    example: `re_${MIXED.slice(0, 8)}_${MIXED.slice(0, 24)}`,
    globs: "*[!a-z0-9]re_????????_????????????????????*",
  }),
  shaped("maxmind", "_mmk", () => /(?<=(?<![A-Za-z0-9])([A-Za-z0-9]{6}_[A-Za-z0-9]{29}))(_mmk)(?!\w)/dy, {
    globs: "*{each}*",
    example: `${MIXED.slice(0, 6)}_${MIXED.slice(0, 29)}_mmk`,
  }),
  shaped(
    "password-hash",
    "$1$ $5$ $6$ $8$ $y$ $2a$ $2b$ $2x$ $2y$ $argon2",
    () => /\$(?:[1568y]|2[abxy]|argon2\w{1,2})\$[\w=,./$+-]{22,200}/dy,
    {
      globs: "*{each}*",
      example: `$6$${MIXED.slice(0, 8)}$${MIXED.slice(0, 86)}`,
    },
  ),
  shaped("salesforce", "00D", () => /(?<![A-Za-z0-9])00D[A-Za-z0-9]{12,15}![\w.]{80,200}/dy, {
    example: `00D${MIXED.slice(0, 12)}!${MIXED.slice(0, 96)}`,
    globs: "*00d????????????!*",
  }),
  shaped("jwt", "eyJ", () => /(?<![\w-])eyJ[\w-]{10,4000}\.(?:[\w-]{0,4000}\.){0,3}[\w-]{10,8000}/dy, {
    example: `eyJ${MIXED.slice(0, 33)}.eyJ${MIXED.slice(0, 40)}.${MIXED.slice(0, 43)}`,
    globs: "*[!a-z0-9]eyj??????????*.*",
  }),
];

/** Header, body lines as in files, diffs, comments and string literals, and the end if there is one. */
function pemBlock(): RegExp {
  const head = "-----BEGIN[ A-Z0-9]{0,40} PRIVATE KEY(?: BLOCK)?-----";
  const closed = "(?:[^-]|-(?!----)){0,20000}-----END[ A-Z0-9]{0,60}-----";
  const lines =
    "(?:(?:\\\\[nr]|[\\s\"'+,;|>#*]){1,60}[A-Za-z0-9+/=]{16,20000}){0,400}(?:(?:\\\\[nr]|[\\s\"'+]){1,60}[A-Za-z0-9+/]{2,60}={1,2})?";
  return new RegExp(`${head}(?:${closed}|${lines})`, "dy");
}

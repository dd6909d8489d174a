/** Rules for tokens that are recognised by the format that their providers publish. */
import { isSample } from "../false-positives.ts";
import { isRandom, isWordy } from "../random-text.ts";
import type { Candidate, SecretRule } from "./rule.ts";

// Samples are cut from these, so that this file contains no complete token.
const MIXED = /* @__PURE__ */ "q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKu".repeat(8);
const HEX = /* @__PURE__ */ "3f9a0c7e5b81d264".repeat(20);
const UPPER = /* @__PURE__ */ "Q7RK2MXV5TBL4NZC".repeat(8);

/** The part after a prefix: its characters and the least number of them. */
type Body = { readonly chars: string; readonly least: number; readonly example?: string };

const hex = (least: number): Body => ({ chars: "[a-fA-F0-9]", least, example: HEX });
const upper = (least: number): Body => ({ chars: "[A-Z0-9]", least, example: UPPER });
const alnum = (least: number): Body => ({ chars: "[A-Za-z0-9]", least });
const base64 = (least: number): Body => ({ chars: "[A-Za-z0-9+/=]", least });
const word = (least: number): Body => ({ chars: "[\\w-]", least });
const dotted = (least: number): Body => ({ chars: "[\\w.=-]", least });
const anyBase64 = (least: number): Body => ({ chars: "[\\w+/=-]", least });

/** A token that starts with one of a few prefixes, like most tokens today. */
function prefixed(name: string, prefixes: string, { chars, least, ...body }: Body): SecretRule {
  const keywords = prefixes.split(" ");
  return {
    name,
    keywords,
    anyCase: false,
    pattern: () => {
      const starts = keywords.map((prefix) => prefix.replace(/[.$|/]/g, "\\$&")).join("|");
      return new RegExp(`(?<![A-Za-z0-9])(?:${starts})${chars}{${least},2000}`, "dy");
    },
    example: `found ${keywords[0]}${(body.example ?? MIXED).slice(0, least)} in the log`,
    isPrefix: true,
    // A body with separators can also be a few words; lower and upper case within a word means that it is random.
    allow: ({ value }) =>
      isSample(value) || (isWordy(value) && (chars.endsWith("-]") ? !/[a-z][A-Z]/.test(value) : !/\d/.test(value))),
  };
}

type Shape = Pick<SecretRule, "example" | "globs"> & {
  readonly keywords: string;
  readonly allow?: SecretRule["allow"];
};

/** A token that is not recognised by its start, or not by a prefix alone. */
function shaped(name: string, pattern: () => RegExp, { keywords, ...rest }: Shape): SecretRule {
  return {
    name,
    pattern,
    allow: ({ value }) => isSample(value),
    ...rest,
    keywords: keywords.split(" "),
    anyCase: false,
  };
}

const each = (starts: string, ends: string): string =>
  starts
    .split(" ")
    .flatMap((start) => [...ends].map((end) => start + end))
    .join(" ");
const notRandom = ({ value }: Candidate): boolean => isSample(value) || !isRandom(value);

export const PROVIDER_RULES: readonly SecretRule[] = [
  shaped("private-key-block", pemBlock, {
    keywords: "-----BEGIN",
    example: `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${MIXED.slice(0, 64)}\n${MIXED.slice(0, 40)}==\n-----END RSA PRIVATE KEY-----`,
    allow: ({ value }) => /-----(?:\\n|\s){0,4}(?:\.{3}|…)(?:\\n|\s){0,4}-----END/.test(value),
  }),
  shaped("putty-private-key", () => /Private-Lines: ?\d{1,4}\s{1,2}((?:[A-Za-z0-9+/=]{4,80}\s{1,2}){1,80})/dy, {
    keywords: "Private-Lines:",
    example: `Private-Lines: 2\n${MIXED.slice(0, 64)}\n${MIXED.slice(0, 20)}\n`,
  }),
  prefixed("age-secret-key", "AGE-SECRET-KEY-1", upper(50)),
  shaped("aws-key-id", () => /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/dy, {
    keywords: "AKIA ASIA ABIA ACCA A3T",
    example: `id AKIA${UPPER.slice(0, 16)}`,
    globs: "*a[ks]ia????????????????* *a[bc][ic]a????????????????* *a3t?????????????????*",
  }),
  prefixed("alibaba", "LTAI", alnum(16)),
  prefixed("tencent", "AKID", alnum(32)),
  prefixed("github", "ghp_ gho_ ghu_ ghs_ ghr_", alnum(36)),
  prefixed("github-fine-grained", "github_pat_", word(22)),
  prefixed("gitlab", "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-", dotted(20)),
  prefixed("gitlab-runner", "GR1348941", word(20)),
  prefixed("npm", "npm_", alnum(36)),
  prefixed("pypi", "pypi-", word(50)),
  prefixed("rubygems", "rubygems_", hex(48)),
  prefixed("crates", "cio", alnum(32)),
  prefixed("clojars", "CLOJARS_", alnum(60)),
  shaped("slack", () => /(?<![A-Za-z0-9])(?:xox[a-z](?:\.xox[a-z])?-|xapp-\d-)[A-Za-z0-9-]{10,400}/dy, {
    keywords: "xox xapp-",
    example: `xoxb-${"4213".repeat(3)}-${MIXED.slice(0, 24)}`,
    globs: "*[!a-z0-9]xox?-* *[!a-z0-9]xox?.xox?-* *[!a-z0-9]xapp-*",
  }),
  prefixed("slack-webhook", "hooks.slack.com/", base64(30)),
  prefixed("zapier-webhook", "hooks.zapier.com/hooks/catch/", base64(12)),
  shaped("discord-webhook", () => /discord(?:app)?\.com\/api\/webhooks\/(\d{10,25}\/[\w-]{30,100})/dy, {
    keywords: "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
    example: `https://discord.com/api/webhooks/${"9".repeat(18)}/${MIXED.slice(0, 68)}`,
  }),
  shaped("discord-bot", () => /(?<![\w.-])[MNO][A-Za-z0-9_-]{22,27}\.[\w-]{6}\.[\w-]{25,45}(?![\w-])/dy, {
    keywords: each("MT Mj Mz ND NT Nj Nz OD OT", "AEIMQUYcgk"),
    example: `MTAx${MIXED.slice(0, 20)}.${MIXED.slice(3, 9)}.${MIXED.slice(0, 27)}`,
    globs: "*[!a-z0-9][mno]??????????????????????*.??????.?????????????????????????*",
  }),
  shaped("teams-webhook", () => /webhook\.office\.com\/webhookb2\/([\w@/-]{60,250})/dy, {
    keywords: "webhook.office.com",
    example: `https://x.webhook.office.com/webhookb2/${HEX.slice(0, 80)}`,
  }),
  prefixed("stripe", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", alnum(10)),
  prefixed("webhook-signing", "whsec_", base64(20)),
  prefixed("anthropic", "sk-ant-", word(20)),
  shaped("openai", () => /(?<![A-Za-z0-9])sk-(?:[a-z0-9]{2,12}-){0,2}[\w-]{20,400}/dy, {
    keywords: "sk-",
    example: `sk-proj-${MIXED.slice(0, 48)}`,
    globs: "*[!a-z0-9]sk-????????????????????*",
    allow: notRandom,
  }),
  prefixed("google-api-key", "AIza", word(35)),
  prefixed("google-oauth", "ya29. GOCSPX- 1//0", word(20)),
  prefixed("hugging-face", "hf_ api_org_", alnum(30)),
  prefixed("groq", "gsk_", alnum(32)),
  prefixed("xai", "xai-", alnum(40)),
  prefixed("perplexity", "pplx-", alnum(32)),
  prefixed("replicate", "r8_", alnum(30)),
  prefixed("nvidia", "nvapi-", word(40)),
  prefixed("model-provider", "csk- pcsk_ jina_ tvly- tgp_v1_ lsv2_pt_ lsv2_sk_ pplx_", word(30)),
  prefixed("digitalocean", "dop_v1_ doo_v1_ dor_v1_", hex(40)),
  shaped(
    "twilio",
    () => /(?<![A-Za-z0-9])(?:SK|AC)[a-fA-F0-9]{32}(?![A-Za-z0-9])(?:["'\s:,;|]{1,6}[a-f0-9]{32}(?![A-Za-z0-9]))?/dy,
    {
      keywords: each("SK AC", "0123456789abcdefABCDEF"),
      example: `sid SK${HEX.slice(0, 32)}`,
      globs: "*[!a-z0-9][as][ck][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]*",
    },
  ),
  prefixed("sendgrid", "SG.", dotted(60)),
  prefixed("mailgun", "key-", hex(32)),
  shaped("mailchimp", () => /(?<=(?<![a-f0-9])([a-f0-9]{32}))(-us\d{1,2})(?!\w)/dy, {
    keywords: each("-us", "0123456789"),
    example: `${HEX.slice(0, 32)}-us12`,
    globs: "*[0-9a-f]-us[0-9]*",
  }),
  prefixed("brevo", "xkeysib- xsmtpsib-", word(60)),
  shaped("telegram-bot", () => /(?<=(?<!\d)(\d{7,11}))(:A[\w-]{34})(?![\w-])/dy, {
    keywords: ":AA",
    example: `${"481516".repeat(2).slice(0, 10)}:AA${MIXED.slice(0, 33)}`,
    globs: "*[0-9]:a??????????????????????????????????*",
  }),
  prefixed("shopify", "shpat_ shpca_ shppa_ shpss_ shptka_ shpua_", alnum(32)),
  prefixed("square", "sq0atp- sq0csp- sq0idb-", word(22)),
  shaped("square-or-facebook", () => /(?<![\w+/-])(?:EAAA[\w-]{56}(?![\w+/=-])|EAA[A-Z][A-Za-z0-9]{90,300})/dy, {
    keywords: "EAA",
    example: `EAAA${MIXED.slice(0, 56)}`,
    globs: "*[!a-z0-9]eaa????????????????????????????????????????????????????????*",
  }),
  prefixed("heroku", "HRKU-", word(30)),
  shaped("azure-storage-key", () => /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,100}={0,2})/dy, {
    keywords: "AccountKey= SharedAccessKey=",
    example: `AccountName=x;AccountKey=${MIXED.slice(0, 86)}==;`,
  }),
  shaped("azure-signature", () => /(?<=[?&;]|&amp;)sig=([\w%+/=.-]{30,300})/dy, {
    keywords: "sig=",
    example: `https://x.blob.core.windows.net/a?sv=2024&sig=${MIXED.slice(0, 43)}%3D`,
  }),
  shaped("azure-client-secret", () => /(?<=(?<![\w~.-])([\w~.]{3}))(\dQ~[\w~.-]{31,34})(?![\w~-])/dy, {
    keywords: "0Q~ 1Q~ 2Q~ 3Q~ 4Q~ 5Q~ 6Q~ 7Q~ 8Q~ 9Q~",
    example: `Kx4${"8Q~"}${MIXED.slice(0, 34)}`,
  }),
  shaped("cloudflare-origin", () => /(?<![\w.])v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}/dy, {
    keywords: "v1.0-",
    example: `v1.0-${HEX.slice(0, 24)}-${HEX.slice(0, 146)}`,
    globs: "*v1.0-????????????????????????-*",
  }),
  prefixed("databricks", "dapi", hex(32)),
  prefixed("doppler", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", dotted(40)),
  prefixed("linear", "lin_api_ lin_oauth_", alnum(32)),
  prefixed("notion", "secret_ ntn_", alnum(40)),
  prefixed("figma", "figd_ figo_ figoh_ figor_", word(20)),
  prefixed("sentry", "sntrys_ sntryu_", anyBase64(40)),
  prefixed("vault", "hvs. hvb. hvr.", word(24)),
  shaped("terraform-cloud", () => /(?<=(?<![A-Za-z0-9])([A-Za-z0-9]{14}))(\.atlasv1\.[\w=-]{60,80})/dy, {
    keywords: ".atlasv1.",
    example: `${MIXED.slice(0, 14)}.atlasv1.${MIXED.slice(0, 67)}`,
  }),
  prefixed("docker", "dckr_pat_ dckr_oat_", word(20)),
  prefixed("onepassword", "ops_eyJ", base64(100)),
  shaped("onepassword-key", () => /(?<![A-Z0-9])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){2,4}[A-Z0-9]{5}(?![A-Z0-9])/dy, {
    keywords: "A3-",
    example: `A3-${UPPER.slice(0, 6)}-${UPPER.slice(6, 12)}-${UPPER.slice(0, 5)}-${UPPER.slice(2, 7)}-${UPPER.slice(3, 8)}`,
    globs: "*[!a-z0-9]a3-??????-*",
  }),
  prefixed("supabase", "sbp_ sb_secret_", word(20)),
  prefixed("netlify", "nfp_ nfc_ nfo_ nfb_", alnum(36)),
  prefixed("vercel", "vcp_ vci_ vca_ vcr_ vck_", alnum(40)),
  prefixed("fly", "fo1_ fm1a_ fm1r_ fm2_", anyBase64(40)),
  prefixed("pulumi", "pul-", hex(40)),
  prefixed("postman", "PMAK- PMAT-", word(24)),
  prefixed("new-relic", "NRAK- NRII- NRJS- NRRA-", word(18)),
  prefixed("grafana", "glsa_ glc_ eyJrIjoi", anyBase64(30)),
  prefixed("tailscale", "tskey-", word(20)),
  prefixed("atlassian", "ATATT3 ATCTT3 ATBB", dotted(24)),
  prefixed("artifactory", "AKCp cmVmd", alnum(59)),
  prefixed("planetscale", "pscale_tkn_ pscale_pw_ pscale_oauth_ pscale_api_", dotted(30)),
  prefixed("shipping", "shippo_live_ shippo_test_ duffel_live_ duffel_test_ EZAK EZTK", dotted(36)),
  shaped("braintree", () => /access_token\$(?:production|sandbox)\$[a-z0-9]{10,30}\$[a-f0-9]{32}/dy, {
    keywords: "access_token$",
    example: `access_token$production$${HEX.slice(0, 16)}$${HEX.slice(0, 32)}`,
  }),
  shaped("mollie", () => /(?<!\w)(?:live|test)_[A-Za-z0-9]{30}(?!\w)/dy, {
    keywords: "live_ test_",
    example: `live_${MIXED.slice(0, 30)}`,
    globs: "*[!a-z0-9_]live_??????????????????????????????* *[!a-z0-9_]test_??????????????????????????????*",
    allow: notRandom,
  }),
  prefixed("payment", "rzp_live_ rzp_test_ FLWSECK_TEST- FLWSECK-", word(12)),
  prefixed("hubspot", "pat-na1- pat-na2- pat-eu1- pat-ap1-", word(36)),
  shaped("airtable", () => /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/dy, {
    keywords: "pat",
    example: `pat${MIXED.slice(0, 14)}.${HEX.slice(0, 64)}`,
    globs: "*[!a-z0-9]pat??????????????.????????????????????????*",
  }),
  prefixed("harness", "pat. sat.", dotted(60)),
  prefixed("build-service", "bkua_ CCIPAT_ CCIPRJ_ sgp_ pnu_ rdme_ tfp_ tk-us- CFPAT-", word(30)),
  prefixed("media-service", "sm_aat_ sm_pat_ sm_sat_ fio-u-", dotted(16)),
  shaped("infracost", () => /(?<![A-Za-z0-9.])ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])/dy, {
    keywords: "ico-",
    example: `ico-${MIXED.slice(0, 32)}`,
    globs: "*[!a-z0-9.]ico-????????????????????????????????*",
  }),
  prefixed("cloudflare", "cfut_ cfk_ cfat_", word(40)),
  shaped("vault-legacy", () => /(?<![\w.-])s\.[A-Za-z0-9]{24}(?![\w-])/dy, {
    keywords: each("s.", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
    example: `s.${MIXED.slice(0, 24)}`,
    globs: "*[!a-z0-9_.-]s.????????????????????????*",
    allow: notRandom,
  }),
  shaped("hex-private-key", () => /(?<![\w/])0x[a-fA-F0-9]{64}(?![A-Za-z0-9])/dy, {
    keywords: each("0x", "0123456789abcdefABCDEF"),
    example: `wallet 0x${HEX.slice(0, 64)}`,
    globs: "*[!a-z0-9_/]0x????????????????????????????????????????????????????????????????*",
    allow: ({ value, before }) =>
      isSample(value) ||
      /^0x(.)\1+$/.test(value) ||
      /(?:tx|hash|block|root|topic|digest|commit|public|bytes32|salt|id)\W{0,6}$/i.test(before),
  }),
  prefixed("infrastructure", "amzn.mws. p8e- dt0c01. dnkey- napi_ s-s4t2ud- s-s4t2af- sha256~", dotted(26)),
  shaped("resend", () => /(?<![A-Za-z0-9])re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}(?!\w)/dy, {
    keywords: "re_",
    example: `re_${MIXED.slice(0, 8)}_${MIXED.slice(0, 24)}`,
    globs: "*[!a-z0-9]re_????????_????????????????????*",
  }),
  shaped("octopus-deploy", () => /(?<![A-Za-z0-9-])API-[A-Z0-9]{26}(?![A-Za-z0-9])/dy, {
    keywords: "API-",
    example: `API-${UPPER.slice(0, 26)}`,
    globs: "*[!a-z0-9]api-??????????????????????????*",
  }),
  shaped("maxmind", () => /(?<=(?<![A-Za-z0-9])([A-Za-z0-9]{6}_[A-Za-z0-9]{29}))(_mmk)(?!\w)/dy, {
    keywords: "_mmk",
    example: `${MIXED.slice(0, 6)}_${MIXED.slice(0, 29)}_mmk`,
  }),
  shaped("clickhouse-cloud", () => /(?<![A-Za-z0-9])4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/dy, {
    keywords: "4b1d",
    example: `4b1d${MIXED.slice(0, 38)}`,
    globs: "*[!a-z0-9]4b1d??????????????????????????????????????*",
  }),
  shaped("plaid", () => /(?<![A-Za-z0-9])access-(?:sandbox|development|production)-[a-f0-9-]{36}/dy, {
    keywords: "access-sandbox- access-development- access-production-",
    example: `access-sandbox-${HEX.slice(0, 8)}-${HEX.slice(0, 4)}-${HEX.slice(0, 4)}-${HEX.slice(0, 4)}-${HEX.slice(0, 12)}`,
  }),
  shaped("password-hash", () => /\$(?:[1568y]|2[abxy]|argon2\w{1,2})\$[\w=,./$+-]{22,200}/dy, {
    keywords: "$1$ $5$ $6$ $8$ $y$ $2a$ $2b$ $2x$ $2y$ $argon2",
    example: `$6$${MIXED.slice(0, 8)}$${MIXED.slice(0, 86)}`,
  }),
  shaped("salesforce", () => /(?<![A-Za-z0-9])00D[A-Za-z0-9]{12,15}![\w.]{80,200}/dy, {
    keywords: "00D",
    example: `00D${MIXED.slice(0, 12)}!${MIXED.slice(0, 96)}`,
    globs: "*00d????????????!*",
  }),
  shaped("jwt", () => /(?<![\w-])eyJ[\w-]{10,4000}\.(?:[\w-]{0,4000}\.){0,3}[\w-]{10,8000}/dy, {
    keywords: "eyJ",
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

/** Rules for tokens that start with a prefix of their provider, like most tokens today. */
import { isSampleValue } from "../false-positives.ts";
import { isWordy } from "../random-text.ts";
import type { SecretRule } from "./rule.ts";

/** A line is a name, the characters after the prefix, the least number of them, and the prefixes. */
const TABLE = `
age-secret-key upper 50 AGE-SECRET-KEY-1
alibaba alnum 16 LTAI
tencent alnum 32 AKID
github alnum 36 ghp_ gho_ ghu_ ghs_ ghr_
github-fine-grained word 22 github_pat_
gitlab dotted 20 glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-
gitlab-runner word 20 GR1348941
npm alnum 36 npm_
pypi word 50 pypi-
rubygems hex 48 rubygems_
crates alnum 32 cio
clojars alnum 60 CLOJARS_
slack-webhook base64 30 hooks.slack.com/
zapier-webhook base64 12 hooks.zapier.com/hooks/catch/
stripe alnum 10 sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_
webhook-signing base64 20 whsec_
anthropic word 20 sk-ant-
google-api-key word 35 AIza
google-oauth word 20 ya29. GOCSPX- 1//0
hugging-face alnum 30 hf_ api_org_
groq alnum 32 gsk_
xai alnum 40 xai-
perplexity alnum 32 pplx-
replicate alnum 30 r8_
nvidia word 40 nvapi-
model-provider word 30 csk- pcsk_ jina_ tvly- tgp_v1_ lsv2_pt_ lsv2_sk_ pplx_
digitalocean hex 40 dop_v1_ doo_v1_ dor_v1_
sendgrid dotted 60 SG.
mailgun hex 32 key-
brevo word 60 xkeysib- xsmtpsib-
shopify alnum 32 shpat_ shpca_ shppa_ shpss_ shptka_ shpua_
square word 22 sq0atp- sq0csp- sq0idb-
heroku word 30 HRKU-
riot word 36 RGAPI-
databricks hex 32 dapi
doppler dotted 40 dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.
linear alnum 32 lin_api_ lin_oauth_
notion alnum 40 secret_ ntn_
figma word 20 figd_ figo_ figoh_ figor_
sentry anyBase64 40 sntrys_ sntryu_
vault word 24 hvs. hvb. hvr.
docker word 20 dckr_pat_ dckr_oat_
onepassword base64 100 ops_eyJ
supabase word 20 sbp_ sb_secret_
netlify alnum 36 nfp_ nfc_ nfo_ nfb_
vercel alnum 40 vcp_ vci_ vca_ vcr_ vck_
fly anyBase64 40 fo1_ fm1a_ fm1r_ fm2_
pulumi hex 40 pul-
postman word 24 PMAK- PMAT-
new-relic word 18 NRAK- NRII- NRJS- NRRA- NRAA- NRIQ-
grafana anyBase64 30 glsa_ glc_ eyJrIjoi
tailscale word 20 tskey-
atlassian dotted 24 ATATT3 ATCTT3 ATBB
artifactory alnum 59 AKCp cmVmd
planetscale dotted 30 pscale_tkn_ pscale_pw_ pscale_oauth_ pscale_api_
shipping dotted 36 shippo_live_ shippo_test_ duffel_live_ duffel_test_ EZAK EZTK
payment word 12 rzp_live_ rzp_test_ FLWSECK_TEST- FLWSECK-
hubspot word 36 pat-na1- pat-na2- pat-eu1- pat-ap1-
harness dotted 60 pat. sat.
build-service word 30 bkua_ CCIPAT_ CCIPRJ_ sgp_ pnu_ rdme_ tfp_ tk-us- CFPAT-
media-service dotted 16 sm_aat_ sm_pat_ sm_sat_ fio-u-
cloudflare word 40 cfut_ cfk_ cfat_
infrastructure dotted 26 amzn.mws. p8e- dt0c01. dnkey- napi_ s-s4t2ud- s-s4t2af- sha256~
clickhouse-cloud alnum 38 4b1d
plaid word 36 access-sandbox- access-development- access-production-
octopus-deploy upper 26 API-
`;

const CHARS: Readonly<Record<string, string>> = {
  hex: "[a-fA-F0-9]",
  upper: "[A-Z0-9]",
  alnum: "[A-Za-z0-9]",
  base64: "[A-Za-z0-9+/=]",
  word: "[\\w-]",
  dotted: "[\\w.=-]",
  anyBase64: "[\\w+/=-]",
};

const ENDS_IN_UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const PREFIXED_RULES: readonly SecretRule[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [name = "", kind = "", least, ...keywords] = line.split(" ");
    const chars = CHARS[kind] ?? "";
    return {
      name,
      keywords,
      anyCase: false,
      pattern: () => {
        const starts = keywords.map((prefix) => prefix.replace(/[.$|/]/g, "\\$&")).join("|");
        return new RegExp(`(?<![A-Za-z0-9+])(?:${starts})${chars}{${least},2000}`, "dy");
      },
      // Upper-case hex is in all of the alphabets.
      example: `found ${keywords[0]}${"3F9A0C7E5B81D264".repeat(7).slice(0, Number(least))} in the log`,
      // A body with separators can also be a few words; lower and upper case within a word means that it is random.
      // The groups of a UUID are no words.
      allow: ({ value }) =>
        isSampleValue(value) ||
        (!ENDS_IN_UUID.test(value) &&
          isWordy(value) &&
          (chars.endsWith("-]") ? !/[a-z][A-Z]/.test(value) : !/\d/.test(value))),
    };
  });

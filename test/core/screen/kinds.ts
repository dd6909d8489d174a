/** Kinds of secrets and the places where people leave them. */
import { ALNUM, BASE64, DIGITS, type Draw, drawFrom, HEX, UPPER, uuid, WORD } from "./made-up.ts";

/** How a kind is called by those who assign it, and how one is made. */
export type Kind = { readonly name: string; readonly label: string; readonly make: (draw: Draw) => string };

export const KINDS: readonly Kind[] = [
  { name: "AWS key id", label: "AWS_ACCESS_KEY_ID", make: (draw) => `AKIA${draw(UPPER + DIGITS, 16)}` },
  { name: "AWS secret key", label: "AWS_SECRET_ACCESS_KEY", make: (draw) => draw(BASE64, 40) },
  { name: "GitHub token", label: "GITHUB_TOKEN", make: (draw) => `ghp_${draw(ALNUM, 36)}` },
  {
    name: "GitHub fine-grained token",
    label: "GH_PAT",
    make: (draw) => `github_pat_${draw(ALNUM, 22)}_${draw(ALNUM, 59)}`,
  },
  { name: "GitLab token", label: "GITLAB_TOKEN", make: (draw) => `glpat-${draw(WORD, 20)}` },
  { name: "npm token", label: "NPM_TOKEN", make: (draw) => `npm_${draw(ALNUM, 36)}` },
  { name: "PyPI token", label: "TWINE_PASSWORD", make: (draw) => `pypi-AgEIcHlwaS5vcmc${draw(WORD, 80)}` },
  {
    name: "Slack token",
    label: "SLACK_BOT_TOKEN",
    make: (draw) => `xoxb-${draw(DIGITS, 12)}-${draw(DIGITS, 12)}-${draw(ALNUM, 24)}`,
  },
  {
    name: "Slack webhook",
    label: "SLACK_WEBHOOK",
    make: (draw) => `https://hooks.slack.com/services/T${draw(UPPER, 8)}/B${draw(UPPER, 8)}/${draw(ALNUM, 24)}`,
  },
  { name: "Stripe key", label: "STRIPE_KEY", make: (draw) => `sk_live_${draw(ALNUM, 24)}` },
  { name: "OpenAI key", label: "OPENAI_API_KEY", make: (draw) => `sk-proj-${draw(WORD, 58)}T3BlbkFJ${draw(WORD, 58)}` },
  { name: "Anthropic key", label: "ANTHROPIC_API_KEY", make: (draw) => `sk-ant-api03-${draw(WORD, 93)}AA` },
  { name: "Google key", label: "GOOGLE_API_KEY", make: (draw) => `AIza${draw(WORD, 35)}` },
  { name: "Hugging Face token", label: "HF_TOKEN", make: (draw) => `hf_${draw(ALNUM, 34)}` },
  { name: "DigitalOcean token", label: "DO_TOKEN", make: (draw) => `dop_v1_${draw(HEX, 64)}` },
  { name: "SendGrid key", label: "SENDGRID_API_KEY", make: (draw) => `SG.${draw(WORD, 22)}.${draw(WORD, 43)}` },
  {
    name: "Telegram bot token",
    label: "TELEGRAM_TOKEN",
    make: (draw) => `${draw("123456789", 10)}:AA${draw(WORD, 33)}`,
  },
  {
    name: "Discord bot token",
    label: "DISCORD_TOKEN",
    make: (draw) => `MTA${draw("xyz", 1)}${draw(ALNUM, 20)}.${draw(ALNUM, 6)}.${draw(ALNUM, 38)}`,
  },
  { name: "Azure storage key", label: "CONNECTION", make: (draw) => `AccountKey=${draw(BASE64, 86)}==` },
  { name: "Shopify token", label: "SHOPIFY_TOKEN", make: (draw) => `shpat_${draw(HEX, 32)}` },
  { name: "Vault token", label: "VAULT_TOKEN", make: (draw) => `hvs.${draw(WORD, 95)}` },
  { name: "Docker token", label: "DOCKER_PAT", make: (draw) => `dckr_pat_${draw(WORD, 27)}` },
  {
    name: "JWT",
    label: "SESSION_JWT",
    make: (draw) => `eyJ${draw(ALNUM, 33)}.eyJ${draw(ALNUM, 60)}.${draw(WORD, 43)}`,
  },
  {
    name: "database address",
    label: "DATABASE_URL",
    make: (draw) => `postgres://app:${draw(ALNUM, 14)}@db.internal:5432/main`,
  },
  { name: "Linear key", label: "LINEAR_KEY", make: (draw) => `lin_api_${draw(ALNUM, 40)}` },
  { name: "Supabase token", label: "SUPABASE_TOKEN", make: (draw) => `sbp_${draw(HEX, 40)}` },
  { name: "password", label: "DB_PASSWORD", make: (draw) => draw(`${ALNUM}!#%*+?`, 14) },
  { name: "secret in hex", label: "CLIENT_SECRET", make: (draw) => draw(HEX, 40) },
  { name: "token without a prefix", label: "API_TOKEN", make: (draw) => draw(ALNUM, 32) },
  { name: "token as a UUID", label: "HEROKU_API_KEY", make: (draw) => uuid(draw) },
];

export type Place = { readonly name: string; readonly put: (kind: Kind, secret: string) => string };

const words = (label: string) => label.toLowerCase().replaceAll("_", " ");
const camel = (label: string) => words(label).replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
const half = (secret: string) => Math.ceil(secret.length / 2);

export const PLACES: readonly Place[] = [
  { name: "an env line", put: ({ label }, secret) => `NODE_ENV=production\n${label}=${secret}\nPORT=3000` },
  { name: "a quoted env line", put: ({ label }, secret) => `${label}="${secret}"` },
  { name: "an export", put: ({ label }, secret) => `export ${label}=${secret}` },
  { name: "a command's environment", put: ({ label }, secret) => `${label}=${secret} npm run deploy` },
  { name: "JSON", put: ({ label }, secret) => `{ "port": 3000, "${camel(label)}": "${secret}" }` },
  {
    name: "JSON in a string",
    put: ({ label }, secret) => JSON.stringify({ body: JSON.stringify({ [label.toLowerCase()]: secret }) }),
  },
  { name: "YAML", put: ({ label }, secret) => `services:\n  web:\n    ${label.toLowerCase()}: ${secret}\n` },
  { name: "a YAML environment", put: ({ label }, secret) => `    environment:\n      - ${label}=${secret}\n` },
  {
    name: "a header",
    put: (_, secret) => `curl -H "Authorization: Bearer ${secret}" https://api.example.org/v1/items`,
  },
  { name: "an own header", put: (_, secret) => `curl -s -H 'X-Api-Key: ${secret}' https://api.example.org` },
  {
    name: "a query",
    put: (_, secret) => `GET https://api.example.org/v1?limit=10&access_token=${encodeURIComponent(secret)}&page=2`,
  },
  { name: "TypeScript", put: ({ label }, secret) => `const ${camel(label)} = "${secret}"; // staging` },
  { name: "Python", put: ({ label }, secret) => `os.environ["${label}"] = '${secret}'` },
  {
    name: "a flag",
    put: ({ label }, secret) => `deploy --${label.toLowerCase().replaceAll("_", "-")} ${secret} --region eu`,
  },
  { name: "prose", put: ({ label }, secret) => `For staging the ${words(label)} is ${secret}, ask me for production.` },
  { name: "Markdown", put: ({ label }, secret) => `- ${words(label)}: \`${secret}\`\n- region: eu` },
  { name: "a diff", put: ({ label }, secret) => `@@ -1,2 +1,2 @@\n-${label}=\n+${label}=${secret}\n` },
  {
    name: "a coloured log",
    put: ({ label }, secret) => `\u001b[32mINFO\u001b[0m using ${label}=\u001b[1m${secret}\u001b[0m`,
  },
  {
    name: "colour inside the secret",
    put: ({ label }, secret) => `${label}=${secret.slice(0, half(secret))}\u001b[0m${secret.slice(half(secret))}`,
  },
  {
    name: "zero-width characters inside",
    put: ({ label }, secret) => `${label}=${secret.slice(0, 5)}\u200b${secret.slice(5)}`,
  },
  {
    name: "a line joined by a backslash",
    put: ({ label }, secret) => `export ${label}=${secret.slice(0, half(secret))}\\\n${secret.slice(half(secret))}`,
  },
  { name: "INI", put: ({ label }, secret) => `[main]\n${label.toLowerCase()} = ${secret}\n` },
  { name: "XML", put: ({ label }, secret) => `<${camel(label)}>${secret}</${camel(label)}>` },
  {
    name: "base64",
    put: ({ label }, secret) => `echo ${Buffer.from(`${label}=${secret}`).toString("base64")} | base64 -d`,
  },
];

/** What must not be left of a secret: of an address, its password; of the rest, all of it. */
export function coreOf(secret: string): string {
  return /:\/\/\w+:(\w+)@/.exec(secret)?.[1] ?? secret.replace(/^AccountKey=/, "");
}

export type Case = { readonly kind: string; readonly place: string; readonly text: string; readonly secret: string };

export function cases(): Case[] {
  return KINDS.flatMap((kind, row) =>
    PLACES.map((place, column) => {
      const secret = kind.make(drawFrom(row * 1000 + column));
      return { kind: kind.name, place: place.name, text: place.put(kind, secret), secret };
    }),
  );
}

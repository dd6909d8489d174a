/** Detects text that only looks like a secret: placeholders, names, code, and text about secrets. */
import { ABOUT, KEY_PREFIXES, PUBLIC } from "./known-words.ts";
import { isPlaceholder, isReference } from "./placeholders.ts";
import { isRandom, isRow, isWordy, SURE } from "./random-text.ts";
import type { FoundValue } from "./rules/rule.ts";

/** For values that their format identifies: only fillers and published samples are no secrets. */
export function isSampleValue(value: string): boolean {
  return (
    /example|placeholder|redacted|your[-_]|[x*]{8}|\.{3}/i.test(value) ||
    /^[a-z0-9]{2,14}[-_.]?[x*.0-]+$/i.test(value) ||
    isRow(value)
  );
}

/** True for code that yields a value: calls, members, indexes, interpolations. */
export function isExpression(value: string): boolean {
  const isMember = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+\??!?[)\]}]*$/.test(value);
  return (
    isMember ||
    // But `pa${ss}word` and `a{{b` are text.
    /^[\w$.:>-]*[\w$>]!?(?:[([]|(?<!\$)\{(?!\{))/.test(value) ||
    /^(?:[[(!&@]|\{(?!\{))/.test(value) ||
    /^[A-Za-z_]\w*(?:::|->)/.test(value)
  );
}

export function isHarmlessUrl({ value, head }: FoundValue): boolean {
  if (!head.endsWith(":")) return !isRandom(value);
  const user = /:\/\/([^:]*):$/.exec(head)?.[1] ?? "";
  // The defaults of local servers, as in `postgres:postgres@localhost`.
  if (user === value && /^[a-z]{3,12}$/.test(user)) return true;
  const isManual = /^(?:pw|pass(?:w(?:or)?d)?|pwd|secret|bar)$/i.test(value);
  if (isManual || isReference(value)) return true;
  return /^(?:\$\w|<|%[A-Z_]{2,}%|\{(?!\{)|\[|#\{|:\w+$|\*+$|x{3,}$|\.{3}$|…$|\d{2,5}$)/i.test(value);
}

/** Without a password, the name must look like a key. */
export function isHarmlessLogin({ value, after }: FoundValue): boolean {
  if (/^:["']?(?:\s|$)/.test(after)) return isPlaceholder(value) || !isRandom(value);
  return isPlaceholder(value) || value.startsWith("//") || /^\d{2,5}$/.test(value);
}

export function isHarmlessVendorValue({ value, head, before }: FoundValue): boolean {
  // The name in the middle of a word, as `meraki` in `CameraKit`.
  if (/[A-Za-z]$/.test(before) && !(/[a-z]$/.test(before) && /^[A-Z]/.test(head))) return true;
  // Or over the end of one, as `sumo` in `sumOf`.
  if (/^[a-z]{1,3}[A-Z]/.test(head)) return true;
  const bare = value.replace(/[.,:]+$/, "");
  if (isPublic(head) || isPlaceholder(bare) || isPathLike(bare) || isAddress(bare)) return true;
  return !isRandom(bare) || bare.includes("//");
}

/** Random characters near a label: hashes, ids, addresses and public keys are no secrets. */
export function isHarmlessRandom({ value, head, before }: FoundValue): boolean {
  // A user may have an id, an address or a public key, but no public secret.
  const owner = /^(?:secret|password)/i.test(head) ? "" : lastOfKind(before, /[\w. -]/).slice(-20);
  if (isPublic(owner + head) || isPlaceholder(value) || isPublicStart(value)) return true;
  if (isStatedKey(head) && isRandom(value)) return false;
  const isBeside = /^(?:secret|token|password|key)[ \t]+["'`]?$/i.test(head);
  // A key alone may be that of a cache or a map.
  const isOfApi =
    /^key[ \t]*[:=][ \t]*["'`]?$/i.test(head) && /\b(?:api|auth(?!ors?\b)\w*|credentials?|login)\b/i.test(before);
  if (isHex(value)) return !(isOfApi || isBeside) || !isRandom(value, isOfApi ? undefined : SURE);
  if (isOfApi || isBeside) return isWordy(value) || !isRandom(value);
  return !/\d/.test(value) || isWordy(value) || !isRandom(value, SURE);
}

/** The text of an element for a secret: one of its words is generated. */
export function isHarmlessElement({ value, head }: FoundValue): boolean {
  if (identifierWords(head).some((word) => ABOUT.has(word))) return true;
  return !value.split(/[\s{}"']+/).some((word) => isRandom(word) && !isPublicStart(word) && !isAddress(word));
}

/** A token of an unknown vendor: the part after the prefix is generated, and the prefix is not that of an id or a hash. */
export function isHarmlessPrefixed({ value }: FoundValue): boolean {
  const tail = lastOfKind(value, /[A-Za-z0-9]/);
  const prefix = value.slice(0, -tail.length);
  if (isSampleValue(value) || isPublic(prefix)) return true;
  if (isHex(tail) && !identifierWords(prefix).some((word) => KEY_PREFIXES.has(word))) return true;
  return !isRandom(tail, SURE);
}

/** A string or the value of a setting that is nothing but generated characters. */
export function isHarmlessAssigned({ value, before }: FoundValue): boolean {
  const label = /([\w.$-]{1,40})["'`\])]{0,2}[ \t]{0,4}(?:[=:]{1,2}>?|>)[ \t]{0,4}@?["'`]?$/.exec(before)?.[1] ?? "";
  if (isPublic(label) || identifierWords(label).some((word) => ABOUT.has(word))) return true;
  if (value.length < (label === "" ? 32 : 20) || isSampleValue(value) || isPlaceholder(value)) return true;
  if (isPublicStart(value) || /\.\w{1,5}$/.test(value)) return true;
  // Hex is as often a hash as a key.
  if (isHex(value)) return !/[a-z][_-]?key$/i.test(label) || !isRandom(value, SURE);
  // A port and a path, as in `ws://localhost:9229/…`; text in base64, which is read by itself.
  if (/^\d{2,5}\//.test(value) || /^[\t\n\r\x20-\x7e]+$/.test(Buffer.from(value, "base64").toString("latin1")))
    return true;
  return (
    !/\d/.test(value) || !isRandom(value, SURE) || value.split(/[/.]/).every((part) => isWordy(part) || isHex(part))
  );
}

/** Starts of checksums, public keys, certificates and addresses. */
const isPublicStart = (value: string): boolean => /^(?:AAAA|MI[IG]|sha\d|h1:|0x|Qm|bafy)/.test(value);
const isHex = (value: string): boolean => /^[a-f0-9-]+$/i.test(value);

export const isTechnical = (value: string): boolean =>
  /^(?=.{1,19}$)(?:sha|md5|aes|rsa|pbkdf|bcrypt|argon|scrypt|base|utf|oauth|rs|hs|es|tls|ssl|http|ipv|x509|ed25519|2fa|mfa|totp|s3|ec2|k8s|i18n)[-_]?\d*[^!@#$%^&*]*$/i.test(
    value,
  );
const isStatedKey = (head: string): boolean =>
  /^\w+(?:[ \t]+(?:for|of|on|in)[ \t]+[\w .-]{1,30})?(?:[ \t]+(?:is|was|to)|[ \t]*[:=])[ \t]+["'`]?$/i.test(head);
const isPublic = (text: string): boolean => identifierWords(text).some((word) => PUBLIC.has(word));

/** The last characters of a kind; a pattern that ends in `$` would try every position instead. */
export function lastOfKind(text: string, kind: RegExp): string {
  let start = text.length;
  while (start > 0 && kind.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}

export function isAboutSecrets(value: string): boolean {
  return isWordy(value) && !value.includes("@") && identifierWords(value).some((word) => isSecretWord(word));
}

export const isSecretWord = (value: string): boolean =>
  /^(?:pass(?:w(?:or)?d)?s?|pwd|secrets?|tokens?|keys?|hash(?:ed)?|field|input|confirm(?:ation)?|credentials?|auth|prompt|value|param|args?|config|env|opts?|options)\d?$/.test(
    value,
  );

export const isAddress = (value: string): boolean =>
  /^(?:\w{2,10}:\/\/|sha\d+[-:~]|arn:|ENC\[|v?\d+\.\d+\.)/.test(value);

export function isPathLike(value: string): boolean {
  if (
    /\.(?:pem|json|ya?ml|txt|key|crt|cer|p12|pfx|jks|env|toml|ini|cfg|js|ts|py|go|rs|rb|java|md|sh|asc|gpg|pub)$/i.test(
      value,
    )
  )
    return true;
  return (
    /^(?:https?|file):\/\//.test(value) || (/^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w@~.-]/.test(value) && isWordy(value))
  );
}

/** Splits an identifier into its words, in lower case: `dbPassword_hash` → db, password, hash. */
export function identifierWords(identifier: string): string[] {
  const spaced = identifier.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return spaced
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

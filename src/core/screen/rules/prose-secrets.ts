/** Rules for secrets in sentences, such as "my password is …", in several languages. */
import {
  isExpression,
  isHarmlessForeignProse,
  isHarmlessProse,
  isHarmlessRandom,
  isHarmlessWord,
  isPlaceholder,
} from "../false-positives.ts";
import { labelRule, type SecretRule } from "./rule.ts";

export const PROSE_RULES: readonly SecretRule[] = [
  labelRule(
    "told-password",
    "passw, passphrase, passcode, login, credentials, creds",
    () =>
      /(?:passw(?:or)?ds?|passphrase|passcode|login|credentials|creds)(?:[ \t]+(?:for|of|on|to|in)[ \t][^\n.:!?]{1,40}?)?[ \t]*(?:[ \t](?:is|are|was|to|be|now|became|remains|equals|=|->|→|-{2,8})|:|[ \t])[ \t]{1,3}(?:(?:now|still|set to|just|always)[ \t])?(?:[\w.@-]{2,40}[ \t]{0,2}[/|][ \t]{0,2})?["'`“‘(]?(?=[^\s"'`”’)]{0,119}[0-9!@#$%^&+~])([^\s"'`”’)]{4,119}[^\s"'`”’).,;:])/diy,
    {
      example: "the password is correct7Horse9",
      globs:
        "*passw*[0-9!@#$%^&+~]*, *passphr*[0-9!@#$%^&+~]*, *passco*[0-9!@#$%^&+~]*, *login*[0-9!@#$%^&+~]*, *cred*[0-9!@#$%^&+~]*",
      allow: isHarmlessProse,
    },
  ),
  labelRule(
    "told-word",
    "passw, passphrase, passcode",
    () =>
      /(?:passw(?:or)?d|passphrase|passcode)(?:[ \t]+(?:for|of|on|to|in)[ \t][^\n.:!?]{1,40}?)?[ \t]+(?:is|was)[ \t]{1,3}(?:now[ \t]|still[ \t])?["'`“‘]?([a-z]{4,24})(?![\w-])/diy,
    {
      example: "the staging password is swordfish",
      globs: "*passw*?is?*, *passw*?was?*, *passphr*?is?*, *passphr*?was?*, *passco*?is?*, *passco*?was?*",
      allow: isHarmlessWord,
    },
  ),
  labelRule(
    "foreign-password",
    "passwort, kennwort, password , mot de passe, mdp, contrase, clave, senha, palavra-passe, pin , parola",
    () =>
      /(?:passwort|kennwort|password(?=[ \t]+(?:del|della|dello|di|de|du|da|do|für|von|vom)[ \t])|mot de passe|mdp|contrase(?:ñ|n)a|clave|senha|palavra-passe|parola(?: d['’]ordine)?|(?<![\w-])pin)(?:[ \t]+(?:für|von|vom|zum|zur|de|du|del|dello|di|des|da|do|della|para|pour|for|of|on|per)[ \t][^\n.:!?=]{1,40}?)?[ \t]*(?:[ \t,](?:ist|lautet|est|c['’]est|es|é|è|is)[ \t](?:[a-zü]{2,10}[ \t])?|[:=]|[ \t])[ \t]{0,3}["'“„«]?(?=[^\s"'”“»]{0,99}\d)([^\s"'”“»]{3,99}[^\s"'”“».,;:!?])/diy,
    {
      example: "das Passwort lautet Gartenzaun77",
      globs:
        "*passwort*[0-9]*, *password*[0-9]*, *kennwort*[0-9]*, *mot?de?passe*[0-9]*, *mdp*[0-9]*, *contrase*[0-9]*, *clave*[0-9]*, *senha*[0-9]*, *palavra-passe*[0-9]*, *pin?*[0-9]*, *parola*[0-9]*",
      allow: isHarmlessForeignProse,
    },
  ),
  labelRule(
    "told-login",
    "log in as, login as, sign in as, logged in as",
    () =>
      /(?:log(?:ged)? ?in|sign in) as[ \t]{1,3}[\w.@-]{2,60}[ \t]{0,2}(?:\/|\||:|with)[ \t]{0,2}(?=[^\s"']{0,60}\d)([^\s"']{6,60})/diy,
    {
      example: "log in as demo / correct7Horse",
      globs: "*log*in?as*, *sign?in?as*",
      allow: ({ value }) => isPlaceholder(value) || isExpression(value) || !/[A-Z!@#$%^&*+~]/.test(value),
    },
  ),
  labelRule(
    "passphrase",
    "passphrase, mnemonic, seed phrase, recovery phrase, frase se, phrase secr",
    () =>
      /(?:passphrase|mnemonic|(?:seed|recovery) phrase|frase secret[ao]|frase segreta|phrase secrète)["'`]?(?:[ \t]*[:=]|[ \t]+is:?|[ \t]+(?=["'“]))[ \t]*["'`“]?([a-z]{2,12}(?:[ -][a-z]{2,12}){3,23})(?![ -]?\w)/diy,
    {
      example: "passphrase: correct horse battery staple",
      globs: "*phrase*[:=]*, *mnemonic*[:=]*, *phrase*?is?*, *mnemonic*?is?*, *phrase*[\"']*, *frase*[\"':=]*",
      allow: ({ value, head, after }) =>
        !(/["'“]$/.test(head) && /^["'”]/.test(after)) &&
        /\b(?:the|an?|is|are|be|must|should|can|may|will|to|of|and|or|for|with|not|when|if|in|on|from|by|you|your)\b/i.test(
          value,
        ),
    },
  ),
  labelRule(
    "random-near-label",
    "key, token, secret, passw, credential",
    () =>
      /(?:keys?|tokens?|secrets?|passwords?|credentials?)(?:[ \t]+(?:[A-Za-z_'’/-]{1,20}|[\w'’/-]{1,9})){0,7}(?:[ \t]{0,4}[:=][ \t]{0,3}|[ \t]{0,4}[–—-]?[ \t]{1,3})["'`(]?(?=[\w+/.=|~-]{0,2000}\d)([A-Za-z0-9_+/-][\w+/.=|~-]{10,2000}[\w=])(?![\w+/=-])/diy,
    {
      example: "here is the deploy key that we use: q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKu",
      // One of the digits has six characters before or after it.
      globs: "*{each}*{v6}[0-9]*, *{each}*[0-9]{v6}*",
      allow: isHarmlessRandom,
    },
  ),
];

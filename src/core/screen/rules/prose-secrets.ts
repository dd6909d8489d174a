/** Rules for secrets in sentences, such as "my password is …", in several languages. */
import { lazyPattern } from "../../base/lazy-pattern.ts";
import { isHarmlessRandom } from "../false-positives.ts";
import { statedKey, statedPassword } from "../stated/find-stated.ts";
import { labelRule, type SecretRule, type TextSpan } from "./rule.ts";

const listOf = (span: TextSpan | undefined): readonly TextSpan[] => (span === undefined ? [] : [span]);

export const PROSE_RULES: readonly SecretRule[] = [
  {
    name: "told-password",
    keywords: [
      ...["passw", "passphrase", "passcode", "pass", "pw ", "pw:", "pw=", "psk"],
      ...["login", "credentials", "creds", "log in ", "sign in ", "logged in "],
      ...["kennwort", "mot de passe", "mdp", "contrase", "clave", "senha", "palavra-passe", "parola", "pin"],
      ...["mnemonic", "seed phrase", "recovery phrase", "pass phrase", "frase se", "phrase secr"],
    ],
    anyCase: true,
    parse: (text, at) => listOf(statedPassword(text, at)),
    example: "the wifi password is correct horse battery staple, ask me",
    globs:
      "*passw*[0-9!@#$%^&+~]*, *passphr*[0-9!@#$%^&+~]*, *passco*[0-9!@#$%^&+~]*, *login*[0-9!@#$%^&+~]*, *cred*[0-9!@#$%^&+~]*, *passw*?is?*, *passw*?was?*, *passw*?are?*, *passphr*?is?*, *passphr*?was?*, *passco*?is?*, *passco*?was?*, *passw*?to?*, *login*?is?*[/|:]*, *login*?are?*[/|:]*, *cred*?are?*[/|:]*, *cred*:*[/|:]*, *login*:*[/|:]*, *log*in?as*, *log*in?with*, *sign?in?as*, *sign?in?with*, *passwort*[0-9]*, *password*[0-9]*, *kennwort*[0-9]*, *mot?de?passe*[0-9]*, *mdp*[0-9]*, *contrase*[0-9]*, *clave*[0-9]*, *senha*[0-9]*, *palavra-passe*[0-9]*, *pin?*[0-9]*, *parola*[0-9]*, *phrase*[:=]*, *mnemonic*[:=]*, *phrase*?is?*, *mnemonic*?is?*, *phrase*[\"']*, *frase*[\"':=]*",
  },
  {
    name: "told-key",
    keywords: [
      "token",
      "secret",
      "api key",
      "api-key",
      "apikey",
      "access key",
      "auth key",
      "license key",
      "security key",
      "account key",
    ],
    anyCase: true,
    parse: (text, at) => listOf(statedKey(text, at)),
    example: "the api key is hunter2rocks",
    globs:
      "*token*?is?*[0-9]*, *token*?was?*[0-9]*, *secret*?is?*[0-9]*, *secret*?was?*[0-9]*, *key?is?*[0-9]*, *key?was?*[0-9]*, *key?for?*[0-9]*, *token?for?*[0-9]*",
  },
  labelRule(
    "random-near-label",
    "key, token, secret, passw, credential",
    lazyPattern(
      [
        // the label
        "(?:keys?|tokens?|secrets?|passwords?|credentials?)",
        // up to seven words
        String.raw`(?:[ \t]+(?:[A-Za-z_'’/-]{1,20}|[\w'’/-]{1,9})){0,7}`,
        // a sign or a blank
        String.raw`(?:[ \t]{0,4}[:=][ \t]{0,3}|[ \t]{0,4}[–—-]?[ \t]{1,3})["'\x60(]?`,
        // a word with a digit
        String.raw`(?=[\w+/.=|~-]{0,2000}\d)([A-Za-z0-9_+/-][\w+/.=|~-]{10,2000}[\w=])(?![\w+/=-])`,
      ].join(""),
      "diy",
    ),
    {
      example: "here is the deploy key that we use: q7Rk2mXv9TbL4nZc8WdH3sFy6GpJ5aKu",
      // One of the digits has six characters before or after it.
      globs: "*{each}*{v6}[0-9]*, *{each}*[0-9]{v6}*",
      allow: isHarmlessRandom,
    },
  ),
];

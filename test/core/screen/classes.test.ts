/** Kinds of secrets that were once missed, and kinds of lines that were once taken for secrets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findSecrets } from "../../../src/core/screen/secrets.ts";
import { ALNUM, DIGITS, drawFrom, HEX, LOWER } from "./made-up.ts";

const draw = drawFrom(15);
const token = draw(ALNUM, 32);

const FOUND: Readonly<Record<string, string>> = {
  "an element over several lines": `<shopToken>\n    ${token}\n</shopToken>`,
  "a declaration with its type after the name": `var shopToken string = "${token}"`,
  "a string that is appended to": `$shopToken .= "${token}"`,
  "an assignment of make": `SHOP_TOKEN :::= "${token}"`,
  "an appended variable of make": `SHOP_TOKEN += "${token}"`,
  "a row of a table": `shopToken,${token},`,
  "random letters of one case": `shop_token: "${draw("bcdfgjkqvxz", 18)}"`,
  "a number as a token": `<shopToken>${draw(DIGITS, 18)}</shopToken>`,
  "a password of words": "password: correct-horse-battery",
  "a word in a sentence": "The staging db password is swordfish",
  "a user and a password": "login is admin / letmein99",
  "a quoted password with spaces": 'password = "my dog ate 7 cakes"',
  "a quoted pass phrase": 'password: "correct horse battery staple"',
  "data of a Kubernetes Secret": "kind: Secret\nmetadata:\n  name: db\ndata:\n  pass: aHVudGVy\n",
  "a key and a value of NuGet": '<add key="ClearTextPassword" value="hunter" />',
  "a user with an at sign in an address": "smtp://me@example.org:c0rrect@smtp.example.org:465/",
  "an app token of Facebook": `facebook_token = "${draw(DIGITS, 15)}|${draw(ALNUM, 27)}"`,
  "an older token of Vault": `s.${draw(ALNUM, 24)}`,
  "a token of Cloudflare": `cfut_${draw(ALNUM, 40)}`,
  "a token of Shopify in base 62": `shpat_${draw(ALNUM, 32)}`,
  "a private key in hex": `0x${draw(HEX, 64)}`,
  "a token of Sourcegraph": `sgp_${draw(HEX, 40)}`,
  "a key of SoftLayer": `softlayer_api_key: ${draw(HEX, 64)}`,
  "a token of an unknown vendor": `we use odt_${draw(ALNUM, 32)} for now`,
  "a generated value of a setting": `"key": "${draw(ALNUM, 32)}"`,
  "a password as an argument of a call": 'new NetworkCredential("ada", "vzihlaquk")',
  "a password after a path and a user": 'new DirectoryEntry("LDAP://x",\n  "ada",\n  "Rrhh1234")',
  "a default of a variable of Terraform": `variable "shop_token" {\n  default = "${token}"\n}`,
  "a label and a value as arguments": `field 'String' , 'API_KEY' , '"${token}"'`,
  "a personal access token by its short name": `ado_pat = "${draw(LOWER + DIGITS, 52)}"`,
  "a scheme that is not a standard": `Authorization: SSWS ${draw(ALNUM, 42)}`,
  "an option of PsExec": "psexec \\\\10.0.0.1 -u root -p braksha cmd",
  "a field of a connection string": "User ID=shop; Password =shop_user;Initial Catalog=x",
  "a quoted word in a sentence": 'the password is "centipede" and then press on',
  "a password after dashes": "Ldap password ---- H7IKC85R#@4$",
  "a hash of a password": `$6$${draw(ALNUM, 8)}$${draw(ALNUM, 86)}`,
  "a session of Salesforce": `00D${draw(ALNUM, 12)}!${draw(ALNUM, 96)}`,
  "a value of base64url of an unknown name": `export WEATHER=${draw(LOWER + ALNUM, 6)}9-${draw(ALNUM, 30)}`,
  "a value after a colon and a space": `alien: ${draw(LOWER + DIGITS, 64)}`,
  "small letters and digits beside a label": `# the weather key ${draw(LOWER + DIGITS, 32)}`,
  "a hash-like secret beside its label": `the weather secret ${draw(HEX, 40)} is in use`,
  "a hex key of an unknown vendor": `weatherKey: '${draw(HEX, 32)}'`,
  "a key with a fixed end": `license_key: ${draw(HEX, 36)}NRAL`,
  "a literal of Objective-C": `apikey = @"${token}"`,
  "a directive": `apikey "${token}";`,
  "a key of IBM": `ibm_cloud_key = "${draw(ALNUM, 44)}"`,
};

for (const [name, text] of Object.entries(FOUND))
  test(`${name} is found`, () => assert.notDeepEqual(findSecrets(text), [], text));

const LEFT: Readonly<Record<string, string>> = {
  "a vendor's name inside a word": `ReactNativeCameraKit: ${draw(HEX, 40)}`,
  "a long name with a token's prefix": "hf_transformersModelConfigurationLoader",
  "a file name with a hash": `favicon.ico-${draw(HEX, 32)}.png`,
  "the default login of a local server": "postgres://postgres:postgres@localhost:5432/shop",
  "a hash of a transaction": `tx hash: 0x${draw(HEX, 64)}`,
  "a sentence about a password": "The password is required.",
  "another sentence about a password": "The password is stored in the vault.",
  "a caption": 'password: "Enter your password again"',
  "a placeholder of words": "password: enter-your-password",
  "a string with a label that goes on in code": 'sb.append("MasterPassword: " + getPassword() + ",");',
  "captions one after another": 'passwordLabel:"Password:",rememberLabel:"Remember me:"',
  "a login of a manual": "http://public:secret@example.org/1",
  "a checksum of a module": `example.org/jwt v5.2.1 h1:${draw(ALNUM, 43)}=`,
  "an alphabet": "alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'",
  "an id of a tool call": `"id": "toolu_01${draw(ALNUM, 30)}"`,
  "an asset with a hash": `/assets/index-${draw(ALNUM, 30)}.js`,
  "an id and an initialisation vector": `client id: ${draw(HEX, 32)}, iv: ${draw(ALNUM, 32)}`,
  "a hash of an unknown name": `weather: ${draw(HEX, 40)}`,
  "an address with a port and an id": `listening on ws://127.0.0.1:9229/${draw(HEX, 8)}-${draw(HEX, 12)}`,
  "a certificate": `<X509Certificate>MIIDpzCCA1GgAwIBAgIJAK${draw(ALNUM, 40)}`,
  "a key of a cache": `cache key ${draw(HEX, 64)}`,
  "a long path": 'file: "packages/coding-agent/src/tui/renderer2/index.ts"',
  "a word of letters": `tokenName: "${LOWER.slice(0, 3)}-navigation-drawer"`,
};

for (const [name, text] of Object.entries(LEFT))
  test(`${name} is left alone`, () => assert.deepEqual(findSecrets(text), [], text));

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
  "a word of letters": `tokenName: "${LOWER.slice(0, 3)}-navigation-drawer"`,
};

for (const [name, text] of Object.entries(LEFT))
  test(`${name} is left alone`, () => assert.deepEqual(findSecrets(text), [], text));

import assert from "node:assert/strict";
import { test } from "node:test";
import { invitationLink, newSecret, prefixOf, readInvitationLink } from "../../../src/core/team/invitation.ts";

const code = newSecret("ohi", (count) => new Uint8Array(count).fill(0xab));

test("an invitation's link contains the server and the code, and is read back", () => {
  for (const url of [
    "https://memory.example.org",
    "https://memory.example.org/",
    "http://127.0.0.1:7420",
    "https://a.org/team/",
  ])
    assert.deepEqual(readInvitationLink(invitationLink(url, code)), { url: url.replace(/\/$/, ""), code });
});

test("other texts are not invitations", () => {
  const others = [
    "",
    code,
    "https://a.org",
    `ftp://a.org/#${code}`,
    "https://a.org/#x",
    `https://a.org/?q=1#${code}`,
    `javascript:x#${code}`,
  ];
  for (const text of others) assert.equal(readInvitationLink(text), undefined, text);
});

test("only the start of a token may be shown, and only of one that has the form of a token", () => {
  const token = newSecret("oht", (count) => new Uint8Array(count).fill(0xcd));
  assert.equal(prefixOf(token), "oht_cdcdcdcd");
  for (const other of ["", "oht_", `${token}0`, token.toUpperCase(), token.slice(0, -1)])
    assert.equal(prefixOf(other), undefined);
});

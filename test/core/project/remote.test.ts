import assert from "node:assert/strict";
import { test } from "node:test";
import { localRemote, normaliseRemote } from "../../../src/core/project/remote.ts";

const ONE_PLACE = [
  "git@github.com:acme/shop.git",
  "github.com:acme/shop",
  "git@github.com:/acme/shop.git",
  "ssh://git@github.com/acme/shop.git",
  "ssh://git@github.com:22/acme/shop",
  "ssh://git@ssh.github.com:443/acme/shop.git",
  "git+ssh://git@github.com/acme/shop.git",
  "https://github.com/acme/shop",
  "https://github.com/acme/shop.git",
  "https://github.com/acme/shop.git/",
  "https://GitHub.com/Acme/Shop",
  "https://www.github.com//acme//shop/",
  "https://github.com:443/acme/shop?x=1#y",
  "http://github.com./acme/shop",
  "git://github.com/acme/shop.git",
  "  https://github.com/acme/shop\u0000\n",
  "https://token@github.com/acme/shop.git",
  "https://user:token@github.com/acme/shop.git",
  "https://user:to@ken@github.com/acme/shop.git",
  "https://user:to/k:en@github.com/acme/shop.git",
  "https://user:to#k?en@github.com/acme/shop.git",
  "user:token@github.com:acme/shop.git",
  "user:to/ken@github.com:acme/shop.git",
  "gcrypt::ssh://git@github.com/acme/shop.git",
  "[github.com:22]:acme/shop.git",
  "git@[github.com:22]:acme/shop.git",
];

for (const url of ONE_PLACE) {
  test(`${JSON.stringify(url)} is github.com/acme/shop`, () => {
    assert.equal(normaliseRemote(url), "github.com/acme/shop");
  });
}

const EACH: readonly [url: string, remote: string | undefined][] = [
  ["ssh://git@git.example.com:2222/Group/Sub/App.git", "git.example.com/Group/Sub/App"],
  ["https://git.example.com/~ann/my%20app.git", "git.example.com/~ann/my app"],
  ["https://git.example.com/50%-done", "git.example.com/50%-done"],
  ["ssh://git@[2001:db8::1]:22/srv/app.git", "2001:db8::1/srv/app"],
  ["git@[2001:db8::1]:srv/app.git", "2001:db8::1/srv/app"],
  ["git@ssh.dev.azure.com:v3/acme/web/shop", "dev.azure.com/acme/web/shop"],
  ["https://acme@dev.azure.com/acme/web/_git/shop", "dev.azure.com/acme/web/shop"],
  ["work:shop.git", "work/shop"],
  ["/srv/git/shop.git", "file:/srv/git/shop"],
  ["/srv/git/shop/.git/", "file:/srv/git/shop"],
  ["file:///srv/git/shop.git", "file:/srv/git/shop"],
  ["file:///srv/my%20git/shop", "file:/srv/my git/shop"],
  ["../shop.git", "file:/home/ann/shop"],
  ["./a@b/shop:x", "file:/home/ann/app/a@b/shop:x"],
  ["C:\\git\\shop.git", "file:C:/git/shop"],
  ["ext::sh -c 'curl https://token@example.com'", undefined],
  ["https://", undefined],
  ["https://github.com/", undefined],
  ["https://user:token@", undefined],
  ["", undefined],
  [" \n", undefined],
  ["/", undefined],
  [`https://github.com/${"a".repeat(5000)}`, undefined],
];

for (const [url, remote] of EACH) {
  test(`${JSON.stringify(url.slice(0, 60))} becomes ${remote ?? "nothing"}`, () => {
    assert.equal(normaliseRemote(url, "/home/ann/app"), remote);
  });
}

test("any remote is read without an exception and without control characters", () => {
  const pieces = [
    "https://",
    "git@",
    ":",
    "/",
    "@",
    "[",
    "]",
    "%",
    "%00",
    "\u0000",
    "\u202e",
    "..",
    ".git",
    "::",
    "\\",
    "a",
    "?",
    "#",
    "~",
  ];
  let seed = 7;
  const pick = (): string => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return pieces[seed % pieces.length]!;
  };
  for (let n = 0; n < 5000; n++) {
    const url = Array.from({ length: 1 + (n % 9) }, pick).join("");
    const remote = normaliseRemote(url);
    assert.ok(remote === undefined || (remote !== "" && !/\p{C}/u.test(remote)), JSON.stringify({ url, remote }));
  }
});

test("a directory, its git directory and its bare copy are the same remote", () => {
  assert.deepEqual(
    ["/srv/shop", "/srv/shop/.git", "/srv/shop.git", "/srv//x/../shop/"].map((path) => localRemote(path)),
    ["file:/srv/shop", "file:/srv/shop", "file:/srv/shop", "file:/srv/shop"],
  );
});

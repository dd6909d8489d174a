import assert from "node:assert/strict";
import { test } from "node:test";
import { readLine } from "../../../src/core/command/read-line.ts";
import { writtenPaths } from "../../../src/core/guard/written-paths.ts";

/** Paths with a slash at the end are written with everything below. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  "cat a 2>&1 >b 2>>c": ["/p/b", "/p/c"],
  "echo x > 1": ["/p/1"],
  "rm -r a b": ["/p/a/", "/p/b/"],
  "mv a:b c": ["/p/a:b/", "/p/c/"],
  "cp a b c": ["/p/c"],
  "cp -t /etc a b": ["/p/b", "/etc"],
  "scp a host:b": [],
  "chmod -x a b": ["/p/a/", "/p/b/"],
  "chmod 755 a": ["/p/a/"],
  "chown root /etc/x": ["/etc/x/"],
  "chown --reference=a b c": ["/p/b/", "/p/c/"],
  "sed -i s/a/b/ x": ["/p/x"],
  "sed -i --expression=s/a/b/ x": ["/p/x"],
  "sed -n p x": [],
  "perl -pi -e s/a/b/ x": ["/p/s/a/b", "/p/x"],
  "dd if=a of=/dev/sda": ["/dev/sda"],
  "tar xf a.tgz -C /opt": ["/opt/"],
  "tar -czf a.tgz b": ["/p/a.tgz"],
  "unzip -d /opt a.zip": ["/opt/"],
  "curl --output=/etc/x -c jar u": ["/p/jar", "/etc/x"],
  "prettier --write a": ["/p/a"],
  "prettier a": [],
  "patch a": ["/p/a/"],
  "split a b": ["/p/b"],
  "git restore a": ["/p/a/"],
  "git -C /x reset --hard": ["/x"],
  "git -C /x status": [],
  "git config --global a b": ["/home/me/.gitconfig/"],
  "git clone u /opt/x": ["/opt/x/"],
  "npm install -g x": ["/usr/local"],
  "pip3.11 install --target /opt x": ["/opt"],
};

for (const [line, paths] of Object.entries(LINES))
  test(`what is written by ${line}`, () => {
    const found = writtenPaths(readLine(line, { cwd: "/p", home: "/home/me" }).commands, "/home/me");
    assert.deepEqual(found.map(({ path, isWhole }) => (isWhole ? `${path}/` : path)).toSorted(), paths.toSorted());
  });

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLine } from "../../../src/core/command/steps.ts";

// Made up, and joined from pieces, so that no scanner takes this file for a leak.
const ghp = `ghp${"_"}${"a1B2c3D4e5F6".repeat(3)}`;
const openai = `sk${"-"}proj-${"Ab1Cd2Ef3Gh4".repeat(3)}`;
const aws = `AKIA${"Q3ZK7WPB5XTJ2LMN"}`;
const slack = `xox${"b"}-123456789012-${"aB3".repeat(8)}`;
const jwt = `eyJ${"hbGciOiJIUzI1NiJ9"}.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${"x7Yz".repeat(10)}`;
const opaque = "Zk3vT9qLmX2pR8wYcB4n";
const short = "sk-abc123";

const LINES: readonly (readonly [line: string, families: readonly (string | undefined)[]])[] = [
  [`export TOKEN=${short}`, [undefined]],
  [`TOKEN=${short}`, [undefined]],
  [`export GITHUB_TOKEN=${ghp}`, [undefined]],
  [`export -p A=${openai} B`, [undefined]],
  [`declare -x AWS_ACCESS_KEY_ID=${aws}`, [undefined]],
  [`set -gx TOKEN ${ghp}`, [undefined]],
  [`set TOKEN=${opaque}`, [undefined]],
  [`setenv TOKEN ${opaque}`, [undefined]],
  [`typeset -x PW=${opaque}`, [undefined]],
  [`readonly PW=${opaque}`, [undefined]],
  [`$env:TOKEN="${opaque}"`, [undefined]],
  [`TOKEN=${ghp} npm publish`, ["npm publish"]],
  [`sudo TOKEN=${ghp} npm publish`, ["npm publish"]],
  [`env TOKEN=${ghp} npm publish`, ["npm publish"]],
  [`curl -H "Authorization: Bearer ${jwt}" https://example.org`, ["curl"]],
  [`curl -u me:${opaque} https://example.org`, ["curl"]],
  [`mysql -uroot -p${opaque} app`, ["mysql"]],
  [`PGPASSWORD=${opaque} psql -h db`, ["psql"]],
  [`psql postgres://me:${opaque}@db/app`, ["psql"]],
  [`docker login -u me -p ${opaque}`, ["docker login"]],
  [`gh auth login --with-token ${ghp}`, ["gh auth login"]],
  [`echo ${ghp} | gh auth login --with-token`, ["gh auth login"]],
  [`echo ${opaque} | docker login --password-stdin`, ["docker login"]],
  [`npm config set //registry/:_authToken=${opaque}`, ["npm config set"]],
  [`heroku config:set KEY=${opaque}`, ["heroku config:set"]],
  [`vault login ${opaque}`, ["vault login"]],
  [`vault kv put secret/x password=${opaque}`, ["vault kv put"]],
  [`kubectl --token ${jwt} get pods`, ["kubectl get"]],
  [`kubectl create secret generic x --from-literal=pw=${opaque}`, ["kubectl create"]],
  [`git clone https://me:${ghp}@github.com/a/b`, ["git clone"]],
  [`git push https://${ghp}@github.com/a/b`, ["git push"]],
  [`make ${opaque}`, ["make"]],
  [`make deploy TOKEN=${opaque}`, ["make deploy"]],
  [`npm run ${ghp}`, ["npm run"]],
  [`npm run ${opaque}`, ["npm run"]],
  [`git ${aws}`, ["git"]],
  [`python -m ${opaque}`, ["python -m"]],
  [`node ${opaque}.js`, [undefined]],
  [`./${opaque} x`, [undefined]],
  [ghp, [undefined]],
  [openai, [undefined]],
  [opaque, [undefined]],
  [slack, [undefined]],
  [jwt, [undefined]],
  [`${aws} x`, [undefined]],
  ["npm run [secret:github-token]", ["npm run"]],
  ["[secret:github-token] x", [undefined]],
];

for (const [line, families] of LINES) {
  test(`no secret is named in ${JSON.stringify(line.slice(0, 40))}`, () => {
    const named = parseLine(line).map(({ family }) => family);
    assert.deepEqual(named, families);
    for (const secret of [ghp, openai, aws, slack, jwt, opaque, short]) {
      assert.ok(!named.some((family) => family?.includes(secret)));
    }
  });
}

test("words about secrets are names like others", () => {
  const lines = [
    "gh secret set X",
    "npm run auth:token",
    "rails credentials:edit",
    "docker secret ls",
    "openssl passwd",
  ];
  assert.deepEqual(
    lines.map((line) => parseLine(line)[0]?.family),
    ["gh secret set", "npm run auth:token", "rails credentials:edit", "docker secret ls", "openssl passwd"],
  );
});

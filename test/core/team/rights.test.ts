import assert from "node:assert/strict";
import { test } from "node:test";
import { isAllowed, RIGHTS, ROLES, type TeamAct, TOKEN_SCOPES } from "../../../src/core/team/rights.ts";

/** By act: the roles that may do it to what is others', and those that may do it to their own. */
const TABLE: Readonly<Record<TeamAct, readonly [others: string, own: string]>> = {
  "read records": ["viewer writer maintainer", "viewer writer maintainer"],
  "read members": ["viewer writer maintainer", "viewer writer maintainer"],
  "manage own tokens": ["viewer writer maintainer", "viewer writer maintainer"],
  "write records": ["writer maintainer", "writer maintainer"],
  "erase a record": ["maintainer", "viewer writer maintainer"],
  "review proposals": ["maintainer", "maintainer"],
  "invite members": ["maintainer", "maintainer"],
  "change members": ["maintainer", "maintainer"],
  "remove a member": ["maintainer", "viewer writer maintainer"],
  "change the space": ["maintainer", "maintainer"],
  "create a space": ["maintainer", "maintainer"],
  "read the audit": ["maintainer", "maintainer"],
  "move the space": ["maintainer", "maintainer"],
};

for (const [act, [others, own]] of Object.entries(TABLE) as [TeamAct, readonly [string, string]][]) {
  test(`to ${act}: ${others}; of one's own: ${own}`, () => {
    const may = (isOwn: boolean): string =>
      ROLES.filter((role) => isAllowed(act, { role, scopes: TOKEN_SCOPES }, { isOwn })).join(" ");
    assert.deepEqual([may(false), may(true)], [others, own]);
  });

  test(`to ${act} a maintainer's token needs its scope`, () => {
    const { scope } = RIGHTS[act];
    const without = TOKEN_SCOPES.filter((one) => one !== scope);
    assert.equal(isAllowed(act, { role: "maintainer", scopes: without }), false);
    assert.equal(isAllowed(act, { role: "maintainer", scopes: [scope] }), true);
  });
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { saysTheSame } from "../../../src/core/record/similar.ts";

const SAME: readonly (readonly [string, string])[] = [
  ["Use pnpm, not npm", "Use pnpm, not npm"],
  ["Use pnpm, not npm", "use pnpm not npm."],
  ["Use pnpm, not npm", "  Use   pnpm,\n not npm!"],
  ["Always use pnpm", "always use PNPM"],
  ["Run the tests before pushing", "Run tests before pushing"],
  ["Run the tests before pushing", "Please run the tests before you push"],
  ["The API allows 100 calls a minute", "The API allows 100 calls a minute."],
  ["The API rate limit is 100 per minute", "API rate limit: 100 per minute"],
  ["Deploys run on Friday mornings", "Deploy runs on Friday mornings"],
  ["Never commit secrets to the repository", "never commit secrets to this repository"],
  ["Auth is a separate service behind the gateway", "The auth is a separate service behind our gateway"],
  ["We chose SQLite over Postgres for the cache", "Chose SQLite over Postgres for the cache"],
  ["Integration tests need docker running", "The integration tests need docker running here"],
  ["Prefer small pull requests with one concern", "I prefer small pull requests with one concern"],
  ["“Quoted” words stay the same", '"Quoted" words stay the same'],
  ["Die Tests laufen vor jedem Push", "die Tests laufen vor jedem Push."],
  ["テストはプッシュの前に実行する", "テストはプッシュの前に実行する。"],
  ["Use two spaces for indentation", "Use two spaces for the indentation"],
  ["Restart the worker after changing the schema", "Restart workers after changing the schema"],
  ["Don't push directly to the main branch", "Don’t push directly to the main branch"],
  ["Do not push directly to main branch", "Don't push directly to the main branch"],
];

const DIFFERENT: readonly (readonly [string, string])[] = [
  ["Use pnpm instead of npm", "Use npm instead of pnpm"],
  ["Use pnpm, not npm", "Use npm, not pnpm"],
  ["Prefer tabs over spaces in this project", "Prefer spaces over tabs in this project"],
  ["Chose SQLite over Postgres for the cache", "Chose Postgres over SQLite for the cache"],
  ["Service A calls service B directly", "Service B calls service A directly"],
  ["Always run the linter before committing", "Never run the linter before committing"],
  ["Use the ORM for bulk inserts", "Don't use the ORM for bulk inserts"],
  ["Use the ORM for bulk inserts", "Do not use the ORM for bulk inserts"],
  ["Tests may touch the network in CI", "Tests may not touch the network in CI"],
  ["Builds work without docker on this machine", "Builds work with docker on this machine"],
  ["Enable the cache for local builds", "Disable the cache for local builds"],
  ["Enable strict mode in all packages", "Disable strict mode in all packages"],
  ["Deploy before running the migrations", "Deploy after running the migrations"],
  ["Run migrations before the deploy starts", "Run migrations after the deploy starts"],
  ["The API allows 100 calls a minute", "The API allows 200 calls a minute"],
  ["The API allows 100 calls a minute", "The API allows 100 calls a second"],
  ["Retry three times and then give up", "Retry four times and then give up"],
  ["Keep at least two replicas running", "Keep at most two replicas running"],
  ["Requires Node 22 or newer to build", "Requires Node 24 or newer to build"],
  ["Pinned to React 18.2.0 for now", "Pinned to React 18.3.0 for now"],
  ["Pinned to v1.2.3 until the fix lands", "Pinned to v1.2.4 until the fix lands"],
  ["Settings live in config/dev.yml today", "Settings live in config/prod.yml today"],
  ["Handlers stand in src/api/users.ts now", "Handlers stand in src/api/orders.ts now"],
  ["Call getUser before rendering the page", "Call getUsers before rendering the page"],
  ["Set MAX_RETRIES in the environment file", "Set MAX_RETRY_MS in the environment file"],
  ["Open the staging site on port 8080", "Open the staging site on port 8081"],
  ["Timeouts are 5s for the gateway", "Timeouts are 5m for the gateway"],
  ["The staging database is shared by everyone", "The production database is shared by everyone"],
  ["Use C++ for the native parts", "Use C# for the native parts"],
  [
    "The nightly job copies the staging database to the backup bucket and mails a report to the team",
    "The nightly job copies the production database to the backup bucket and mails a report to the team",
  ],
  [
    "During a release the gateway calls billing before the operator restarts every worker by hand",
    "During a release the billing calls gateway before the operator restarts every worker by hand",
  ],
  [
    "Push the tag to the mirror when the build on the release branch is green",
    "Don’t push the tag to the mirror when the build on the release branch is green",
  ],
  ["Admins may delete a project from the list", "Only admins may delete a project from the list"],
  ["Workers restart after each failed job run", "Workers restart unless after each failed job run"],
  ["Memory of a worker stays >= 2 GB", "Memory of a worker stays <= 2 GB"],
  ["Use pnpm", "Use yarn"],
  ["Use tabs", "Use spaces"],
  ["Deploys run on Friday", "Deploys run on Monday"],
  ["Only admins may delete a project", "Everyone may delete a project"],
  ["Alice reviews changes to billing", "Bob reviews changes to billing"],
  ["The build is slow because of types", "The lint is slow because of types"],
  ["Merge with a squash commit on main", "Merge with a squash commit on release"],
  ["Write tests first", "Write docs first"],
  ["", "Use pnpm"],
  ["テストはプッシュの前に実行する", "テストはプッシュの後に実行する"],
  ["Die Tests laufen vor jedem Push", "Die Tests laufen nach jedem Push"],
  ["npm test runs the unit tests", "npm start runs the unit tests"],
  ["Use --force-with-lease when pushing branches", "Use --force when pushing branches"],
  ["Increase the timeout for slow machines", "Decrease the timeout for slow machines"],
  ["Allow force pushes to feature branches", "Forbid force pushes to feature branches"],
  ["Exports are sorted in ascending order", "Exports are sorted in descending order"],
];

for (const [a, b] of SAME) {
  test(`${JSON.stringify(a)} says the same as ${JSON.stringify(b)}`, () => {
    assert.equal(saysTheSame(a, b), true);
    assert.equal(saysTheSame(b, a), true);
  });
}

for (const [a, b] of DIFFERENT) {
  test(`${JSON.stringify(a)} does not say the same as ${JSON.stringify(b)}`, () => {
    assert.equal(saysTheSame(a, b), false);
    assert.equal(saysTheSame(b, a), false);
  });
}

test("every statement says the same as itself", () => {
  for (const text of [...SAME, ...DIFFERENT].flat()) assert.equal(saysTheSame(text, text), true, text);
});

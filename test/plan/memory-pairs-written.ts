// Records and commands as people write them, from somebody who had not seen the rules. A command may hold a `|`.
import type { RecordType } from "../../src/core/record/record.ts";
import type { Pair } from "./memory-pairs.ts";

const LINES = `
policy ¦ Nobody pushes straight to release/* branches, changes get there through a PR only. ¦ git push origin hotfix:release/2.4 ¦ yes
policy ¦ Nobody pushes straight to release/* branches, changes get there through a PR only. ¦ git push -u origin docs/release-notes ¦ no
policy ¦ Don't use sudo with pip, it has broken the system Python on these machines twice. ¦ sudo pip3 install ansible ¦ yes
policy ¦ Don't use sudo with pip, it has broken the system Python on these machines twice. ¦ sudo apt-get install -y python3-pip ¦ no
policy ¦ The production database is read-only for us: never run DELETE, UPDATE or DROP against prod-db. ¦ psql -h prod-db -U app -c "DELETE FROM sessions WHERE expires_at < now()" ¦ yes
policy ¦ The production database is read-only for us: never run DELETE, UPDATE or DROP against prod-db. ¦ psql -h prod-db -U app -c "SELECT count(*) FROM sessions" ¦ no
policy ¦ The production database is read-only for us: never run DELETE, UPDATE or DROP against prod-db. ¦ psql -h localhost -d app_test -c "DROP TABLE tmp_import" ¦ no
policy ¦ terraform apply only runs in CI. From a laptop, plan is as far as you go. ¦ terraform apply -auto-approve ¦ yes
policy ¦ terraform apply only runs in CI. From a laptop, plan is as far as you go. ¦ terraform plan -out=tfplan ¦ no
policy ¦ terraform apply only runs in CI. From a laptop, plan is as far as you go. ¦ echo "terraform apply runs in CI only" >> README.md ¦ no
policy ¦ Never pipe curl into a shell. ¦ curl -fsSL https://get.example.dev/install.sh | bash ¦ yes
policy ¦ Never pipe curl into a shell. ¦ curl -s https://api.example.dev/v1/users | jq '.[0].name' ¦ no
policy ¦ Docker images must not be tagged latest, tag them with the git sha. ¦ docker build -t registry.acme.io/api:latest . ¦ yes
policy ¦ Docker images must not be tagged latest, tag them with the git sha. ¦ docker build -t registry.acme.io/api:$(git rev-parse --short HEAD) . ¦ no
policy ¦ Don't change anything in vendor/, it is synced from upstream every night and your edits will be lost. ¦ sed -i 's/http:/https:/' vendor/lib/client.go ¦ yes
policy ¦ Don't change anything in vendor/, it is synced from upstream every night and your edits will be lost. ¦ grep -rn "http:" vendor/lib ¦ no
policy ¦ Do not rebase the develop branch itself, other people build on top of it. ¦ git checkout develop && git rebase main ¦ yes
policy ¦ Do not rebase the develop branch itself, other people build on top of it. ¦ git checkout feature/login && git rebase develop ¦ no
policy ¦ Always pass a namespace to kubectl explicitly, because the default of the context points at production. ¦ kubectl delete pod api-0 ¦ yes
policy ¦ Always pass a namespace to kubectl explicitly, because the default of the context points at production. ¦ kubectl -n staging delete pod api-0 ¦ no
policy ¦ No AWS resources outside eu-central-1 (data residency). ¦ aws s3 mb s3://acme-exports --region us-east-1 ¦ yes
policy ¦ No AWS resources outside eu-central-1 (data residency). ¦ aws s3 mb s3://acme-exports --region eu-central-1 ¦ no
policy ¦ Every commit needs a Signed-off-by line (git commit -s), otherwise the DCO check fails. ¦ git commit -m "fix: handle empty header" ¦ yes
policy ¦ Every commit needs a Signed-off-by line (git commit -s), otherwise the DCO check fails. ¦ git commit --signoff -m "fix: handle empty header" ¦ no
policy ¦ Never restart nginx on the edge hosts, reload it; a restart drops all websocket connections. ¦ ssh edge-1 sudo systemctl restart nginx ¦ yes
policy ¦ Never restart nginx on the edge hosts, reload it; a restart drops all websocket connections. ¦ ssh edge-1 sudo systemctl reload nginx ¦ no
policy ¦ Never restart nginx on the edge hosts, reload it; a restart drops all websocket connections. ¦ ssh edge-1 sudo systemctl restart node-exporter ¦ no
policy ¦ Stage files by name. No \`git add .\` and no \`git add -A\`, credentials have slipped in that way before. ¦ git add -A && git commit -m "wip" ¦ yes
policy ¦ Stage files by name. No \`git add .\` and no \`git add -A\`, credentials have slipped in that way before. ¦ git add src/parser.ts test/parser.test.ts ¦ no
policy ¦ Stop using git stash, we keep losing work in it. Make a WIP commit on a branch instead. ¦ git stash ¦ yes
policy ¦ Stop using git stash, we keep losing work in it. Make a WIP commit on a branch instead. ¦ git commit -am "WIP: stash of the parser rewrite" ¦ no
policy ¦ Pull requests are merged by squash only. ¦ gh pr merge 214 --merge ¦ yes
policy ¦ Pull requests are merged by squash only. ¦ gh pr merge 214 --squash --delete-branch ¦ no
policy ¦ Version tags are created by the release workflow; don't create them by hand. ¦ git tag -a v1.9.0 -m "1.9.0" ¦ yes
policy ¦ Version tags are created by the release workflow; don't create them by hand. ¦ git tag --list 'v1.*' ¦ no
policy ¦ Do not run the e2e suite locally, it sends real e-mails to customers. ¦ npm run test:e2e ¦ yes
policy ¦ No force pushes, except to your own feat/* branches. ¦ git push --force origin develop ¦ yes
policy ¦ No force pushes, except to your own feat/* branches. ¦ git push --force origin feat/search-box ¦ no
policy ¦ Don't use npm, except in packages/legacy, which still has its package-lock.json. ¦ cd packages/web && npm install ¦ yes
policy ¦ Don't use npm, except in packages/legacy, which still has its package-lock.json. ¦ cd packages/legacy && npm ci ¦ no
policy ¦ Never log in to a server as root over SSH. ¦ ssh root@web-3.acme.internal ¦ yes
policy ¦ Secrets never go on the command line, they end up in the shell history. Use an env file. ¦ docker run --rm -e DB_PASSWORD=hunter2 acme/api ¦ yes
policy ¦ Secrets never go on the command line, they end up in the shell history. Use an env file. ¦ docker run --rm --env-file .env.local acme/api ¦ no
policy ¦ It is fine to force-push to a feature branch as long as nobody else works on it. ¦ git push --force-with-lease origin feature/export ¦ no
policy ¦ Anything below /var/tmp/build-cache may be deleted without asking. ¦ rm -rf /var/tmp/build-cache/objects ¦ no
policy ¦ Never put a customer's name into a commit message. ¦ git commit -m "fix: rounding of invoice totals" ¦ no
preference ¦ For searching the code I want rg rather than grep -r. ¦ grep -rn useAuth src/ ¦ yes
preference ¦ For searching the code I want rg rather than grep -r. ¦ ps aux | grep vite ¦ no
preference ¦ I prefer fd over find. ¦ find . -name '*.snap' ¦ yes
preference ¦ I prefer \`trash\` to \`rm\` for anything in my home directory. ¦ rm ~/Documents/old-notes.md ¦ yes
preference ¦ I prefer \`trash\` to \`rm\` for anything in my home directory. ¦ docker rm old-container ¦ no
preference ¦ Use just instead of make, the Makefile is only kept for the packagers. ¦ make lint ¦ yes
preference ¦ Use just instead of make, the Makefile is only kept for the packagers. ¦ cat Makefile ¦ no
preference ¦ Dependencies are added with poetry, please don't pip install into the venv. ¦ pip install 'httpx>=0.27' ¦ yes
preference ¦ Dependencies are added with poetry, please don't pip install into the venv. ¦ poetry add --group dev mypy ¦ no
preference ¦ Write commit messages as conventional commits (feat:, fix:, chore: ...). ¦ git commit -m "fixed some stuff" ¦ yes
preference ¦ Write commit messages as conventional commits (feat:, fix:, chore: ...). ¦ git commit -m "fix(auth): refresh the token on 401" ¦ no
preference ¦ Use git switch, not git checkout, for changing branches. ¦ git checkout -b feat/upload ¦ yes
preference ¦ Use git switch, not git checkout, for changing branches. ¦ git checkout -- src/app.ts ¦ no
preference ¦ When pulling, rebase. I don't want merge commits from pulls. ¦ git pull --no-rebase origin main ¦ yes
preference ¦ When pulling, rebase. I don't want merge commits from pulls. ¦ git pull --rebase origin main ¦ no
preference ¦ Run Rust tests with cargo nextest, except doctests, which it can't do. ¦ cargo test --workspace ¦ yes
preference ¦ Run Rust tests with cargo nextest, except doctests, which it can't do. ¦ cargo test --doc ¦ no
preference ¦ Always run go test with -race. ¦ go test ./internal/... ¦ yes
preference ¦ Always run go test with -race. ¦ go test -count=1 -race ./internal/... ¦ no
preference ¦ Prefer the compose plugin (\`docker compose\`) over the old docker-compose binary. ¦ docker-compose up -d ¦ yes
preference ¦ Prefer the compose plugin (\`docker compose\`) over the old docker-compose binary. ¦ docker compose -f docker-compose.dev.yml up -d ¦ no
preference ¦ Backups are compressed with zstd, not gzip. ¦ pg_dump app | gzip > backup.sql.gz ¦ yes
preference ¦ Don't hesitate to run the whole pytest suite, it only takes 20 seconds. ¦ pytest ¦ no
preference ¦ Avoid long option names in examples in the docs. ¦ npx markdownlint docs/ ¦ no
decision ¦ We switched from Yarn to pnpm in March, yarn.lock is gone. ¦ yarn add zod ¦ yes
decision ¦ We switched from Yarn to pnpm in March, yarn.lock is gone. ¦ git log --oneline -- yarn.lock ¦ no
decision ¦ All services are deployed with Helm charts now; raw manifests with kubectl apply are retired. ¦ kubectl apply -f k8s/api.yaml ¦ yes
decision ¦ All services are deployed with Helm charts now; raw manifests with kubectl apply are retired. ¦ kubectl logs -f deploy/api ¦ no
decision ¦ After the licence change we moved from Terraform to OpenTofu (tofu). ¦ terraform plan ¦ yes
decision ¦ We decided to stay with ESLint and not move to Biome, because of the custom rules. ¦ npx biome check --write src ¦ yes
decision ¦ We decided to stay with ESLint and not move to Biome, because of the custom rules. ¦ npx eslint --fix src ¦ no
decision ¦ We publish our images to GHCR now, no longer to Docker Hub. ¦ docker push docker.io/acme/api:1.4.0 ¦ yes
decision ¦ We publish our images to GHCR now, no longer to Docker Hub. ¦ docker pull docker.io/library/postgres:16 ¦ no
decision ¦ Schema changes go through Alembic. No hand-written ALTER TABLE any more. ¦ psql app_dev -c "ALTER TABLE users ADD COLUMN nick text" ¦ yes
decision ¦ Schema changes go through Alembic. No hand-written ALTER TABLE any more. ¦ alembic revision --autogenerate -m "add users.nick" ¦ no
decision ¦ ruff does linting and formatting; black and flake8 were dropped. ¦ black src tests ¦ yes
decision ¦ Protobuf code is generated with buf generate instead of calling protoc by hand. ¦ buf generate ¦ no
fact ¦ The default branch here is trunk; main was deleted. ¦ git rebase origin/main ¦ yes
fact ¦ The default branch here is trunk; main was deleted. ¦ git rebase origin/trunk ¦ no
fact ¦ Postgres from docker compose is published on port 5433, because 5432 is taken by the system's own one, which holds nothing of ours. ¦ psql -h localhost -p 5432 -U app app_dev ¦ yes
fact ¦ The staging API listens on port 8443, not 8080. ¦ curl -k https://staging.acme.dev:8080/health ¦ yes
fact ¦ The staging API listens on port 8443, not 8080. ¦ curl -k https://staging.acme.dev:8443/health ¦ no
fact ¦ The bastion is jump2.acme.net; jump1 was decommissioned. ¦ ssh -J jump1.acme.net db-1 ¦ yes
fact ¦ This laptop runs Fedora, so packages come from dnf, there is no apt. ¦ sudo apt install jq ¦ yes
fact ¦ The backup bucket is s3://acme-backups-eu. ¦ aws s3 ls s3://acme-backups-eu/2024/ ¦ no
fact ¦ The registry can be reached without the VPN since June. ¦ npm ci ¦ no
architecture ¦ Only the api package may talk to the database. The web package must not depend on pg. ¦ pnpm --filter web add pg ¦ yes
architecture ¦ Only the api package may talk to the database. The web package must not depend on pg. ¦ pnpm --filter api add pg ¦ no
architecture ¦ src/generated is written by the codegen from openapi.yaml and is never edited by hand. ¦ sed -i 's/any/unknown/g' src/generated/client.ts ¦ yes
architecture ¦ src/generated is written by the codegen from openapi.yaml and is never edited by hand. ¦ npx openapi-typescript openapi.yaml -o src/generated/client.ts ¦ no
architecture ¦ Migrations are append-only: an existing file in db/migrations must not be edited or deleted. ¦ rm db/migrations/0042_add_index.sql ¦ yes
architecture ¦ Migrations are append-only: an existing file in db/migrations must not be edited or deleted. ¦ cat db/migrations/0042_add_index.sql ¦ no
architecture ¦ No ORM in this service, all queries go through sqlc. ¦ go get gorm.io/gorm ¦ yes
pitfall ¦ \`docker compose down -v\` wipes the dev database volume, so leave off the -v. ¦ docker compose down -v ¦ yes
pitfall ¦ \`docker compose down -v\` wipes the dev database volume, so leave off the -v. ¦ docker compose down --remove-orphans ¦ no
pitfall ¦ git clean -fdx also deletes .env.local, which is backed up nowhere. Don't run it in this repo. ¦ git clean -xdf ¦ yes
pitfall ¦ git clean -fdx also deletes .env.local, which is backed up nowhere. Don't run it in this repo. ¦ git clean -n ¦ no
pitfall ¦ Migrations hang when they go through pgbouncer (port 6432); connect straight to 5432 for them. ¦ DATABASE_URL=postgres://app@db:6432/app alembic upgrade head ¦ yes
pitfall ¦ Migrations hang when they go through pgbouncer (port 6432); connect straight to 5432 for them. ¦ DATABASE_URL=postgres://app@db:5432/app alembic upgrade head ¦ no
pitfall ¦ A parallel make breaks the codegen step (race on parser.c). Build without -j. ¦ make -j8 all ¦ yes
pitfall ¦ A parallel make breaks the codegen step (race on parser.c). Build without -j. ¦ cargo build -j8 ¦ no
pitfall ¦ pytest -n auto makes the tests in tests/db flaky, since they share one schema. Run those serially. ¦ pytest -n auto tests/db ¦ yes
pitfall ¦ pytest -n auto makes the tests in tests/db flaky, since they share one schema. Run those serially. ¦ pytest -n auto tests/unit ¦ no
pitfall ¦ Plain \`vitest\` goes into watch mode and hangs the agent's terminal; use \`vitest run\`. ¦ npx vitest src/parser ¦ yes
pitfall ¦ Plain \`vitest\` goes into watch mode and hangs the agent's terminal; use \`vitest run\`. ¦ npx vitest run src/parser ¦ no
pitfall ¦ brew upgrade without a formula upgrades postgres too and breaks its data directory. Upgrade formulae one at a time. ¦ brew upgrade ¦ yes
pitfall ¦ brew upgrade without a formula upgrades postgres too and breaks its data directory. Upgrade formulae one at a time. ¦ brew upgrade jq ¦ no
pitfall ¦ A bare cargo update bumps openssl-sys and breaks the musl build, update single crates with -p. ¦ cargo update ¦ yes
pitfall ¦ A bare cargo update bumps openssl-sys and breaks the musl build, update single crates with -p. ¦ cargo update -p serde ¦ no
pitfall ¦ ffmpeg with -y has overwritten original footage here before; always pass -n. ¦ ffmpeg -y -i take3.mov -c:v libx264 take3.mp4 ¦ yes
pitfall ¦ make seed fails unless you ran make login first, since the fixtures come from S3. ¦ make seed && make login ¦ yes
pitfall ¦ make seed fails unless you ran make login first, since the fixtures come from S3. ¦ make login && make seed ¦ no
pitfall ¦ Destroying envs/shared takes the VPN down for everybody, don't. ¦ terraform -chdir=envs/shared destroy ¦ yes
pitfall ¦ Destroying envs/shared takes the VPN down for everybody, don't. ¦ terraform -chdir=envs/sandbox-ina destroy ¦ no
`;

export const WRITTEN_PAIRS: readonly Pair[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [type = "", text = "", command = "", says = ""] = line.split(" ¦ ");
    return { type: type as RecordType, text, command, conflicts: says === "yes" };
  });

// Still more records and commands, with what the rules do not understand among them.
import type { RecordType } from "../../src/core/record/record.ts";
import type { Pair } from "./memory-pairs.ts";

const LINES = `
policy ¦ Don't use \`git commit --amend\` once the commit is on the remote. ¦ git commit --amend --no-edit ¦ yes
policy ¦ Don't use \`git commit --amend\` once the commit is on the remote. ¦ git commit -m "Amend the docs" ¦ no
policy ¦ No manual changes in the AWS console or with the CLI; everything goes through Terraform. ¦ aws ec2 create-security-group --group-name web ¦ no
policy ¦ Never export production data to your laptop. ¦ pg_dump -h prod-db app > app.sql ¦ no
policy ¦ Every docker run must have --rm. ¦ docker run -it alpine sh ¦ yes
policy ¦ Every docker run must have --rm. ¦ docker run --rm -it alpine sh ¦ no
policy ¦ Never turn off SELinux. ¦ sudo setenforce 0 ¦ no
policy ¦ Nobody except the DBAs runs ALTER TABLE on the orders table. ¦ psql app -c "SELECT 1" ¦ no
policy ¦ Do not touch .github/workflows without asking Mia. ¦ vim .github/workflows/ci.yml ¦ no
policy ¦ Do not push tags, the release job does that. ¦ git push --tags ¦ yes
policy ¦ Do not push tags, the release job does that. ¦ git push origin feat/tags ¦ no
policy ¦ Never run \`npm audit fix --force\`. ¦ npm audit fix --force ¦ yes
policy ¦ Never run \`npm audit fix --force\`. ¦ npm audit fix ¦ no
policy ¦ SSH to the production hosts only goes through the bastion (ssh -J bastion). ¦ ssh -J bastion prod-web-1 ¦ no
policy ¦ Never delete the main Terraform workspace or its state. ¦ terraform state list ¦ no
policy ¦ Don't use eval in shell scripts. ¦ eval "$(ssh-agent -s)" ¦ yes
policy ¦ Don't use eval in shell scripts. ¦ bash scripts/build.sh ¦ no
policy ¦ Never cherry-pick onto release branches without a ticket. ¦ git log --oneline ¦ no
policy ¦ The payments service is never restarted between 8 and 18. ¦ kubectl rollout restart deploy/payments ¦ yes
policy ¦ The payments service is never restarted between 8 and 18. ¦ kubectl rollout restart deploy/search ¦ no
policy ¦ Databases on db-prod-1 must not be dropped. ¦ dropdb -h db-prod-1 reports ¦ yes
policy ¦ Databases on db-prod-1 must not be dropped. ¦ dropdb -h localhost reports ¦ no
policy ¦ Do not use --skip-tests when building. ¦ mvn package -DskipTests ¦ no
policy ¦ Do not use -DskipTests when building with Maven. ¦ mvn package -DskipTests ¦ yes
policy ¦ Do not use -DskipTests when building with Maven. ¦ mvn package ¦ no
policy ¦ No git push on Fridays after 3 pm, please. ¦ git pull ¦ no
policy ¦ helm install and helm upgrade are reserved for the pipeline. ¦ helm upgrade api ./chart ¦ yes
policy ¦ helm install and helm upgrade are reserved for the pipeline. ¦ helm list ¦ no
policy ¦ Only push images that are tagged with a version; never push :dev tags. ¦ docker push registry.acme.io/api:dev ¦ yes
policy ¦ Only push images that are tagged with a version; never push :dev tags. ¦ docker push registry.acme.io/api:1.4.2 ¦ no
policy ¦ Don't ever git checkout . in this repo; there is usually uncommitted work. ¦ git checkout . ¦ yes
policy ¦ Don't ever git checkout . in this repo; there is usually uncommitted work. ¦ git checkout feat/a ¦ no
policy ¦ Never write to the main database replica. ¦ psql -h replica-1 -c "INSERT INTO a VALUES (1)" ¦ no
policy ¦ Credentials belong in 1Password, never in .env files that are committed. ¦ cat .env ¦ no
policy ¦ You can delete anything in tmp/. ¦ rm -rf tmp/cache ¦ no
policy ¦ Users are never deleted, only deactivated. ¦ psql app -c "DELETE FROM users WHERE id = 3" ¦ yes
policy ¦ Users are never deleted, only deactivated. ¦ psql app -c "UPDATE users SET active = false WHERE id = 3" ¦ no
policy ¦ Never use git push without naming the branch. ¦ git push origin feat/a ¦ no
policy ¦ No kubectl port-forward to production databases. ¦ kubectl --context prod port-forward svc/postgres 5432 ¦ yes
policy ¦ No kubectl port-forward to production databases. ¦ kubectl --context dev port-forward svc/postgres 5432 ¦ no
policy ¦ The vault token must not be printed or written to disk. ¦ npm test ¦ no
policy ¦ Never install packages from git URLs. ¦ npm install git+https://github.com/acme/x.git ¦ yes
policy ¦ Never install packages from git URLs. ¦ npm install zod ¦ no
policy ¦ Use signed commits (git commit -S) on all branches. ¦ git commit -m "Fix it" ¦ yes
policy ¦ Use signed commits (git commit -S) on all branches. ¦ git commit -S -m "Fix it" ¦ no
policy ¦ Do not rename or move files in public/, URLs depend on them. ¦ git mv public/logo.svg public/brand.svg ¦ yes
policy ¦ Do not rename or move files in public/, URLs depend on them. ¦ cp src/logo.svg public/logo2.svg ¦ no
preference ¦ For HTTP requests use xh, never curl. ¦ curl https://acme.dev ¦ yes
preference ¦ For HTTP requests use xh, never curl. ¦ xh https://acme.dev ¦ no
preference ¦ I use fish, so don't give me bash-only syntax. ¦ ls ¦ no
preference ¦ lazygit over plain git for staging. ¦ git add src/a.ts ¦ no
preference ¦ Prefer \`npm run test:unit\` to \`npm test\`, the latter also starts a browser. ¦ npm test ¦ yes
preference ¦ Prefer \`npm run test:unit\` to \`npm test\`, the latter also starts a browser. ¦ npm run test:unit ¦ no
preference ¦ Don't add Co-authored-by trailers. ¦ git commit -m "Fix it" ¦ no
preference ¦ Install CLI tools with mise rather than brew. ¦ brew install jq ¦ yes
preference ¦ Install CLI tools with mise rather than brew. ¦ brew services list ¦ no
preference ¦ Always use git log with --oneline. ¦ git log -5 ¦ yes
preference ¦ Always use git log with --oneline. ¦ git log --oneline -5 ¦ no
preference ¦ Use long flags in scripts. ¦ curl -s https://acme.dev ¦ no
preference ¦ I don't like npx; call binaries through pnpm exec. ¦ npx eslint . ¦ yes
preference ¦ I don't like npx; call binaries through pnpm exec. ¦ pnpm exec eslint . ¦ no
preference ¦ Run black with --line-length 100. ¦ black src ¦ yes
preference ¦ Run black with --line-length 100. ¦ black --line-length 100 src ¦ no
preference ¦ Prefer small PRs. ¦ gh pr create --fill ¦ no
preference ¦ Please use python3 and not python. ¦ python script.py ¦ yes
preference ¦ Please use python3 and not python. ¦ python3 script.py ¦ no
preference ¦ Sort imports with ruff, not isort. ¦ isort src ¦ yes
preference ¦ Sort imports with ruff, not isort. ¦ ruff check --select I --fix src ¦ no
decision ¦ We no longer support Node 16. ¦ nvm use 20 ¦ no
decision ¦ Cypress was thrown out, e2e tests are written in Playwright. ¦ npx cypress open ¦ yes
decision ¦ Cypress was thrown out, e2e tests are written in Playwright. ¦ npx playwright test ¦ no
decision ¦ Since v3 the CLI is built with esbuild instead of rollup. ¦ npx rollup -c ¦ yes
decision ¦ Since v3 the CLI is built with esbuild instead of rollup. ¦ npx esbuild src/cli.ts --bundle ¦ no
decision ¦ The Makefile was removed, use npm scripts. ¦ make build ¦ yes
decision ¦ The Makefile was removed, use npm scripts. ¦ npm run build ¦ no
decision ¦ Sentry replaced Rollbar. ¦ npm i rollbar ¦ yes
decision ¦ Sentry replaced Rollbar. ¦ npm i @sentry/node ¦ no
decision ¦ Feature branches are rebased, never merged with main. ¦ git checkout feat/a && git merge main ¦ yes
decision ¦ Feature branches are rebased, never merged with main. ¦ git checkout feat/a && git rebase main ¦ no
decision ¦ We migrated to pnpm workspaces. ¦ npm install ¦ no
decision ¦ We moved the repo to GitLab; GitHub is a read-only mirror. ¦ git fetch ¦ no
decision ¦ Local clusters are created with k3d, kind is not used any more. ¦ kind create cluster ¦ yes
decision ¦ Local clusters are created with k3d, kind is not used any more. ¦ k3d cluster create dev ¦ no
decision ¦ Secrets are managed with sops and no longer with ansible-vault. ¦ ansible-vault edit secrets.yml ¦ yes
decision ¦ Secrets are managed with sops and no longer with ansible-vault. ¦ sops secrets.yml ¦ no
fact ¦ The primary DB host is pg-a, pg-b is a replica. ¦ psql -h pg-a app ¦ no
fact ¦ eslint is run through npm run lint here. ¦ npm run lint ¦ no
fact ¦ The main branch of this repo is called develop, there is no main. ¦ git checkout main ¦ yes
fact ¦ The main branch of this repo is called develop, there is no main. ¦ git checkout develop ¦ no
fact ¦ Elasticsearch was replaced with OpenSearch on port 9201. ¦ curl localhost:9201 ¦ no
fact ¦ The Mac has no GNU sed, use gsed for in-place edits. ¦ gsed -i s/a/b/ x.txt ¦ no
fact ¦ The admin UI runs on 3001, 3000 belongs to the storefront. ¦ curl localhost:3001 ¦ no
fact ¦ The bucket acme-assets-old no longer exists. ¦ aws s3 sync dist s3://acme-assets-old ¦ yes
fact ¦ The bucket acme-assets-old no longer exists. ¦ aws s3 sync dist s3://acme-assets ¦ no
fact ¦ Our AWS profile is called acme-dev; the default profile belongs to another company. ¦ aws --profile acme-dev s3 ls ¦ no
fact ¦ The test database is app_test. Never point tests at app_dev. ¦ DATABASE_URL=postgres://localhost/app_dev npm test ¦ yes
fact ¦ The test database is app_test. Never point tests at app_dev. ¦ DATABASE_URL=postgres://localhost/app_test npm test ¦ no
architecture ¦ Shared types live in packages/types, apps must not add their own zod. ¦ npm test ¦ no
architecture ¦ Handlers don't talk to Redis directly. ¦ redis-cli ping ¦ no
architecture ¦ CHANGELOG.md is written by changesets, don't edit it manually. ¦ sed -i '1i # 2.0' CHANGELOG.md ¦ yes
architecture ¦ CHANGELOG.md is written by changesets, don't edit it manually. ¦ npx changeset version ¦ no
architecture ¦ Never add runtime dependencies to the cli package, it is dependency-free. ¦ pnpm --filter cli add chalk ¦ yes
architecture ¦ Never add runtime dependencies to the cli package, it is dependency-free. ¦ pnpm --filter web add chalk ¦ no
pitfall ¦ sudo npm install leaves root-owned files in the cache. ¦ sudo npm install ¦ yes
pitfall ¦ sudo npm install leaves root-owned files in the cache. ¦ npm install ¦ no
pitfall ¦ xargs rm on file names with spaces deleted the wrong files once; use -print0. ¦ ls ¦ no
pitfall ¦ Don't run pytest from the repo root, it collects the vendored tests; cd into backend first. ¦ cd backend && pytest ¦ no
pitfall ¦ git submodule update --remote moves the pinned commits. Leave out --remote. ¦ git submodule update --remote ¦ yes
pitfall ¦ git submodule update --remote moves the pinned commits. Leave out --remote. ¦ git submodule update --init ¦ no
pitfall ¦ docker build without --platform linux/amd64 gives images that do not start on the servers. ¦ docker build -t api . ¦ yes
pitfall ¦ docker build without --platform linux/amd64 gives images that do not start on the servers. ¦ docker build --platform linux/amd64 -t api . ¦ no
pitfall ¦ npm version creates a tag; pass --no-git-tag-version. ¦ npm version patch ¦ yes
pitfall ¦ npm version creates a tag; pass --no-git-tag-version. ¦ npm version patch --no-git-tag-version ¦ no
pitfall ¦ Editing package.json by hand and forgetting npm install breaks CI. ¦ npm install ¦ no
pitfall ¦ The formatter destroys templates/, so never run prettier there. ¦ npx prettier --write templates/mail.html ¦ yes
pitfall ¦ The formatter destroys templates/, so never run prettier there. ¦ npx prettier --write src/a.ts ¦ no
pitfall ¦ chown -R on /mnt/data takes hours and blocks NFS. ¦ sudo chown -R ann /mnt/data ¦ yes
pitfall ¦ chown -R on /mnt/data takes hours and blocks NFS. ¦ sudo chown -R ann ./out ¦ no
pitfall ¦ redis-cli KEYS * blocks the server; use SCAN. ¦ redis-cli KEYS 'user:*' ¦ yes
pitfall ¦ redis-cli KEYS * blocks the server; use SCAN. ¦ redis-cli --scan --pattern 'user:*' ¦ no
policy ¦ Keep your hands off the legacy/ folder. ¦ rm -r legacy/old ¦ yes
policy ¦ Keep your hands off the legacy/ folder. ¦ cat legacy/README.md ¦ no
policy ¦ Never log into prod-web-* with anything but your own user. ¦ ssh ann@prod-web-1 ¦ no
policy ¦ npm packages are installed with --ignore-scripts. ¦ npm install left-pad ¦ yes
policy ¦ npm packages are installed with --ignore-scripts. ¦ npm install --ignore-scripts left-pad ¦ no
policy ¦ Do not use the AdministratorAccess profile for everyday work. ¦ aws --profile AdministratorAccess s3 ls ¦ yes
policy ¦ Do not use the AdministratorAccess profile for everyday work. ¦ aws --profile Developer s3 ls ¦ no
policy ¦ Feature branches must be deleted with git branch -d, never -D. ¦ git branch -D feat/a ¦ yes
policy ¦ Feature branches must be deleted with git branch -d, never -D. ¦ git branch -d feat/a ¦ no
policy ¦ Don't run make clean on the CI cache volume. ¦ make build ¦ no
policy ¦ Deploys to production go through the deploy-prod workflow, never from a shell. ¦ ./scripts/deploy.sh production ¦ yes
policy ¦ Deploys to production go through the deploy-prod workflow, never from a shell. ¦ ./scripts/deploy.sh staging ¦ no
policy ¦ Never truncate audit_log. ¦ psql app -c "TRUNCATE audit_log" ¦ yes
policy ¦ Never truncate audit_log. ¦ psql app -c "TRUNCATE sessions" ¦ no
policy ¦ No self-signed certificates on public hosts. ¦ openssl version ¦ no
policy ¦ git reset --hard is fine on your own branch, never on main. ¦ git checkout main && git reset --hard HEAD~1 ¦ yes
policy ¦ git reset --hard is fine on your own branch, never on main. ¦ git checkout ina/wip && git reset --hard HEAD~1 ¦ no
policy ¦ Don't rm anything in /srv/media; move it to /srv/trash. ¦ rm /srv/media/a.mp4 ¦ yes
policy ¦ Don't rm anything in /srv/media; move it to /srv/trash. ¦ mv /srv/media/a.mp4 /srv/trash/ ¦ no
policy ¦ Do not enable swap on the Kubernetes nodes. ¦ kubectl get nodes ¦ no
policy ¦ All curl calls to partner APIs must have --max-time. ¦ curl --max-time 10 https://partner.example/v1 ¦ no
policy ¦ Never use latest in FROM lines or docker pulls. ¦ docker pull node:latest ¦ yes
policy ¦ Never use latest in FROM lines or docker pulls. ¦ docker pull node:22 ¦ no
policy ¦ Don't touch package.json versions by hand, changesets bumps them. ¦ npx changeset version ¦ no
policy ¦ You must not connect to the replica with write access. ¦ psql -h replica app ¦ no
policy ¦ Don't create branches from main; branch off develop. ¦ git checkout develop && git checkout -b feat/a ¦ no
policy ¦ Never run kubectl delete in the default namespace or kube-system. ¦ kubectl delete pod coredns-1 -n kube-system ¦ yes
policy ¦ Never run kubectl delete in the default namespace or kube-system. ¦ kubectl delete pod api-1 -n staging ¦ no
policy ¦ Interactive rebases on shared branches are not allowed. ¦ git rebase -i HEAD~3 ¦ no
policy ¦ Test data must never be loaded into the production database. ¦ npm run seed ¦ no
policy ¦ Never open port 22 to the world. ¦ ufw allow 443 ¦ no
policy ¦ Only maintainers push to main. Contributors open PRs. ¦ git push origin feat/x ¦ no
policy ¦ Docker volumes named pgdata* must not be removed. ¦ docker volume rm pgdata-main ¦ yes
policy ¦ Docker volumes named pgdata* must not be removed. ¦ docker volume rm cache ¦ no
policy ¦ We never use npm link; use workspace:* instead. ¦ npm link ../shared ¦ yes
policy ¦ We never use npm link; use workspace:* instead. ¦ npm install ¦ no
policy ¦ Do not add files to the repo root. ¦ mkdir src/new ¦ no
policy ¦ No plain http downloads. ¦ curl -O https://acme.dev/a.tgz ¦ no
policy ¦ Cron jobs are managed in ops/cron; do not use crontab -e. ¦ crontab -e ¦ yes
policy ¦ Cron jobs are managed in ops/cron; do not use crontab -e. ¦ crontab -l ¦ no
policy ¦ Don't bypass branch protection with --admin. ¦ gh pr merge 12 --squash --admin ¦ yes
policy ¦ Don't bypass branch protection with --admin. ¦ gh pr merge 12 --squash ¦ no
preference ¦ I prefer docker compose logs -f over docker logs. ¦ docker logs -f api ¦ yes
preference ¦ I prefer docker compose logs -f over docker logs. ¦ docker compose logs -f api ¦ no
preference ¦ Always use --watch=false with ng test. ¦ ng test ¦ yes
preference ¦ Always use --watch=false with ng test. ¦ ng test --watch=false ¦ no
preference ¦ Please use single quotes. ¦ npm run lint ¦ no
preference ¦ Use ssh aliases from ~/.ssh/config, not raw IPs. ¦ ssh web-1 ¦ no
preference ¦ Pipe long output through less. ¦ git log ¦ no
preference ¦ Tests in watch mode annoy me, run them once. ¦ npx vitest run ¦ no
preference ¦ For JSON use jq, don't grep in it. ¦ cat a.json ¦ no
preference ¦ gh instead of the web UI. ¦ gh pr list ¦ no
preference ¦ When you remove node_modules use npx rimraf, not rm -rf. ¦ rm -rf node_modules ¦ yes
preference ¦ When you remove node_modules use npx rimraf, not rm -rf. ¦ npx rimraf node_modules ¦ no
preference ¦ Open files in Zed (zed), not in VS Code (code). ¦ code src/a.ts ¦ yes
preference ¦ Open files in Zed (zed), not in VS Code (code). ¦ zed src/a.ts ¦ no
preference ¦ Add packages with an exact version (npm install --save-exact). ¦ npm install zod ¦ yes
preference ¦ Add packages with an exact version (npm install --save-exact). ¦ npm install --save-exact zod ¦ no
decision ¦ We chose Drizzle over Prisma. ¦ npx prisma generate ¦ yes
decision ¦ We chose Drizzle over Prisma. ¦ npx drizzle-kit generate ¦ no
decision ¦ From now on we use Bun as package manager. ¦ npm install ¦ yes
decision ¦ From now on we use Bun as package manager. ¦ bun install ¦ no
decision ¦ Storybook has been removed from the project. ¦ npx storybook dev ¦ yes
decision ¦ Storybook has been removed from the project. ¦ npm run dev ¦ no
decision ¦ gRPC was dropped in favour of REST. ¦ npm test ¦ no
decision ¦ nginx was swapped for Caddy. ¦ systemctl reload caddy ¦ no
decision ¦ We stopped using CocoaPods and moved to SPM. ¦ pod install ¦ yes
decision ¦ Vagrant is dead here, dev environments run in devcontainers. ¦ vagrant up ¦ yes
decision ¦ Vagrant is dead here, dev environments run in devcontainers. ¦ devcontainer up ¦ no
decision ¦ The charts are released with helmfile, plain helm is only for debugging. ¦ helmfile apply ¦ no
decision ¦ Server code is Kotlin only, no new Java files. ¦ ls src/main/java ¦ no
decision ¦ Ansible Tower was decommissioned. ¦ ansible --version ¦ no
decision ¦ The e2e tests run on Playwright rather than Cypress. ¦ npx cypress run ¦ yes
decision ¦ The e2e tests run on Playwright rather than Cypress. ¦ npx playwright test ¦ no
fact ¦ The CLI is called acmectl now, acme-cli is gone. ¦ acme-cli login ¦ yes
fact ¦ The CLI is called acmectl now, acme-cli is gone. ¦ acmectl login ¦ no
fact ¦ MinIO listens on 9000 and its console on 9001. ¦ curl localhost:9000/minio/health/live ¦ no
fact ¦ The upstream moved from GitHub to Codeberg. ¦ git clone https://codeberg.org/acme/x ¦ no
fact ¦ There is no Docker on the CI runners. ¦ docker build . ¦ no
fact ¦ Kafka in the dev stack is on 29092, not on 9092. ¦ kcat -b localhost:9092 -L ¦ yes
fact ¦ Kafka in the dev stack is on 29092, not on 9092. ¦ kcat -b localhost:29092 -L ¦ no
fact ¦ The repo uses Git LFS for *.psd. ¦ git add logo.psd ¦ no
fact ¦ Staging lives in the acme-stage project on GCP, acme-staging was deleted. ¦ gcloud --project acme-staging run services list ¦ yes
fact ¦ Staging lives in the acme-stage project on GCP, acme-staging was deleted. ¦ gcloud --project acme-stage run services list ¦ no
fact ¦ Our Python is 3.11, python3.9 has been uninstalled. ¦ python3.9 -m venv .venv ¦ yes
fact ¦ Our Python is 3.11, python3.9 has been uninstalled. ¦ python3.11 -m venv .venv ¦ no
fact ¦ Builds need 8 GB of RAM. ¦ npm run build ¦ no
architecture ¦ Files under api/openapi are the source of truth; sdk/ is generated and must not be changed. ¦ sed -i s/a/b/ sdk/client.py ¦ yes
architecture ¦ Files under api/openapi are the source of truth; sdk/ is generated and must not be changed. ¦ sed -i s/a/b/ api/openapi/users.yaml ¦ no
architecture ¦ Lambda functions must not use the AWS SDK v2 (aws-sdk). ¦ npm install aws-sdk ¦ yes
architecture ¦ Lambda functions must not use the AWS SDK v2 (aws-sdk). ¦ npm install @aws-sdk/client-s3 ¦ no
architecture ¦ Only packages/logger depends on pino. ¦ pnpm --filter logger add pino ¦ no
architecture ¦ Migrations must never be renamed after they were merged. ¦ git mv migrations/001.sql migrations/002.sql ¦ yes
architecture ¦ Migrations must never be renamed after they were merged. ¦ git mv src/a.ts src/b.ts ¦ no
pitfall ¦ sed -i behaves differently on macOS; use sed -i ''. ¦ ls ¦ no
pitfall ¦ Calling terraform init -upgrade bumps the provider lock file. ¦ terraform init -upgrade ¦ yes
pitfall ¦ Calling terraform init -upgrade bumps the provider lock file. ¦ terraform init ¦ no
pitfall ¦ conda update --all breaks the CUDA setup, update single packages. ¦ conda update --all ¦ yes
pitfall ¦ conda update --all breaks the CUDA setup, update single packages. ¦ conda update numpy ¦ no
pitfall ¦ pnpm install in a subfolder creates a second lockfile, always install from the root. ¦ cd packages/web && pnpm install ¦ no
pitfall ¦ Force-deleting pods of the kafka StatefulSet corrupts the log. Do not do it. ¦ kubectl delete pod kafka-0 --force ¦ yes
pitfall ¦ Force-deleting pods of the kafka StatefulSet corrupts the log. Do not do it. ¦ kubectl get pod kafka-0 ¦ no
pitfall ¦ docker compose pull before docker compose up -d, or you get old images. ¦ docker compose pull && docker compose up -d ¦ no
pitfall ¦ tsc --build leaves .tsbuildinfo files behind. ¦ tsc --noEmit ¦ no
pitfall ¦ git stash pop conflicts leave the stash in place, drop it by hand. ¦ git stash drop ¦ no
pitfall ¦ Restarting the scheduler loses queued jobs. ¦ kubectl rollout restart deploy/scheduler ¦ yes
pitfall ¦ Restarting the scheduler loses queued jobs. ¦ kubectl rollout restart deploy/web ¦ no
pitfall ¦ playwright install downloads 400 MB, use playwright install chromium. ¦ npx playwright install ¦ yes
pitfall ¦ playwright install downloads 400 MB, use playwright install chromium. ¦ npx playwright install chromium ¦ no
pitfall ¦ Setting NODE_OPTIONS=--max-old-space-size breaks the jest workers. ¦ NODE_OPTIONS=--max-old-space-size=8192 npx jest ¦ yes
pitfall ¦ Setting NODE_OPTIONS=--max-old-space-size breaks the jest workers. ¦ npx jest ¦ no
`;

export const MORE_PAIRS: readonly Pair[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [type = "", text = "", command = "", says = ""] = line.split(" ¦ ");
    return { type: type as RecordType, text, command, conflicts: says === "yes" };
  });

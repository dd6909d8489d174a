// Hard ones, from somebody who had not seen the rules: the first try found 0.55 of the conflicts, and made up 6.
import type { RecordType } from "../../src/core/record/record.ts";
import type { Pair } from "./memory-pairs.ts";

const LINES = `
policy ¦ Nobody force-pushes to shared branches. develop and release/* are shared. ¦ git push --force origin develop ¦ yes
policy ¦ Applying infrastructure needs a saved plan that someone has read. -auto-approve is not acceptable, in any environment. ¦ terraform apply -auto-approve ¦ yes
policy ¦ kubectl delete is off limits in the prod namespace ¦ kubectl -n prod delete pod checkout-7d9f5c-x2k4p ¦ yes
policy ¦ One-off containers must be started with --rm so that we don't leave junk on the host. ¦ docker run -it ubuntu:22.04 bash ¦ yes
policy ¦ never sudo pip, it wrecked the system python twice ¦ sudo pip install requests ¦ yes
policy ¦ The pre-commit hooks must not be skipped, not even for a WIP commit. ¦ git commit --no-verify -m "wip" ¦ yes
policy ¦ We aren't allowed to ssh into db-primary directly; go through the bastion (ssh -J bastion.acme.io). ¦ ssh admin@db-primary ¦ yes
policy ¦ No \`latest\` tags, ever: every image gets a version. ¦ docker build -t registry.acme.io/api:latest . ¦ yes
policy ¦ S3 buckets must not be made public. Security audits this weekly. ¦ aws s3api put-bucket-acl --bucket acme-assets --acl public-read ¦ yes
policy ¦ chmod 777 is banned on this machine ¦ chmod -R 777 /srv/uploads ¦ yes
policy ¦ Piping a download straight into a shell is forbidden. Save the script, read it, then run it. ¦ curl -fsSL https://get.example.dev/install.sh | sh ¦ yes
policy ¦ TLS verification stays on for every HTTP call, internal hosts included; the company CA is installed everywhere. ¦ curl -k https://internal.acme.io/health ¦ yes
policy ¦ The production database (prod-db.acme.io) is read only for humans: no UPDATE, INSERT or DELETE by hand. ¦ psql -h prod-db.acme.io -d shop -c "UPDATE orders SET status='paid' WHERE id=4411" ¦ yes
policy ¦ Pull requests are squashed when merged. No merge commits. ¦ gh pr merge 212 --merge ¦ yes
policy ¦ Tags are immutable: once a tag has been pushed it is neither moved nor deleted. ¦ git push origin --delete refs/tags/v2.3.1 ¦ yes
policy ¦ Every helm upgrade needs --atomic so that a failed rollout rolls itself back. ¦ helm upgrade api ./charts/api -n staging ¦ yes
policy ¦ Only CI publishes crates. Don't run cargo publish from a workstation. ¦ cargo publish -p acme-core ¦ yes
policy ¦ Nothing gets installed globally with npm, use devDependencies and npx. ¦ npm i -g typescript ¦ yes
policy ¦ A restart of nginx drops live websocket connections, so on this host it is reload only. ¦ sudo systemctl restart nginx ¦ yes
policy ¦ Leave everything under vendor/ alone, it is only ever changed by \`go mod vendor\`. ¦ rm vendor/github.com/pkg/errors/stack.go ¦ yes
policy ¦ Syncs to backup.lan must never carry --delete: an empty source once emptied the backup too. ¦ rsync -av --delete ~/photos/ backup.lan:/tank/photos/ ¦ yes
policy ¦ Keep passwords off the command line (shell history, ps). Use ~/.my.cnf for MySQL. ¦ mysql -u root -pS3cret99 shop ¦ yes
policy ¦ GCP: the project acme-prod is not to be touched with gcloud compute instances delete or stop, by anyone. ¦ gcloud compute instances stop worker-3 --project acme-prod --zone europe-west1-b ¦ yes
policy ¦ On build01 packages are pinned. No upgrade, no dist-upgrade there. ¦ ssh build01 'sudo apt-get dist-upgrade -y' ¦ yes
preference ¦ I'd rather have ripgrep than grep for searching the code ¦ grep -rn "useCart" src/ ¦ yes
preference ¦ uv instead of pip, for everything Python. ¦ pip install httpx ¦ yes
preference ¦ Prefer podman to docker on my laptop; the docker daemon isn't even running. ¦ docker ps -a ¦ yes
preference ¦ When pulling I want a rebase and not a merge commit. ¦ git pull --no-rebase origin main ¦ yes
preference ¦ please use trash-put in place of rm, I've lost too many files ¦ rm -r ~/Documents/drafts ¦ yes
preference ¦ For calling JSON APIs I use httpie (\`http\`), not curl. ¦ curl -X POST https://api.example.com/v1/items -H 'Content-Type: application/json' -d '{"a":1}' ¦ yes
preference ¦ Ruby gems: always go through bundler (bundle add), don't gem install things by hand ¦ gem install sidekiq ¦ yes
preference ¦ Run pytest with -x. I want it to stop on the first failure. ¦ pytest tests/ ¦ yes
preference ¦ I don't like black; format Python with ruff format. ¦ black src/ tests/ ¦ yes
preference ¦ To make or change branches, git switch rather than git checkout. ¦ git checkout -b feature/login ¦ yes
preference ¦ Archives: zstd please, not gzip. It's faster and smaller. ¦ tar -czf backup.tar.gz data/ ¦ yes
preference ¦ My editor is nvim. vim isn't configured here, so don't open things with it. ¦ vim src/main.rs ¦ yes
pitfall ¦ npm ci wipes the packages linked into node_modules. In this repo run npm install. ¦ npm ci ¦ yes
pitfall ¦ \`docker compose down -v\` destroys the local Postgres data. It cost us a day; leave out the -v. ¦ docker compose down -v ¦ yes
pitfall ¦ Parallel make breaks the firmware target (race in the codegen step), so build it without -j. ¦ make -j8 firmware ¦ yes
pitfall ¦ Playwright in parallel corrupts the fixture database; always pass --workers=1 ¦ npx playwright test --workers=4 ¦ yes
pitfall ¦ GoPro clips (GX*.MP4) get out-of-sync audio with -c copy. Re-encode them instead. ¦ ffmpeg -i GX010034.MP4 -c copy out.mp4 ¦ yes
pitfall ¦ brew upgrade with no name given replaced postgresql@14 and broke the data directory. Upgrade formulas by name only. ¦ brew upgrade ¦ yes
pitfall ¦ This is a Mac: sed -i wants an empty suffix, i.e. sed -i '' 's/…/…/' file. Without it, it fails with a strange error. ¦ sed -i 's/debug/info/' config.yml ¦ yes
pitfall ¦ go test caches integration results and we shipped a bug because of it. Integration tests need -count=1. ¦ go test -tags=integration ./internal/integration/... ¦ yes
pitfall ¦ Don't git clean with -x: it removes the .env files, and those are kept nowhere else. ¦ git clean -fdx ¦ yes
decision ¦ We've settled on OpenTofu (tofu); terraform is no longer used since the licence change. ¦ terraform plan -out=tf.plan ¦ yes
decision ¦ As of March the task runner is just. The Makefile is dead and only kept until the docs are updated. ¦ make test ¦ yes
decision ¦ Retro outcome: yarn stays the package manager of the web app, npm is out ¦ npm install lodash ¦ yes
decision ¦ Argo CD rolls out everything from the deploy repo; nobody applies manifests by hand any more. ¦ kubectl apply -f k8s/deployment.yaml ¦ yes
decision ¦ C code is compiled with clang. gcc was dropped after the sanitizer trouble. ¦ gcc -O2 -o parser parser.c ¦ yes
decision ¦ Schema changes are made through Alembic revisions, not with SQL typed into psql. ¦ psql -d app -c "ALTER TABLE users ADD COLUMN age int" ¦ yes
fact ¦ In development the orders API listens on 8443; the old port 8080 is closed. ¦ curl http://localhost:8080/orders ¦ yes
fact ¦ The default branch of this repo is trunk. There is no main and no master. ¦ git rebase origin/main ¦ yes
fact ¦ The kube context for staging is stg-eu. The old one, staging-1, was removed along with its cluster. ¦ kubectl --context staging-1 get pods ¦ yes
fact ¦ Only Python 3.12 is on these machines, python2 isn't installed. ¦ python2 scripts/migrate.py ¦ yes
fact ¦ The frontend lives in apps/web now; the frontend/ directory is gone. ¦ cd frontend && pnpm dev ¦ yes
architecture ¦ Postgres sits behind pgbouncer on 6432. Nothing, people included, connects to 5432 directly. ¦ psql -h db.internal -p 5432 -U app shop ¦ yes
architecture ¦ gen/ is output of buf and is never edited; change the .proto files and regenerate. ¦ sed -i 's/UserName/Username/' gen/user/v1/user.pb.go ¦ yes
architecture ¦ The monorepo is built by Bazel, from the root. Plain \`go build\` in a package isn't supported and gives stale protos. ¦ go build ./services/ledger ¦ yes
architecture ¦ All services log to journald (journalctl -u acme-*), there are no log files under /var/log/acme. ¦ tail -f /var/log/acme/api.log ¦ yes
policy ¦ No force-push to main or to a release branch. On your own feature branches it's fine. ¦ git push --force-with-lease origin feature/search-facets ¦ no
policy ¦ terraform destroy is never run against production. ¦ terraform -chdir=envs/production plan ¦ no
policy ¦ Hands off kube-system: nobody deletes or edits anything in there. ¦ kubectl -n kube-system get pods -o wide ¦ no
policy ¦ Delete nothing in the payments namespace with kubectl ¦ kubectl delete pod loadtest-1 -n sandbox ¦ no
policy ¦ Don't pip install into the system interpreter. Inside the project's .venv you may. ¦ .venv/bin/pip install requests ¦ no
policy ¦ All commits must be signed (git commit -S), the server rejects the rest. ¦ git commit -S -m "fix: null check in cart" ¦ no
policy ¦ No interactive ssh to the prod-* hosts. ¦ ssh deploy@staging-web-2 ¦ no
policy ¦ We do not push images tagged latest ¦ docker push registry.acme.io/api:1.14.2 ¦ no
policy ¦ aws s3 rm on acme-backups is forbidden, legal hold until 2027. ¦ aws s3 ls s3://acme-backups/2024/ ¦ no
policy ¦ Don't stop or restart postgresql on this box without telling the data team. ¦ systemctl status postgresql ¦ no
policy ¦ DROP and TRUNCATE must not be run on prod-db by hand. ¦ psql -h prod-db -c "SELECT count(*) FROM orders" ¦ no
policy ¦ PRs get squashed on merge, and the branch goes away afterwards. ¦ gh pr merge 87 --squash --delete-branch ¦ no
policy ¦ Install scripts from the web are not piped to bash. Download first, read, then run. ¦ curl -fsSLO https://get.example.dev/install.sh ¦ no
policy ¦ rm -rf is only OK inside build/ and dist/, nowhere else. ¦ rm -rf dist/ ¦ no
policy ¦ From a laptop npm publish is never run for real, a --dry-run is okay. ¦ npm publish --dry-run ¦ no
policy ¦ Prod helm releases are upgraded with --atomic and an explicit --timeout. ¦ helm upgrade web ./charts/web -n prod --atomic --timeout 5m ¦ no
policy ¦ crontab -r must never be typed on this server; it's one key away from -e and we have no copy. ¦ crontab -l ¦ no
policy ¦ Don't ever commit .env. The tracked one is .env.example. ¦ git add .env.example README.md ¦ no
policy ¦ Migrations that have been merged are frozen, they must not be edited. ¦ cat db/migrations/0042_add_index.sql ¦ no
policy ¦ Running playbooks against inventories/production is the release manager's job, nobody else does it. ¦ ansible-playbook -i inventories/staging site.yml ¦ no
policy ¦ go get -u is not allowed: dependencies are raised one at a time, to a named version. ¦ go get golang.org/x/net@v0.33.0 ¦ no
policy ¦ Files under /etc are managed by Puppet, so no sed -i in there. ¦ sed -i 's/v1/v2/g' docs/api.md ¦ no
policy ¦ Do not run docker system prune: the layer cache on this host takes hours to rebuild. ¦ docker system df ¦ no
policy ¦ Nobody runs alembic downgrade on a shared database. ¦ alembic upgrade head ¦ no
preference ¦ fd rather than find, thanks ¦ fd -e ts useCart src ¦ no
preference ¦ In the billing service I prefer poetry over pip. ¦ poetry add stripe ¦ no
preference ¦ Composer packages: use \`composer require\`, don't edit composer.json by hand and then update. ¦ composer require guzzlehttp/guzzle:^7.9 ¦ no
preference ¦ I like my history compact: git log --oneline ¦ git log --oneline -20 ¦ no
preference ¦ Makefiles: keep recipes short and move longer logic into scripts/. ¦ make lint ¦ no
preference ¦ Prefer docker compose (the plugin) to the old docker-compose binary. ¦ docker compose up -d redis ¦ no
preference ¦ Use cargo nextest run in place of cargo test; doctests are the exception, these still go with cargo test --doc. ¦ cargo test --doc ¦ no
preference ¦ Verbose test output helps me, so pytest -v ¦ pytest -v tests/unit ¦ no
preference ¦ YAML gets edited with yq, not with sed. ¦ sed -n '10,30p' README.md ¦ no
preference ¦ For big downloads (ISOs, datasets) use aria2c, curl gives up half way. ¦ curl -s https://api.github.com/repos/acme/web ¦ no
preference ¦ Branch names are kebab-case with a type in front, like fix/broken-header. ¦ git switch -c feat/export-csv ¦ no
preference ¦ Don't squash my commits when rebasing; I like a fine-grained history. ¦ git rebase origin/main ¦ no
pitfall ¦ vitest without \`run\` stays in watch mode and the terminal hangs. Use vitest run. ¦ npx vitest run src/cart ¦ no
pitfall ¦ docker volume prune took the Gitea data with it last year, don't use it on this host. ¦ docker image prune -f ¦ no
pitfall ¦ manage.py migrate hangs while the Celery workers are up, so stop these before migrating. ¦ python manage.py showmigrations ¦ no
pitfall ¦ cp -rL on the assets tree follows symlinks and fills the disk; cp -a is what you want. ¦ cp -a assets/ /mnt/stage/assets ¦ no
pitfall ¦ mvn without -pl builds all sixty modules and takes forty minutes. Name the module. ¦ mvn -pl services/invoice -am test ¦ no
pitfall ¦ ImageMagick strips the colour profile of our CMYK TIFFs; use vips for those. ¦ convert logo.png -resize 200x200 icon.png ¦ no
pitfall ¦ dnf install waits for an answer when run by a script, and the job times out. Pass -y. ¦ sudo dnf install -y libpq-devel ¦ no
pitfall ¦ Forgetting the trailing slash on the rsync source leaves a nested public/public on web-01. ¦ rsync -av public/ web-01:/var/www/public/ ¦ no
pitfall ¦ git gc in ~/art (the big asset repo) ran out of memory and left it broken. Not there again. ¦ git -C ~/code/site gc ¦ no
decision ¦ For scheduled jobs we went with systemd timers rather than cron. ¦ sudo systemctl enable --now backup.timer ¦ no
decision ¦ Biome was picked over ESLint and Prettier for all the web repos. ¦ pnpm biome check --write src ¦ no
decision ¦ Only the Android app is still built with Gradle, the JVM services were all moved to Maven. ¦ cd android && ./gradlew assembleDebug ¦ no
decision ¦ The new ledger is on MySQL; Postgres stays for reporting. ¦ psql -d reporting -c '\\dt' ¦ no
decision ¦ New infrastructure is written in Pulumi, apart from DNS, which remains in Terraform (infra/dns). ¦ terraform -chdir=infra/dns plan ¦ no
decision ¦ We dropped support for Node 16; 20 and 22 are what we test on. ¦ nvm use 20 ¦ no
fact ¦ Grafana is on port 3001, because 3000 belongs to the web app. ¦ curl -s http://localhost:3001/api/health ¦ no
fact ¦ The staging database is refreshed from an anonymised dump every Sunday night. ¦ psql -h staging-db -c 'select now()' ¦ no
fact ¦ Artifacts are in acme-artifacts-eu; acme-artifacts was the US bucket and has been deleted. ¦ aws s3 cp build.zip s3://acme-artifacts-eu/web/ ¦ no
fact ¦ CI uses Ubuntu 22.04 runners with 4 cores. ¦ brew install jq ¦ no
fact ¦ The default branch is main in all our repos except legacy-erp, where it is still master. ¦ git -C ~/src/legacy-erp pull origin master ¦ no
architecture ¦ The gateway is the only service with an ingress; the others are reachable inside the cluster only. ¦ kubectl -n gateway get ingress ¦ no
architecture ¦ Shared types live in packages/types. Apps import from there and never from one another. ¦ pnpm --filter @acme/types build ¦ no
architecture ¦ The .proto files are the source of truth, and the Go and TS clients are generated from them with buf generate. ¦ buf generate proto ¦ no
architecture ¦ Writes go to the primary; reads are served by the replica, db-ro.internal. ¦ psql -h db-ro.internal -c "SELECT max(id) FROM events" ¦ no
`;

export const HARD_PAIRS: readonly Pair[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [type = "", text = "", command = "", says = ""] = line.split(" ¦ ");
    return { type: type as RecordType, text, command, conflicts: says === "yes" };
  });

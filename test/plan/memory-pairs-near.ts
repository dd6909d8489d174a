// Other sentences for the rules that the hard pairs gave, and others that only look like them.
import type { RecordType } from "../../src/core/record/record.ts";
import type { Pair } from "./memory-pairs.ts";

const LINES = `
policy ¦ pulumi up from a laptop is forbidden, though a --preview-only is fine. ¦ pulumi up --preview-only ¦ no
policy ¦ git clean must never be run here; with -n it is fine. ¦ git clean -n ¦ no
policy ¦ git clean must never be run here; with -n it is fine. ¦ git clean -fd ¦ yes
policy ¦ rm -r is fine, rm -rf is not ok. ¦ rm -rf build ¦ yes
policy ¦ rsync --delete is never run on nas01. rsync --delete --dry-run is okay. ¦ rsync -a --delete --dry-run src/ nas01:/data ¦ no
preference ¦ Use pnpm rather than npm; publishing is the exception, it still goes through npm publish --access public. ¦ npm publish --access public ¦ no
preference ¦ JSON is edited with jq, not with sed. ¦ sed -n 5p package.json ¦ no
preference ¦ JSON is edited with jq, not with sed. ¦ sed -i s/1.0/1.1/ package.json ¦ yes
preference ¦ JSON is edited with jq, not with sed. ¦ sed -i s/a/b/ src/a.ts ¦ no
preference ¦ Branches are named after the ticket, e.g. ops/1234-renew-certs. ¦ git switch -c web/77-footer ¦ no
preference ¦ Branch names start with feat/ or fix/. ¦ git switch -c export-csv ¦ yes
pitfall ¦ rsync -a keeps the wrong owner on the NAS; rsync -rt is the right way. ¦ rsync -rt photos/ nas:/photos/ ¦ no
pitfall ¦ rsync -a keeps the wrong owner on the NAS; rsync -rt is the right way. ¦ rsync -a photos/ nas:/photos/ ¦ yes
fact ¦ cache-01 was the Redis host and has been decommissioned; use cache-01-eu. ¦ redis-cli -h cache-01-eu ping ¦ no
fact ¦ cache-01 was the Redis host and has been decommissioned. ¦ redis-cli -h cache-01 set a 1 ¦ yes
policy ¦ --no-verify is unacceptable, fix the hook instead. ¦ git push --no-verify ¦ yes
policy ¦ --no-verify is unacceptable, fix the hook instead. ¦ git push ¦ no
policy ¦ Using --privileged is never acceptable. ¦ docker run --privileged alpine ¦ yes
policy ¦ Using --privileged is never acceptable. ¦ docker run --rm alpine ¦ no
policy ¦ Commit hooks are never bypassed. ¦ git commit -n -m x ¦ yes
policy ¦ Commit hooks are never bypassed. ¦ git commit -m x ¦ no
policy ¦ Containers on this host must be started with --rm. ¦ docker run alpine true ¦ yes
policy ¦ Containers on this host must be started with --rm. ¦ docker run --rm alpine true ¦ no
policy ¦ Containers on this host must be started with --rm. ¦ docker ps ¦ no
policy ¦ Throwaway containers must be launched with --rm. ¦ docker run -d redis:7 ¦ no
policy ¦ Uploads to cdn.acme.io must never carry --acl public-read. ¦ aws s3 cp a.js s3://cdn.acme.io/a.js ¦ no
policy ¦ Backups with restic must never carry --no-lock. ¦ restic backup --no-lock /data ¦ yes
policy ¦ Backups with restic must never carry --no-lock. ¦ restic backup /data ¦ no
decision ¦ nvm was dropped in spring. ¦ nvm use 20 ¦ yes
fact ¦ yarn isn't installed on the runners. ¦ yarn add zod ¦ yes
fact ¦ yarn isn't installed on the runners. ¦ npm install zod ¦ no
fact ¦ docker isn't slow here. ¦ docker ps ¦ no
preference ¦ I use helix. nano isn't set up here. ¦ nano a.txt ¦ yes
preference ¦ I use helix. nano isn't set up here. ¦ hx a.txt ¦ no
policy ¦ Please leave third_party/ untouched. ¦ sed -i s/a/b/ third_party/zlib/zlib.h ¦ yes
policy ¦ Please leave third_party/ untouched. ¦ grep -rn inflate third_party/ ¦ no
policy ¦ Please leave third_party/ untouched. ¦ rm -rf build/ ¦ no
policy ¦ Leave the payments namespace alone. ¦ kubectl -n payments delete pod a ¦ yes
policy ¦ Leave the payments namespace alone. ¦ kubectl -n payments get pods ¦ no
policy ¦ Leave the payments namespace alone. ¦ kubectl -n search delete pod a ¦ no
policy ¦ Leave the porch light on. ¦ git commit -m x ¦ no
policy ¦ Stay away from prod-db-1. ¦ ssh prod-db-1 systemctl restart postgresql ¦ yes
policy ¦ Hands off legacy/, it is being rewritten. ¦ rm legacy/a.c ¦ yes
policy ¦ Hands off legacy/, it is being rewritten. ¦ cat legacy/a.c ¦ no
fact ¦ The old scripts/ folder is gone, everything is in tools/. ¦ bash scripts/build.sh ¦ yes
fact ¦ The old scripts/ folder is gone, everything is in tools/. ¦ bash tools/build.sh ¦ no
fact ¦ The old scripts/ folder is gone, everything is in tools/. ¦ rm -rf scripts/ ¦ no
fact ¦ api/v1/ no longer exists. ¦ cat api/v1/users.go ¦ yes
fact ¦ api/v1/ no longer exists. ¦ cat api/v2/users.go ¦ no
fact ¦ There are no Python files in src/. ¦ cat src/a.ts ¦ no
fact ¦ There are no Python files in src/. ¦ python src/main.py ¦ yes
fact ¦ There are no tests in src/legacy. ¦ cat src/legacy/a.ts ¦ no
policy ¦ The host db-main is not to be restarted. ¦ ssh db-main sudo reboot ¦ no
policy ¦ The host db-main is not to be rebooted. ¦ ssh db-main sudo reboot ¦ yes
policy ¦ The project acme-live is not to be touched. ¦ gcloud sql instances delete a --project acme-live ¦ yes
policy ¦ The project acme-live is not to be touched. ¦ gcloud sql instances delete a --project acme-dev ¦ no
preference ¦ For searching, rg rather than grep. ¦ grep -rn x src ¦ yes
preference ¦ For JSON, jq rather than python. ¦ python scripts/a.py ¦ no
preference ¦ Containers: podman please, not docker. ¦ docker run --rm alpine ¦ yes
preference ¦ Containers: podman please, not docker. ¦ podman run --rm alpine ¦ no
policy ¦ Nothing is ever pushed to main directly. ¦ git push origin main ¦ yes
policy ¦ Nothing is ever pushed to main directly. ¦ git push origin feat/x ¦ no
policy ¦ Nothing in this repo is deployed with kubectl apply. ¦ kubectl apply -f a.yaml ¦ yes
policy ¦ Nothing to do here when npm test fails. ¦ npm test ¦ no
policy ¦ Nothing beats rg for searching. ¦ rg x ¦ no
policy ¦ Nothing else than npm test is run before a push. ¦ npm test ¦ no
architecture ¦ Nothing talks to 9200 directly, queries go through the search API. ¦ curl http://localhost:9200/_search ¦ yes
policy ¦ Certificate validation remains enabled everywhere. ¦ wget --no-check-certificate https://x.acme.io/a ¦ yes
policy ¦ Certificate validation remains enabled everywhere. ¦ wget https://x.acme.io/a ¦ no
policy ¦ Releases are immutable, cut a new one instead. ¦ gh release delete v1.0.0 ¦ yes
policy ¦ Releases are immutable, cut a new one instead. ¦ gh release create v1.0.1 ¦ no
policy ¦ Published tags are neither moved nor deleted. ¦ git tag -f v1.0.0 ¦ yes
policy ¦ Published tags are neither moved nor deleted. ¦ git tag v1.0.1 ¦ no
policy ¦ Keep tokens off the command line. ¦ curl -H "Authorization: Bearer abcdef123456" https://api.x.io ¦ yes
policy ¦ Keep tokens off the command line. ¦ curl https://api.x.io ¦ no
policy ¦ Keep large files out of git. ¦ git add README.md ¦ no
pitfall ¦ Parallel ninja breaks the docs target, so build it without -j. ¦ ninja -j8 docs ¦ yes
pitfall ¦ Parallel ninja breaks the docs target, so build it without -j. ¦ ninja -j8 app ¦ no
pitfall ¦ Jest in parallel floods the database; always pass --maxWorkers=2 ¦ npx jest --maxWorkers=8 ¦ yes
pitfall ¦ Jest in parallel floods the database; always pass --maxWorkers=2 ¦ npx jest --maxWorkers=2 ¦ no
policy ¦ We aren't allowed to push images to Docker Hub. ¦ docker push acme/api:1.0 ¦ yes
policy ¦ You aren't supposed to run terraform apply by hand. ¦ terraform apply ¦ yes
policy ¦ It isn't allowed to log in to bastion as root. ¦ ssh root@bastion ¦ yes
policy ¦ It isn't allowed to log in to bastion as root. ¦ ssh ina@bastion ¦ no
policy ¦ Machines in rack 4 aren't reachable directly; hop via jump.acme.io (ssh -J jump.acme.io). ¦ ssh -J jump.acme.io rack4-1 ¦ no
policy ¦ Database dumps must not be made public. ¦ aws s3 cp dump.sql s3://acme-private/ ¦ no
policy ¦ A reboot of nas01 loses the RAID cache, so it is shutdown only. ¦ ssh nas02 sudo reboot ¦ no
decision ¦ The API is versioned by header. v1 and v2 are supported. ¦ curl http://localhost:3000/v1/users ¦ no
fact ¦ Redis isn't configured for persistence. ¦ redis-cli get a ¦ no
fact ¦ ESLint is not configured for the docs folder. ¦ eslint src ¦ no
fact ¦ eslint is fine with node 20. prettier is not installed globally. ¦ npx prettier --check src ¦ no
fact ¦ make is not installed on the Windows runners. ¦ make build ¦ no
preference ¦ Tests: fast ones first, not the slow suite. ¦ npm test ¦ no
decision ¦ API docs: OpenAPI, not RAML. ¦ npm run docs ¦ no
preference ¦ To look at logs, use stern rather than kubectl logs. ¦ kubectl logs api-0 ¦ yes
preference ¦ To look at logs, stern rather than kubectl logs. ¦ kubectl get pods ¦ no
policy ¦ The audit log stays on. ¦ systemctl stop nginx ¦ no
policy ¦ SELinux stays enabled. ¦ sudo dnf install nginx ¦ no
policy ¦ The firewall stays on, always. ¦ sudo ufw status ¦ no
policy ¦ Agents aren't permitted to run anything with sudo on build-7. ¦ ssh build-7 sudo systemctl stop docker ¦ yes
policy ¦ Agents aren't permitted to run anything with sudo on build-7. ¦ ssh build-7 uptime ¦ no
policy ¦ The -f switch of docker rm is not wanted here. ¦ docker rm -f web ¦ yes
policy ¦ The -f switch of docker rm is not wanted here. ¦ docker rm web ¦ no
policy ¦ helm installs must always carry --wait. ¦ helm install web ./chart ¦ yes
policy ¦ helm installs must always carry --wait. ¦ helm list ¦ no
policy ¦ Terraform runs need -lock-timeout=5m. ¦ terraform fmt ¦ no
policy ¦ ansible-playbook has to be started with --check first, a run with --diff is fine too. ¦ ansible-playbook --diff site.yml ¦ no
policy ¦ There is to be no kubectl exec into payments pods. ¦ kubectl exec -n payments api-0 -- sh ¦ yes
policy ¦ There is to be no kubectl exec into payments pods. ¦ kubectl logs -n payments api-0 ¦ no
policy ¦ Let the files in fixtures/golden be. ¦ cat fixtures/golden/a.json ¦ no
policy ¦ Everything under migrations/ stays untouched once merged. ¦ cat migrations/001.sql ¦ no
policy ¦ Do not touch infra/prod. ¦ terraform -chdir=infra/prod apply ¦ yes
policy ¦ Do not touch infra/prod. ¦ terraform -chdir=infra/dev apply ¦ no
policy ¦ Do not touch infra/prod. ¦ terraform -chdir=infra/prod plan ¦ no
fact ¦ svn isn't available any more. ¦ svn up ¦ yes
fact ¦ The registry registry.old.acme.io was removed in May. ¦ docker pull registry.old.acme.io/api:1 ¦ yes
fact ¦ The registry registry.old.acme.io was removed in May. ¦ docker pull registry.acme.io/api:1 ¦ no
fact ¦ docs/ has been removed; the handbook lives in its own repo. ¦ cat docs/intro.md ¦ yes
fact ¦ docs/ has been removed; the handbook lives in its own repo. ¦ git log -- docs/intro.md ¦ no
fact ¦ docs/ has been removed; the handbook lives in its own repo. ¦ cat packages/docs/intro.md ¦ no
fact ¦ There is no Makefile in this repo. ¦ make test ¦ yes
fact ¦ There is no main branch here, the default is develop. ¦ git checkout main ¦ yes
fact ¦ The user service isn't on 8081 any more, it answers on 9090. ¦ curl localhost:8081/users ¦ yes
fact ¦ The user service isn't on 8081 any more, it answers on 9090. ¦ curl localhost:9090/users ¦ no
fact ¦ wget isn't needed, curl is there. ¦ curl https://x.io ¦ no
preference ¦ Deploys: I'd use kamal rather than cap. ¦ cap production deploy ¦ yes
preference ¦ Deploys: I'd use kamal rather than cap. ¦ kamal deploy ¦ no
preference ¦ delta rather than colordiff, when I read diffs. ¦ delta a.txt b.txt ¦ no
preference ¦ Tests before lint, not lint before tests. ¦ npm run lint ¦ no
preference ¦ Small commits rather than big ones. ¦ git commit -m "Add parser" ¦ no
preference ¦ Name things plainly, not cleverly. ¦ npm test ¦ no
preference ¦ Python: black, not autopep8. ¦ autopep8 -i a.py ¦ yes
preference ¦ Diffs: side by side, not unified. ¦ git diff ¦ no
pitfall ¦ terraform fmt -recursive isn't safe in vendor; terraform fmt -check is fine. ¦ terraform fmt -check ¦ no
pitfall ¦ tar -cJf takes an hour on this box. ¦ tar -cJf a.tar.xz data ¦ yes
pitfall ¦ tar -cJf takes an hour on this box. ¦ tar -xJf a.tar.xz ¦ no
pitfall ¦ pg_dump without -Fc gives dumps that can't be restored in parallel. ¦ pg_dump -Fc shop ¦ no
pitfall ¦ pg_dump without -Fc gives dumps that can't be restored in parallel. ¦ pg_dump shop ¦ yes
pitfall ¦ yarn install in docker isn't reproducible. always pass --immutable ¦ yarn install --immutable ¦ no
pitfall ¦ Cargo in parallel runs out of memory here; always pass --jobs=2 ¦ cargo build --jobs=8 ¦ yes
pitfall ¦ Cargo in parallel runs out of memory here; always pass --jobs=2 ¦ cargo install ripgrep ¦ no
decision ¦ Ruby is pinned. bundler 1 isn't supported. ¦ bundle install ¦ no
decision ¦ Postgres stays on 15 this year. ¦ psql -d app ¦ no
decision ¦ The feature flag service stays enabled for staging. ¦ kubectl -n staging get pods ¦ no
decision ¦ Ids are immutable. ¦ psql -c "delete from sessions" ¦ no
decision ¦ Containers are immutable. ¦ docker rm old-web ¦ no
decision ¦ Nothing is cached in CI. ¦ npm ci ¦ no
decision ¦ Nothing is built locally, images come from CI. ¦ docker build -t a . ¦ yes
architecture ¦ Nothing outside packages/db runs SQL. ¦ pnpm --filter db test ¦ no
architecture ¦ Services talk to each other over gRPC, nothing goes over REST. ¦ curl http://localhost:3000/health ¦ no
architecture ¦ The web app talks to the API only. ¦ curl http://localhost:3000/health ¦ no
policy ¦ Nothing leaves this machine without review. ¦ git push ¦ no
policy ¦ Touch nothing in /etc by hand. ¦ sudo vim /etc/hosts ¦ yes
policy ¦ Delete nothing in archive/. ¦ rm archive/a.zip ¦ yes
policy ¦ Delete nothing in archive/. ¦ ls archive ¦ no
policy ¦ Keep secrets out of the shell history. ¦ export API_TOKEN=abc123def ¦ yes
policy ¦ git push --force isn't acceptable. git push --force-with-lease is okay. ¦ git push --force-with-lease ¦ no
policy ¦ git push --force isn't acceptable. git push --force-with-lease is okay. ¦ git push --force ¦ yes
policy ¦ Never push to main; --dry-run is ok. ¦ git push origin main ¦ yes
policy ¦ Never push to main; --dry-run is ok. ¦ git push --dry-run origin main ¦ no
policy ¦ kubectl apply is only OK with --dry-run=client. ¦ kubectl apply --dry-run=client -f a.yaml ¦ no
policy ¦ Vault stays sealed over the weekend. vault status is fine. ¦ vault status ¦ no
policy ¦ The db-* hosts are not to be logged into. ¦ ssh web-1 ¦ no
policy ¦ The db-* hosts are not to be rebooted. ¦ ssh db-3 sudo reboot ¦ yes
`;

export const NEAR_PAIRS: readonly Pair[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [type = "", text = "", command = "", says = ""] = line.split(" ¦ ");
    return { type: type as RecordType, text, command, conflicts: says === "yes" };
  });

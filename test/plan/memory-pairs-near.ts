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
`;

export const NEAR_PAIRS: readonly Pair[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [type = "", text = "", command = "", says = ""] = line.split(" ¦ ");
    return { type: type as RecordType, text, command, conflicts: says === "yes" };
  });

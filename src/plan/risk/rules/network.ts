/** Commands that send something from this machine, or fetch something. */
import { hasVerb, operands, type ParsedCommand, runsOneOf } from "../../../core/command/parsed-command.ts";
import { isSeen, type RiskRow, type Signs } from "./rule.ts";

const CLOUD =
  "aws gcloud az kubectl oc helm terraform tofu pulumi heroku fly flyctl doctl eksctl vercel netlify firebase supabase wrangler gsutil s3cmd rclone linode-cli hcloud ansible ansible-playbook cdk sam serverless sls gh glab hub argocd flux vault consul nomad";

const TALKING: readonly RiskRow[] = [
  {
    of: `curl wget http https xh aria2c ssh scp sftp ftp telnet mosh ping ping6 traceroute dig nslookup host whois nmap lynx w3m links elinks yt-dlp youtube-dl mail sendmail mutt gpg npx pnpx bunx uvx pipx ${CLOUD}`,
  },
  { of: "rsync", says: /(?:^| )(?:[^/ ]+:|rsync:)/ },
  {
    of: "git",
    verbs:
      "push,fetch,pull,clone,ls-remote,submodule update,submodule add,remote update,remote show,send-email,svn,p4,lfs pull,lfs push,request-pull,archive",
  },
  {
    of: "docker podman docker-compose nerdctl",
    verbs: "push,pull,login,logout,search,run,build,compose up,compose pull,compose push,compose build,buildx build,up",
  },
  {
    of: "npm pnpm yarn bun",
    verbs:
      "publish,audit,outdated,view,info,search,login,logout,whoami,adduser,token,owner,dist-tag,access,org,team,ping,dlx,x,create,init,deprecate,star,profile,npm publish,npm login",
  },
  { of: "npm", verbs: "exec" },
  { of: "cargo gem twine poetry hatch flit uv", verbs: "publish,push,upload,login,owner,yank,search" },
];

export const NETWORK_SIGNS: Signs = {
  "talks-to-network": [(command, place) => !staysHere(command) && TALKING.some((row) => isSeen(row, command, place))],
  publishes: publishing([
    {
      of: "npm pnpm yarn cargo poetry hatch flit uv bun jsr",
      verbs: "publish,npm publish,deprecate,dist-tag add,owner add,access public",
    },
    { of: "docker podman", verbs: "push,compose push,login" },
    {
      of: "gh glab",
      verbs:
        "release create,release upload,pr merge,mr merge,repo create,repo edit,secret set,workflow run,gist create,auth token",
    },
    { of: "gh glab", verbs: "api", options: "-X --method -f -F --field --input" },
    {
      of: "kubectl oc",
      verbs:
        "apply,create,replace,patch,edit,scale,rollout restart,rollout undo,set image,exec,cordon,taint,annotate,label,expose,run,cp,port-forward,attach,debug",
    },
    {
      of: "terraform tofu pulumi cdk",
      verbs: "apply,up,import,taint,untaint,state rm,state mv,state push,deploy,force-unlock",
    },
    { of: "helm", verbs: "install,upgrade,rollback,push" },
    {
      of: "vercel netlify wrangler firebase fly flyctl heroku sam serverless sls supabase",
      verbs: "deploy,publish,promote,rollback,secrets set,db push,up,launch",
    },
    { of: "vercel netlify wrangler firebase fly flyctl heroku sam serverless sls supabase", options: "--prod" },
    { of: "ansible-playbook ansible" },
    {
      of: "aws gcloud az",
      says: /(?:^| )(?:create|put|update|run|start|stop|modify|attach|set|invoke|deploy|add|cp|sync|mv|reset)(?:-[\w-]+)?(?: |$)/,
    },
    { of: "gem", verbs: "push,yank,owner" },
    { of: "twine", verbs: "upload" },
  ]),
  "sends-files": [
    {
      of: "curl",
      options: "-d --data --data-binary --data-raw --data-urlencode -F --form -T --upload-file --json -X --request",
    },
    { of: "curl", says: /(?:^| )-[A-Za-z]*[dFTX]/ },
    { of: "wget", options: "--post-file --post-data --body-file --body-data --method" },
    { of: "http https xh", says: /@|(?:^| )(?:POST|PUT|PATCH|DELETE)(?: |$)/ },
    (command) => runsOneOf(command, "scp rsync") && /^[^/]+:/.test(operands(command).at(-1)?.value ?? ""),
    (command) =>
      runsOneOf(command, "ssh nc ncat netcat socat telnet mail sendmail openssl") && command.fedBy.length > 0,
  ],
  "opens-socket": [
    {
      of: "nc ncat netcat nc.openbsd nc.traditional socat ngrok cloudflared localtunnel bore chisel frpc tcpdump tshark",
    },
    ({ redirects }) => redirects.some(({ target }) => /\/dev\/(?:tcp|udp)\//.test(target.value)),
    { of: "ssh autossh", options: "-R -L -D -w -W" },
    { of: /^python[\d.]*$/, says: /-m (?:http\.server|SimpleHTTPServer|pyftpdlib|smtpd|twisted)/ },
    { of: "php", options: "-S" },
    { of: "openssl", verbs: "s_client,s_server" },
  ],
  "installs-packages": [
    {
      of: "npm pnpm yarn bun",
      verbs:
        "install,i,in,ci,add,update,up,upgrade,rm,remove,uninstall,un,link,rebuild,dedupe,install-test,it,global add,import,prune,patch",
    },
    { of: "yarn", says: /^$/ },
    { of: /^pip[\d.]*$/, verbs: "install,uninstall,download,wheel" },
    { of: /^python[\d.]*$/, says: /-m (?:pip|ensurepip|venv)\b/ },
    {
      of: "uv poetry pdm pipenv rye conda mamba hatch",
      verbs: "add,remove,install,sync,update,lock,pip install,tool install,create,env create,self update,venv",
    },
    { of: "cargo", verbs: "add,remove,install,update,fetch,uninstall,vendor" },
    { of: "go", verbs: "get,install,mod download,mod tidy,mod vendor,work sync,generate" },
    {
      of: "bundle gem composer brew mix cabal stack pod nuget dotnet luarocks cpan cpanm opam rustup nvm fnm volta asdf mise pyenv rbenv conan vcpkg helm pre-commit",
      verbs:
        "install,update,upgrade,add,require,remove,uninstall,reinstall,tap,cask,deps.get,restore,use,default,self-update,component add,target add,toolchain install,repo add,repo update,run",
    },
  ],
};

/** Nothing of it with `--dry-run`. */
function publishing(rows: readonly RiskRow[]): readonly RiskRow[] {
  return rows.map((row) => ({ ...row, but: "--dry-run" }));
}

function staysHere(command: ParsedCommand): boolean {
  if (command.args.length === 1 && command.args[0]?.value === "--version") return true;
  return runsOneOf(command, "terraform tofu helm") && hasVerb(command, "validate,fmt,version,providers,lint");
}

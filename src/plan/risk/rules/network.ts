/** Commands that send something from this machine, or fetch something. */
import {
  argText,
  hasOption,
  hasVerb,
  isOneOf,
  operands,
  type ParsedCommand,
} from "../../../core/command/parsed-command.ts";
import type { Rule } from "./rule.ts";

const CLOUD =
  "aws gcloud az kubectl oc helm terraform tofu pulumi heroku fly flyctl doctl eksctl vercel netlify firebase supabase wrangler gsutil s3cmd rclone linode-cli hcloud ansible ansible-playbook cdk sam serverless sls gh glab hub argocd flux vault consul nomad";

const TALKING = `curl wget http https xh aria2c ssh scp sftp ftp telnet mosh ping ping6 traceroute dig nslookup host whois nmap lynx w3m links elinks yt-dlp youtube-dl mail sendmail mutt gpg npx pnpx bunx uvx pipx ${CLOUD}`;

export const NETWORK_RULES: readonly Rule[] = [
  {
    name: "talks-to-network",
    risk: "medium",
    touches: ["network"],
    says: "Connects to other machines.",
    when: (command) =>
      !staysHere(command) &&
      (isOneOf(command, TALKING) ||
        (isOneOf(command, "rsync") && command.args.some(({ value }) => /^[^/]+:|^rsync:/.test(value))) ||
        (isOneOf(command, "git") &&
          hasVerb(
            command,
            "push,fetch,pull,clone,ls-remote,submodule update,submodule add,remote update,remote show,send-email,svn,p4,lfs pull,lfs push,request-pull,archive",
          )) ||
        (isOneOf(command, "docker podman docker-compose nerdctl") &&
          hasVerb(
            command,
            "push,pull,login,logout,search,run,build,compose up,compose pull,compose push,compose build,buildx build,up",
          )) ||
        (isOneOf(command, "npm pnpm yarn bun") &&
          hasVerb(
            command,
            "publish,audit,outdated,view,info,search,login,logout,whoami,adduser,token,owner,dist-tag,access,org,team,ping,dlx,x,create,init,deprecate,star,profile,npm publish,npm login",
          )) ||
        (isOneOf(command, "npm") && hasVerb(command, "exec")) ||
        (isOneOf(command, "cargo gem twine poetry hatch flit uv") &&
          hasVerb(command, "publish,push,upload,login,owner,yank,search"))),
  },
  {
    name: "publishes",
    risk: "high",
    touches: ["network"],
    says: "Publishes something or deploys it for others.",
    when: (command) => {
      if (hasOption(command, "--dry-run")) return false;
      if (isOneOf(command, "npm pnpm yarn cargo poetry hatch flit uv bun jsr"))
        return hasVerb(command, "publish,npm publish,deprecate,dist-tag add,owner add,access public");
      if (isOneOf(command, "docker podman")) return hasVerb(command, "push,compose push,login");
      if (isOneOf(command, "gh glab"))
        return (
          hasVerb(
            command,
            "release create,release upload,pr merge,mr merge,repo create,repo edit,secret set,workflow run,gist create,auth token",
          ) ||
          (hasVerb(command, "api") && hasOption(command, "-X --method -f -F --field --input"))
        );
      if (isOneOf(command, "kubectl oc"))
        return hasVerb(
          command,
          "apply,create,replace,patch,edit,scale,rollout restart,rollout undo,set image,exec,cordon,taint,annotate,label,expose,run,cp,port-forward,attach,debug",
        );
      if (isOneOf(command, "terraform tofu pulumi cdk"))
        return hasVerb(command, "apply,up,import,taint,untaint,state rm,state mv,state push,deploy,force-unlock");
      if (isOneOf(command, "helm")) return hasVerb(command, "install,upgrade,rollback,push");
      if (
        isOneOf(
          command,
          "vercel netlify wrangler firebase fly flyctl heroku sam serverless sls ansible-playbook ansible supabase",
        )
      )
        return (
          hasVerb(command, "deploy,publish,promote,rollback,secrets set,db push,up,launch") ||
          hasOption(command, "--prod") ||
          isOneOf(command, "ansible-playbook ansible")
        );
      if (isOneOf(command, "aws gcloud az"))
        return /(?:^| )(?:create|put|update|run|start|stop|modify|attach|set|invoke|deploy|add|cp|sync|mv|reset)(?:-[\w-]+)?(?: |$)/.test(
          argText(command),
        );
      return (
        (isOneOf(command, "gem") && hasVerb(command, "push,yank,owner")) ||
        (isOneOf(command, "twine") && hasVerb(command, "upload"))
      );
    },
  },
  {
    name: "sends-files",
    risk: "high",
    touches: ["network"],
    says: "Sends files or command output to another machine.",
    when: (command) =>
      (isOneOf(command, "curl") &&
        (hasOption(
          command,
          "-d --data --data-binary --data-raw --data-urlencode -F --form -T --upload-file --json -X --request",
        ) ||
          command.args.some(({ value }) => /^-[A-Za-z]*[dFTX]/.test(value)))) ||
      (isOneOf(command, "wget") && hasOption(command, "--post-file --post-data --body-file --body-data --method")) ||
      (isOneOf(command, "http https xh") &&
        operands(command).some(({ value }) => /@|^(?:POST|PUT|PATCH|DELETE)$/.test(value))) ||
      (isOneOf(command, "scp rsync") && /^[^/]+:/.test(operands(command).at(-1)?.value ?? "")) ||
      (isOneOf(command, "ssh nc ncat netcat socat telnet mail sendmail openssl") && command.fedBy.length > 0),
  },
  {
    name: "opens-socket",
    risk: "high",
    touches: ["network"],
    says: "Opens a raw network connection, or listens for one.",
    when: (command) =>
      isOneOf(
        command,
        "nc ncat netcat nc.openbsd nc.traditional socat ngrok cloudflared localtunnel bore chisel frpc tcpdump tshark",
      ) ||
      command.redirects.some(({ target }) => /\/dev\/(?:tcp|udp)\//.test(target.value)) ||
      (isOneOf(command, "ssh autossh") && hasOption(command, "-R -L -D -w -W")) ||
      (/^python[\d.]*$/.test(command.program) &&
        /-m (?:http\.server|SimpleHTTPServer|pyftpdlib|smtpd|twisted)/.test(argText(command))) ||
      (isOneOf(command, "php") && hasOption(command, "-S")) ||
      (isOneOf(command, "openssl") && hasVerb(command, "s_client,s_server")),
  },
  {
    name: "installs-packages",
    risk: "medium",
    touches: ["network", "files"],
    says: "Downloads packages and may run their install scripts.",
    when: (command) =>
      (isOneOf(command, "npm pnpm yarn bun") &&
        hasVerb(
          command,
          "install,i,in,ci,add,update,up,upgrade,rm,remove,uninstall,un,link,rebuild,dedupe,install-test,it,global add,import,prune,patch",
        )) ||
      (isOneOf(command, "yarn") && command.args.length === 0) ||
      (/^pip[\d.]*$/.test(command.program) && hasVerb(command, "install,uninstall,download,wheel")) ||
      (/^python[\d.]*$/.test(command.program) && /-m (?:pip|ensurepip|venv)\b/.test(argText(command))) ||
      (isOneOf(command, "uv poetry pdm pipenv rye conda mamba hatch") &&
        hasVerb(
          command,
          "add,remove,install,sync,update,lock,pip install,tool install,create,env create,self update,venv",
        )) ||
      (isOneOf(command, "cargo") && hasVerb(command, "add,remove,install,update,fetch,uninstall,vendor")) ||
      (isOneOf(command, "go") && hasVerb(command, "get,install,mod download,mod tidy,mod vendor,work sync,generate")) ||
      (isOneOf(
        command,
        "bundle gem composer brew mix cabal stack pod nuget dotnet luarocks cpan cpanm opam rustup nvm fnm volta asdf mise pyenv rbenv conan vcpkg helm pre-commit",
      ) &&
        hasVerb(
          command,
          "install,update,upgrade,add,require,remove,uninstall,reinstall,tap,cask,deps.get,restore,use,default,self-update,component add,target add,toolchain install,repo add,repo update,run",
        )),
  },
];

function staysHere(command: ParsedCommand): boolean {
  if (command.args.length === 1 && command.args[0]?.value === "--version") return true;
  return isOneOf(command, "terraform tofu helm") && hasVerb(command, "validate,fmt,version,providers,lint");
}

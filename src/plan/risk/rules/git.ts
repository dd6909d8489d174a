/** Git commands that discard work, or rewrite or change history. */
import { hasOption, hasVerb, operands, type ParsedCommand, runsOneOf } from "../../../core/command/parsed-command.ts";
import type { Signs } from "./rule.ts";

const CHANGES =
  "add,commit,merge,cherry-pick,revert,stash,stash push,stash pop,stash apply,checkout,switch,restore,reset,mv,init,apply,am,remote add,remote set-url,remote rename,submodule,worktree,worktree add,notes,bisect,clone,pull,push,fetch,sparse-checkout,format-patch,archive,bundle,lfs,maintenance";
const BRANCH_CHANGES =
  "-d -D -m -M -c -C -u --delete --move --copy --edit-description --unset-upstream --set-upstream-to";

export const GIT_SIGNS: Signs = {
  "discards-work": [
    { of: "git", verbs: "reset", options: "--hard --merge --keep" },
    { of: "git", verbs: "clean", but: "-n --dry-run" },
    checksOutFiles,
    { of: "git", verbs: "switch", options: "-f --force --discard-changes -C --force-create" },
    { of: "git", verbs: "restore", but: "--staged -S" },
    { of: "git", verbs: "restore", options: "--worktree -W" },
    { of: "git", verbs: "worktree remove,rm", options: "-f --force" },
    { of: "git", verbs: "stash drop,stash clear,read-tree,checkout-index,update-ref,gc,prune" },
  ],
  "deletes-branches": [
    { of: "git", verbs: "branch", options: "-d -D --delete" },
    { of: "git", verbs: "tag", options: "-d --delete" },
    { of: "git", verbs: "remote remove,remote rm,worktree prune" },
    { of: "git", verbs: "push", options: "-d --delete --prune --mirror" },
    { of: "git", verbs: "push", says: / :\S/ },
    { of: "gh glab", says: /(?:^| )delete(?: |$)/ },
  ],
  "rewrites-history": [
    { of: "git", verbs: "push", options: "-f --force --force-with-lease --force-if-includes --mirror" },
    { of: "git", verbs: "push", says: / \+\S/ },
    {
      of: "git",
      verbs: "rebase,filter-branch,filter-repo,reflog expire,reflog delete,replace,update-ref,symbolic-ref",
    },
    { of: "git", verbs: "commit", options: "--amend" },
    { of: "git", verbs: "pull", options: "-r --rebase" },
  ],
  "changes-history": [
    (command) =>
      runsOneOf(command, "git") &&
      hasVerb(command, CHANGES) &&
      !hasVerb(command, "stash list,stash show,worktree list,submodule status"),
    { of: "git", verbs: "branch", options: BRANCH_CHANGES },
    { of: "git", verbs: "tag", options: "-d --delete" },
    (command) => runsOneOf(command, "git") && hasVerb(command, "branch") && operands(command).length > 1,
    (command) =>
      runsOneOf(command, "git") &&
      hasVerb(command, "tag") &&
      operands(command).length > 1 &&
      !hasOption(command, "-l --list"),
    { of: "git", verbs: "config", but: "--get --list -l --get-all --get-regexp" },
  ],
};

function checksOutFiles(command: ParsedCommand): boolean {
  if (!runsOneOf(command, "git") || !hasVerb(command, "checkout")) return false;
  if (hasOption(command, "-b -B --orphan")) return hasOption(command, "-f --force -B");
  const [, second = "", ...others] = operands(command).map(({ value }) => value);
  return (
    command.args.some(({ value }) => value === "--") ||
    hasOption(command, "-f --force --ours --theirs -p") ||
    /^\.|[*]|\/\.|\.\w{1,4}$/.test(second) ||
    others.length > 0
  );
}

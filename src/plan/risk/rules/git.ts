/** Git commands that discard work, or rewrite or change history. */
import { hasOption, hasVerb, isOneOf, operands, type ParsedCommand } from "../../../core/command/parsed-command.ts";
import type { Rule } from "./rule.ts";

const GIT_CHANGES =
  "add,commit,merge,cherry-pick,revert,stash,stash push,stash pop,stash apply,tag,branch,checkout,switch,restore,reset,mv,init,apply,am,config,remote add,remote set-url,remote rename,submodule,worktree,worktree add,notes,bisect,clone,pull,push,fetch,sparse-checkout,format-patch,archive,bundle,lfs,maintenance";

export const GIT_RULES: readonly Rule[] = [
  {
    name: "discards-work",
    risk: "high",
    touches: ["files"],
    says: "Discards uncommitted work.",
    when: discardsWork,
  },
  {
    name: "deletes-branches",
    risk: "high",
    touches: ["history"],
    says: "Deletes a branch, a tag or a repository.",
    when: (command) =>
      (isOneOf(command, "git") &&
        ((hasVerb(command, "branch") && hasOption(command, "-d -D --delete")) ||
          (hasVerb(command, "tag") && hasOption(command, "-d --delete")) ||
          hasVerb(command, "remote remove,remote rm,worktree prune") ||
          (hasVerb(command, "push") &&
            (hasOption(command, "-d --delete --prune --mirror") ||
              operands(command).some(({ value }) => /^:./.test(value)))))) ||
      (isOneOf(command, "gh glab") && operands(command).some(({ value }) => value === "delete")),
  },
  {
    name: "rewrites-history",
    risk: "high",
    touches: ["history"],
    says: "Rewrites git history that you or others may rely on.",
    when: (command) =>
      isOneOf(command, "git") &&
      ((hasVerb(command, "push") &&
        (hasOption(command, "-f --force --force-with-lease --force-if-includes --mirror") ||
          operands(command).some(({ value }) => /^\+./.test(value)))) ||
        hasVerb(
          command,
          "rebase,filter-branch,filter-repo,reflog expire,reflog delete,replace,update-ref,symbolic-ref",
        ) ||
        (hasVerb(command, "commit") && hasOption(command, "--amend")) ||
        (hasVerb(command, "pull") && hasOption(command, "-r --rebase"))),
  },
  {
    name: "changes-history",
    risk: "medium",
    touches: ["history"],
    says: "Changes the repository: commits, branches, the index or settings.",
    when: (command) =>
      isOneOf(command, "git") &&
      hasVerb(command, GIT_CHANGES) &&
      !hasVerb(command, "stash list,stash show,worktree list,submodule status") &&
      !(
        hasVerb(command, "branch") &&
        operands(command).length === 1 &&
        !hasOption(
          command,
          "-d -D -m -M -c -C -u --delete --move --copy --edit-description --unset-upstream --set-upstream-to",
        )
      ) &&
      !(
        hasVerb(command, "tag") &&
        (operands(command).length === 1 || hasOption(command, "-l --list")) &&
        !hasOption(command, "-d --delete")
      ) &&
      !(hasVerb(command, "config") && hasOption(command, "--get --list -l --get-all --get-regexp")),
  },
];

function discardsWork(command: ParsedCommand): boolean {
  if (!isOneOf(command, "git")) return false;
  const words = command.args.map(({ value }) => value);
  const [, second = "", ...others] = operands(command).map(({ value }) => value);
  if (hasVerb(command, "reset")) return hasOption(command, "--hard --merge --keep");
  if (hasVerb(command, "clean")) return !hasOption(command, "-n --dry-run");
  if (hasVerb(command, "checkout")) {
    if (hasOption(command, "-b -B --orphan")) return hasOption(command, "-f --force -B");
    return (
      words.includes("--") ||
      hasOption(command, "-f --force --ours --theirs -p") ||
      /^\.|[*]|\/\.|\.\w{1,4}$/.test(second) ||
      others.length > 0
    );
  }
  if (hasVerb(command, "switch")) return hasOption(command, "-f --force --discard-changes -C --force-create");
  if (hasVerb(command, "restore")) return !hasOption(command, "--staged -S") || hasOption(command, "--worktree -W");
  if (hasVerb(command, "worktree remove,rm")) return hasOption(command, "-f --force");
  return hasVerb(command, "stash drop,stash clear,read-tree,checkout-index,update-ref,gc,prune");
}

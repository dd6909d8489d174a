/** What git throws away, rewrites or changes. */
import { hasOption, hasVerb, isOneOf, operands, type ParsedCommand } from "../../../core/command/parsed-command.ts";
import type { Rule } from "./rule.ts";

const GIT_CHANGES =
  "add,commit,merge,cherry-pick,revert,stash,stash push,stash pop,stash apply,tag,branch,checkout,switch,restore,reset,mv,init,apply,am,config,remote add,remote set-url,remote rename,submodule,worktree,worktree add,notes,bisect,clone,pull,push,fetch,sparse-checkout,format-patch,archive,bundle,lfs,maintenance";

export const GIT_RULES: readonly Rule[] = [
  {
    name: "discards-work",
    risk: "high",
    touches: ["files"],
    says: "It throws away work that is not committed.",
    matches: [
      ...[
        "git reset --hard",
        "git reset --hard HEAD~2",
        "git checkout -- src",
        "git checkout .",
        "git restore src/a.ts",
        "git clean -fdx",
      ],
      ...[
        "git stash drop",
        "git stash clear",
        "git checkout -f main",
        "git switch --discard-changes main",
        "git -C app clean -fd",
      ],
      ...[
        "git checkout HEAD -- a.ts",
        "git worktree remove --force ../x",
        "git read-tree --reset -u HEAD",
        "git checkout main src/a.ts",
      ],
    ],
    misses: [
      "git reset",
      "git checkout main",
      "git checkout -b topic",
      "git restore --staged a.ts",
      "git clean -n",
      "git stash",
      "git stash list",
    ],
    sees: "command",
    when: discardsWork,
  },
  {
    name: "deletes-branches",
    risk: "high",
    touches: ["history"],
    says: "It deletes a branch, a tag or a repository.",
    matches: [
      "git branch -D topic",
      "git tag -d v1",
      "git push origin --delete topic",
      "git push origin :topic",
      "gh repo delete x",
      "git remote remove origin",
    ],
    misses: ["git branch topic", "git tag v1", "git push origin topic", "gh repo view"],
    sees: "command",
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
    says: "It rewrites history that others, or you, may rely on.",
    matches: [
      ...[
        "git push --force",
        "git push -f origin main",
        "git push --force-with-lease",
        "git push origin +main",
        "git rebase main",
        "git commit --amend",
        "git filter-branch x",
        "git reflog expire --all",
      ],
      ...[
        "git pull --rebase",
        "git -C a rebase -i HEAD~3",
        "git filter-repo --path x",
        "git update-ref -d refs/heads/x",
        "git replace a b",
        "git commit --fixup HEAD --amend",
      ],
    ],
    misses: ["git push", "git commit -m 'amend'", "git log", "git reflog", "git merge topic", "git push origin main"],
    sees: "command",
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
    says: "It changes the repository: commits, branches, the index or settings.",
    matches: [
      "git commit -m x",
      "git add .",
      "git checkout main",
      "git stash",
      "git tag v1",
      "git merge topic",
      "git config a b",
      "git branch topic",
    ],
    misses: ["git status", "git log", "git branch", "git stash list", "git tag -l", "git config --get a"],
    sees: "command",
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

/** What is written outside of the project, or where only git should write. */
import type { ParsedCommand } from "../../../core/command/parsed-command.ts";
import type { Word } from "../../../core/command/syntax/word.ts";
import { locationOf, type PathLocation, type RunPlace } from "../path-location.ts";
import { writtenBy } from "../written-paths.ts";
import type { Rule } from "./rule.ts";

export const OUTSIDE_RULES: readonly Rule[] = [
  outside(
    "writes-system",
    "high",
    ["system", "above"],
    "It writes into the system's own folders, or into a place above the project.",
    {
      matches: [
        "touch /etc/x",
        "cp a /usr/local/bin/",
        "echo x > /etc/hosts",
        "mv a ..",
        "tar -xf a.tar -C /",
        "curl -o /usr/bin/x x.org",
        "ln -s a /usr/bin/b",
      ],
      misses: ["cp a b", "cat /etc/hosts", "cp /etc/hosts .", "ls > /dev/null", "touch /tmp/x"],
    },
  ),
  outside("writes-settings", "high", ["settings"], "It writes a settings file or folder of the person's home.", {
    matches: [
      "echo x >> ~/.bashrc",
      "cp key ~/.ssh/authorized_keys",
      "mkdir ~/.config/x",
      "tee -a $HOME/.profile",
      "sed -i s/a/b/ ~/.zshrc",
      "npm config set x y",
      "git config --global a b",
    ],
    misses: ["cat ~/.bashrc", "cp ~/.vimrc .", "git config a b"],
  }),
  outside(
    "writes-outside",
    "high",
    ["elsewhere", "unknown"],
    "It writes outside of the project, or to a place that only shows when it runs.",
    {
      matches: [
        "touch ../x",
        "cp a ~/Documents/",
        "echo x > $OUT",
        "mkdir /srv/x",
        "cd /srv && touch x",
        'mv a "$DEST"',
        "git clone https://x.org/y ../y",
      ],
      misses: ["touch x", "cp ../a .", "mkdir -p a/b", "cd src && touch x"],
    },
  ),
  outside("writes-git", "high", ["git"], "It writes into git's own folder, where hooks and settings stand.", {
    matches: ["echo x > .git/hooks/pre-commit", "cp a .git/config", "rm .git/index.lock"],
    misses: ["cat .git/config", "echo x > .gitignore"],
  }),
  outside("writes-temporary", "medium", ["temporary"], "It writes to the temporary folder.", {
    matches: ["touch /tmp/x", "cp a /tmp/", "ls > /tmp/out.txt"],
    misses: ["ls /tmp", "cp /tmp/a ."],
  }),
];

type Examples = { readonly matches: readonly string[]; readonly misses: readonly string[] };

function outside(
  name: string,
  risk: "medium" | "high",
  places: readonly PathLocation[],
  says: string,
  examples?: Examples,
): Rule {
  return {
    name,
    risk,
    touches: ["files", "outside"],
    says,
    matches: examples?.matches ?? [],
    misses: examples?.misses ?? [],
    sees: "command",
    when: (command: ParsedCommand, place: RunPlace) =>
      writtenBy(command).some((arg: Word) => places.includes(locationOf(arg, place))),
  };
}

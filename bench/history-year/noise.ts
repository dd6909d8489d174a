/** Commands that are not habits: looking around, commands run once or a few times, and typos. */
import type { Random } from "./random.ts";

export type Noise = {
  /** A family that no other command of the year has. */
  once(): string;
  /** Sometimes repeats an earlier one, but never more than three times in total. */
  any(): string;
  looking(): string;
  typo(): string;
};

const MOST_TIMES = 3;

export function noiseOf(random: Random): Noise {
  let made = 0;
  const again: { readonly program: string; left: number }[] = [];
  const program = (): string => `${random.oneOf(STEMS)}-${random.oneOf(STEMS)}-${(made++).toString(36)}`;
  const line = (name: string): string => random.oneOf(SHAPES)(name, random);
  return {
    once: () => line(program()),
    any: () => {
      if (again.length > 0 && random.isLucky(0.2)) {
        const at = random.below(again.length);
        const known = again[at]!;
        known.left -= 1;
        if (known.left === 0) again.splice(at, 1);
        return line(known.program);
      }
      const name = program();
      if (random.isLucky(0.15)) again.push({ program: name, left: random.between(1, MOST_TIMES - 1) });
      return line(name);
    },
    looking: () => random.oneOf(LOOKING)(random),
    typo: () => {
      const name = program();
      const at = random.below(3);
      return `${name.slice(0, at)}${name.slice(at + 1, at + 2)}${name.slice(at, at + 1)}${name.slice(at + 2)} ${word(random)}`;
    },
  };
}

const STEMS = "sync probe trace render fetch pack scan plot dump merge check serve split query draft".split(" ");
const word = (random: Random): string => `${random.oneOf(STEMS)}${random.below(10_000)}`;

const SHAPES: readonly ((name: string, random: Random) => string)[] = [
  (name) => name,
  (name, random) => `${name} ${word(random)}`,
  (name, random) => `${name} --${random.oneOf(STEMS)}=${random.below(100)} ${word(random)}.txt`,
  (name, random) => `${name} -v 'some ${word(random)} here'`,
  (name, random) => `${name} ${word(random)} | grep -i ${random.oneOf(STEMS)}`,
  (name, random) => `sudo ${name} ${word(random)} > out-${random.below(100)}.log`,
  (name, random) => `for i in 1 2 3; do\n  ${name} "$i" ${word(random)}\ndone`,
];

const LOOKING: readonly ((random: Random) => string)[] = [
  () => "ls",
  () => "ls -la",
  () => "pwd",
  () => "clear",
  (random) => `cd ${word(random)}`,
  () => "cd ..",
  () => "cd -",
  (random) => `cat ${word(random)}.md`,
  (random) => `which ${random.oneOf(STEMS)}`,
  (random) => `echo $${random.oneOf(STEMS).toUpperCase()}`,
];

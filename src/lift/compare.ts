/** Compares sessions with and without memory: the difference of means, a bootstrap interval, and how many sessions are missing. */
import { OUTCOMES, type OutcomeName, type Outcomes } from "./outcomes.ts";
import { seeded } from "./seeded.ts";

export type Difference = {
  readonly name: OutcomeName;
  readonly says: string;
  readonly withMemory: Side;
  readonly without: Side;
  /** Mean with memory minus mean without; null if one side has no session. */
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Whether a difference of half a standard deviation would be seen with these sessions. */
  readonly enough: boolean;
  /** How many more sessions that takes. */
  readonly more: number;
};

type Side = { readonly sessions: number; readonly mean: number | null };

export type Sides = {
  readonly withMemory: readonly Outcomes[];
  readonly without: readonly Outcomes[];
  /** The share of sessions that are held out. */
  readonly share: number;
};

export function differences({ withMemory, without, share }: Sides): Difference[] {
  return OUTCOMES.map(({ name, says }) => {
    const [a, b] = [valuesOf(withMemory, name), valuesOf(without, name)];
    const interval = a.length === 0 || b.length === 0 ? undefined : bootstrap(a, b);
    const more = sessionsMissing(a.length, b.length, share);
    return {
      ...{ name, says, withMemory: sideOf(a), without: sideOf(b) },
      difference: interval === undefined ? null : rounded(mean(a) - mean(b)),
      low: interval === undefined ? null : rounded(interval.low),
      high: interval === undefined ? null : rounded(interval.high),
      ...{ enough: more === 0, more },
    };
  });
}

export type Interval = { readonly low: number; readonly high: number };

const RESAMPLES = 2000;
const TAIL = 0.025;
const SEED = 20_260_101;

/** The middle 95 % of the differences between resampled sides; percentiles, because counts are far from normal. */
export function bootstrap(a: readonly number[], b: readonly number[], seed = SEED): Interval {
  const random = seeded(seed);
  const drawn = (values: readonly number[]): number => {
    let sum = 0;
    for (let n = 0; n < values.length; n++) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  };
  const all = Array.from({ length: RESAMPLES }, () => drawn(a) - drawn(b)).toSorted((x, y) => x - y);
  return { low: all[Math.floor(RESAMPLES * TAIL)]!, high: all[Math.ceil(RESAMPLES * (1 - TAIL)) - 1]! };
}

/** Half a standard deviation, found in four of five cases at 5 % error: (1.96 + 0.84)² / 0.5². */
const NEEDED = (1.96 + 0.84) ** 2 / 0.5 ** 2;
const LEAST_OF_A_SIDE = 10;

/** Decided by the number of sessions alone, so that looking often does not decide it. */
export function sessionsMissing(withMemory: number, without: number, share: number): number {
  const sees = (a: number, b: number): boolean => Math.min(a, b) >= LEAST_OF_A_SIDE && 1 / (1 / a + 1 / b) >= NEEDED;
  let more = 0;
  while (!sees(withMemory + more * (1 - share), without + more * share)) more += 1;
  return more;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function valuesOf(sessions: readonly Outcomes[], name: OutcomeName): number[] {
  return sessions.flatMap((outcomes) => outcomes[name] ?? []);
}

function sideOf(values: readonly number[]): Side {
  return { sessions: values.length, mean: values.length === 0 ? null : rounded(mean(values)) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

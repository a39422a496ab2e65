/** Random numbers that are the same for the same seed, everywhere. */
export interface Random {
  /** 0 inclusive to 1 exclusive. */
  next(): number;
  /** A whole number, both ends inclusive. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** So many of them, each at most once, in random order. */
  some<T>(items: readonly T[], count: number): T[];
  /** Exponentially distributed. */
  exponential(mean: number): number;
}

/** mulberry32, public domain. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const some = <T>(items: readonly T[], count: number): T[] => {
    const left = [...items];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(int(0, left.length - 1), 1));
    return taken;
  };
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
    some,
    exponential: (mean) => -mean * Math.log(1 - next()),
  };
}

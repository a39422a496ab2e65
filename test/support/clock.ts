/** A clock that a test advances. */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

export function testClock(start = new Date()): TestClock {
  let ms = start.getTime();
  return {
    now: () => new Date(ms),
    advance(by) {
      ms += by;
    },
  };
}

const EVERY_MS = 50;

/** How late the machine is: what a timer of this process was late at most, in milliseconds, since the last reset. */
export function createLateness() {
  let most = 0;
  let due = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    most = Math.max(most, now - due);
    due = now + EVERY_MS;
  }, EVERY_MS).unref();
  return {
    most: () => most,
    reset() {
      most = 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** Starts the work once all that was given before has ended, also where that failed; gives the work's own outcome. */
export type InSequence = <T>(work: () => T | Promise<T>) => Promise<T>;

/** Runs one work at a time, in the order in which they were given. */
export function createSequence(): InSequence {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

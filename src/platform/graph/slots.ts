import { unavailable } from "../../errors.ts";

/** Lets so many callers in at once; the others wait in line. */
export interface Slots {
  /** Resolves with a function that frees the slot. Rejects with AppError 503 after `waitMs`. */
  take(): Promise<() => void>;
}

export function createSlots(count: number, waitMs: number): Slots {
  const line = new Set<() => void>();
  let free = count;

  const release = () => {
    const [next] = line;
    if (next) next();
    else free++;
  };

  return {
    async take() {
      if (free > 0) {
        free--;
        return release;
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          line.delete(enter);
          clearTimeout(timer);
          resolve(release);
        };
        const timer = setTimeout(() => {
          line.delete(enter);
          reject(unavailable("The graph store is busy"));
        }, waitMs);
        line.add(enter);
      });
    },
  };
}

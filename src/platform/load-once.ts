/** A value that is loaded with its first use. */
export interface LoadOnce<T> {
  /** The value: concurrent callers share one attempt, and the next caller after a failed one tries again. */
  get(): Promise<T>;
  /** The value, if an attempt succeeded or is under way; starts none. */
  started(): Promise<T> | undefined;
}

/** Loads once and forgets a failure: a promise that is kept although it was rejected fails every later caller. */
export function loadOnce<T>(load: () => Promise<T>): LoadOnce<T> {
  let loading: Promise<T> | undefined;
  return {
    get() {
      if (loading) return loading;
      const attempt = load();
      loading = attempt;
      attempt.catch(() => {
        if (loading === attempt) loading = undefined;
      });
      return attempt;
    },
    started: () => loading,
  };
}

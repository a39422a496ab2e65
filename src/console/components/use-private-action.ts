import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Runs an action whose input or answer holds a secret. Unlike a mutation of the query client, nothing of it is kept in a
 * cache: the caller's own state alone holds the answer, and leaves with the page.
 */
export function usePrivateAction<Input extends unknown[]>(act: (...input: Input) => Promise<void>) {
  const [state, setState] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false });
  const isShown = useRef(true);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const run = useCallback(async (...input: Input) => {
    setState({ isPending: true });
    const error = await latest.current(...input).then(
      () => undefined,
      (fault: unknown) => fault,
    );
    if (isShown.current) setState({ isPending: false, error });
  }, []);
  const reset = useCallback(() => setState({ isPending: false }), []);
  return { ...state, run, reset };
}

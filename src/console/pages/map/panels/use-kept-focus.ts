import { type FocusEvent, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus in a part of the page when what had it goes, as a list does for one of its rows and a button that has
 * done its work: with the keyboard one goes on from there, and not from the top of the page.
 */
export function useKeptFocus() {
  const ref = useRef<HTMLElement>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const onPointer = ({ target }: PointerEvent) => {
      isInside.current = ref.current?.contains(target as Node) ?? false;
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, []);
  return {
    ref,
    onFocus: () => {
      isInside.current = true;
    },
    // What leaves the page takes the focus nowhere; where somebody goes is known.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) isInside.current = ref.current?.contains(relatedTarget) ?? false;
    },
  };
}

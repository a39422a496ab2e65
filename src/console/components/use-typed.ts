import { useDebouncedCallback } from "@mantine/hooks";
import { trimPathRight, useMatch, useRouter } from "@tanstack/react-router";
import { type ChangeEvent, useEffect, useRef, useState } from "react";

/**
 * A text field whose text stands in the address, which follows when typing has paused for `pauseMs`: what is typed shows at
 * once, and the caret stays where it is. Whatever else changes the address (a filter taken away, the browser's back) changes
 * the field, and a user who leaves the page before the pause is over is not brought back to it.
 */
export function useTyped(text: string, change: (text: string) => void, pauseMs = 0) {
  const [typed, setTyped] = useState(text);
  /** What was sent to the address and has not arrived there; the last is what the field had. */
  const sent = useRef<string[]>([]);
  const router = useRouter();
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const send = useDebouncedCallback((next: string) => {
    const isLeft = trimPathRight(router.latestLocation.pathname) !== trimPathRight(page);
    if (isLeft || next === (sent.current.at(-1) ?? text)) return;
    sent.current.push(next);
    change(next);
  }, pauseMs);
  useEffect(() => {
    if (!sent.current.includes(text)) {
      send.cancel();
      setTyped(text);
    }
    if (!sent.current.includes(text) || sent.current.at(-1) === text) sent.current = [];
  }, [text, send]);
  return {
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement> | string) => {
      const value = typeof event === "string" ? event : event.currentTarget.value;
      setTyped(value);
      send(value.trim());
    },
  };
}

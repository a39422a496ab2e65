import { type ChangeEvent, useEffect, useRef, useState } from "react";

/**
 * A text field whose text stands in the address, which follows a little later: what is typed shows at once, and the caret
 * stays where it is. Whatever else changes the address (a filter taken away, the browser's back) changes the field.
 */
export function useTyped(text: string, change: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  /** What was sent to the address and has not arrived there; the last is what the field has. */
  const sent = useRef<string[]>([]);
  useEffect(() => {
    if (!sent.current.includes(text)) setTyped(text);
    if (!sent.current.includes(text) || sent.current.at(-1) === text) sent.current = [];
  }, [text]);
  return {
    value: typed,
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setTyped(value);
      sent.current.push(value);
      change(value);
    },
  };
}

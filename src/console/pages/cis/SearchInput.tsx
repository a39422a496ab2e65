import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";

/** A pause in typing after which the list is asked for; the service answers in about a tenth of it. */
const TYPING_MS = 100;

interface Props {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  onSearch: (text: string) => void;
}

/** Asks while one types, and follows the address. */
export function SearchInput({ label, placeholder, value, maxLength, onSearch }: Props) {
  const [text, setText] = useState(value);
  const send = useDebouncedCallback((next: string) => onSearch(next.trim()), TYPING_MS);
  // The address changed by other means: back, a chip, a view.
  useEffect(() => setText((before) => (before.trim() === value ? before : value)), [value]);
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Search size={15} aria-hidden />}
      value={text}
      maxLength={maxLength}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        send(currentTarget.value);
      }}
      w={{ base: "100%", xs: 260 }}
    />
  );
}

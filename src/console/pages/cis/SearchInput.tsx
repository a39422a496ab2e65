import { TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { useTyped } from "../../components/use-typed";

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
  const typed = useTyped(value, onSearch, TYPING_MS);
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Search size={15} aria-hidden />}
      maxLength={maxLength}
      {...typed}
      w={{ base: "100%", xs: 260 }}
    />
  );
}

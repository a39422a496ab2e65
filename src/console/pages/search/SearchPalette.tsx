import { Kbd, Modal, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { AREAS } from "../../app/areas";
import { useMay, useSession } from "../../app/session-context";
import { FoundLine } from "./FoundLine";
import { type FoundKind, KIND_TITLES } from "./kinds";
import { recentSearches, rememberSearch } from "./recent";
import { useFound } from "./useFound";

const EACH = 5;
/** What answers while one types; meaning takes longer and has its place on the page of the search. */
const QUICK: readonly FoundKind[] = ["ci", "service", "incident", "event", "software"];

interface Entry {
  id: string;
  group: string;
  name: string;
  hint: string;
  state?: string;
  run: () => void;
}

/** Finds and opens anything from anywhere, with the keyboard alone. */
export function SearchPalette({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const [current, setCurrent] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { entries, isPending } = useEntries(text, setText, close);
  const at = Math.min(current, entries.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 };
    const to = moves[event.key];
    if (to !== undefined) setCurrent((to + entries.length) % Math.max(1, entries.length));
    else if (event.key === "Enter") entries[at]?.run();
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={close} size="lg" yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <TextInput
          role="combobox"
          aria-label="Search everything"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[at] && `${listId}-${at}`}
          placeholder="Find configuration items, services, incidents, software"
          size="lg"
          variant="unstyled"
          px="md"
          leftSection={<Search size={18} aria-hidden />}
          value={text}
          maxLength={500}
          data-autofocus
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setCurrent(0);
          }}
        />
        <div ref={list} id={listId} role="listbox" aria-label="Results" className="palette-list">
          {entries.map((entry, index) => (
            <div key={entry.id} role="presentation">
              {entry.group !== entries[index - 1]?.group && (
                <Text size="xs" c="dimmed" fw={600} px="md" pt="xs" aria-hidden>
                  {entry.group}
                </Text>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works from the field */}
              <div
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className="found"
                onMouseMove={() => setCurrent(index)}
                onClick={entry.run}
              >
                <FoundLine found={{ ...entry, kind: "ci", to: "" }} />
              </div>
            </div>
          ))}
        </div>
        <Text size="xs" c="dimmed" px="md" py="xs" className="palette-foot" role="status">
          {isPending ? "Searching" : entries.length === 0 ? "Nothing found" : <Keys />}
        </Text>
      </Modal.Content>
    </Modal.Root>
  );
}

function Keys() {
  return (
    <>
      <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to choose, <Kbd size="xs">Enter</Kbd> to open,{" "}
      <Kbd size="xs">Esc</Kbd> to close
    </>
  );
}

function useEntries(text: string, setText: (text: string) => void, close: () => void) {
  const may = useMay();
  const { user } = useSession();
  const router = useRouter();
  const trimmed = text.trim();
  const [settled] = useDebouncedValue(trimmed, 120);
  const groups = useFound(trimmed ? settled : "", EACH, QUICK);
  const go = (to: string) => () => {
    rememberSearch(user.id, trimmed);
    close();
    router.history.push(router.basepath + to);
  };
  const pages: Entry[] = AREAS.filter(({ scopes, label }) => {
    const isAllowed = scopes.length === 0 || scopes.some(may);
    return isAllowed && label.toLowerCase().includes(trimmed.toLowerCase());
  }).map(({ label, to }) => ({ id: `page ${to}`, group: "Go to", name: label, hint: "Page", run: go(to) }));
  if (!trimmed) {
    const recent = recentSearches(user.id).map((one): Entry => {
      return {
        id: `recent ${one}`,
        group: "Recent searches",
        name: one,
        hint: "Search again",
        run: () => setText(one),
      };
    });
    return { entries: [...recent, ...pages], isPending: false };
  }
  const found = groups.flatMap(({ kind, found: things }) =>
    things.map((one): Entry => ({ ...one, id: `${kind} ${one.id}`, group: KIND_TITLES[kind], run: go(one.to) })),
  );
  const everything: Entry = {
    id: "everything",
    group: "More",
    name: `All results for “${trimmed.slice(0, 80)}”`,
    hint: may("ai.use") ? "Page of the search, by meaning too" : "Page of the search",
    run: go(`/search?q=${encodeURIComponent(JSON.stringify(trimmed))}`),
  };
  const isPending = settled !== trimmed || groups.some((group) => group.isPending);
  return { entries: [...found, ...pages, everything], isPending };
}

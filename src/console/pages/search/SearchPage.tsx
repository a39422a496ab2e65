import { Anchor, Button, Group, Stack, Text, TextInput, Title, UnstyledButton } from "@mantine/core";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { messageOf } from "../../api/error";
import { useSession } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { PageHeader } from "../../components/PageHeader";
import { useTyped } from "../../components/use-typed";
import { Facets } from "./Facets";
import { FoundLine } from "./FoundLine";
import { type FoundKind, KIND_TITLES } from "./kinds";
import { forgetSearches, recentSearches, rememberSearch } from "./recent";
import { type FoundGroup, useFound } from "./useFound";

const route = getRouteApi("/shell/search");
const SOME = 6;
const MANY = 50;

export function SearchPage() {
  const { q = "", kind } = route.useSearch();
  const { user } = useSession();
  const navigate = useNavigate();
  const results = useRef<HTMLDivElement>(null);
  // The facets count every kind, also where one is chosen, of which more is shown then.
  const everything = useFound(q.trim(), SOME);
  const chosen = useFound(kind ? q.trim() : "", MANY, kind ? [kind] : []);
  const groups = kind ? chosen : everything;
  const show = (next: string, of: FoundKind | undefined) =>
    void navigate({
      to: "/search",
      search: { ...(next.trim() && { q: next }), ...(of && { kind: of }) },
      replace: true,
    });
  const typed = useTyped(q, (next) => show(next, kind), 150);
  return (
    <>
      <PageHeader title="Search" />
      <Stack onKeyDown={(event) => moveFocus(event, results.current)}>
        <TextInput
          aria-label="Search"
          placeholder="Name, address, serial number, or what it does"
          size="md"
          autoFocus
          leftSection={<Search size={17} aria-hidden />}
          maxLength={500}
          {...typed}
        />
        <Facets
          groups={everything}
          isAsked={q.trim() !== ""}
          limit={SOME}
          kind={kind}
          pick={(of) => show(typed.value, of)}
        />
        <div ref={results}>
          {q.trim() ? (
            <Results
              groups={groups}
              text={q}
              isOne={kind !== undefined}
              opened={() => rememberSearch(user.id, q)}
              all={(of) => show(q, of)}
            />
          ) : (
            <Recent userId={user.id} pick={(next) => show(next, kind)} />
          )}
        </div>
      </Stack>
    </>
  );
}

interface ResultsProps {
  groups: readonly FoundGroup[];
  text: string;
  isOne: boolean;
  opened: () => void;
  all: (kind: FoundKind) => void;
}

function Results({ groups, text, isOne, opened, all }: ResultsProps) {
  const count = groups.reduce((sum, { found }) => sum + found.length, 0);
  const isPending = groups.some((group) => group.isPending);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" role="status">
        {isPending ? "Searching" : count === 1 ? "1 result" : `${count} results`}
      </Text>
      {!isPending && count === 0 && (
        <div className="card">
          <EmptyState title="Nothing found" icon={Search}>
            Nothing has <bdi>“{text.slice(0, 100)}”</bdi> in its name or description. Try fewer words or the beginning
            of one.
          </EmptyState>
        </div>
      )}
      {groups.map(({ kind, found, error }) => (
        <section key={kind} hidden={found.length === 0 && !error}>
          <Group justify="space-between" mb={6}>
            <Title order={2}>{KIND_TITLES[kind]}</Title>
            {!isOne && found.length >= SOME && (
              <Button size="compact-xs" variant="subtle" onClick={() => all(kind)}>
                More
              </Button>
            )}
          </Group>
          {error ? (
            <Text size="sm" c="dimmed">
              {messageOf(error)}
            </Text>
          ) : (
            <ul className="card found-list">
              {found.map((one) => (
                <li key={one.id}>
                  <UnstyledButton component={Link} to={one.to as "/"} className="found" onClick={opened}>
                    <FoundLine found={one} />
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </Stack>
  );
}

function Recent({ userId, pick }: { userId: string; pick: (text: string) => void }) {
  const [list, setList] = useState(() => recentSearches(userId));
  if (list.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        Finds configuration items, services, incidents, events, software, vulnerabilities, changes and saved maps as you
        type. From any page: Ctrl+K or /.
      </Text>
    );
  }
  return (
    <section>
      <Group justify="space-between" mb={6}>
        <Title order={2}>Recent searches</Title>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            forgetSearches(userId);
            setList([]);
          }}
        >
          Forget them
        </Anchor>
      </Group>
      <ul className="card found-list">
        {list.map((text) => (
          <li key={text}>
            <UnstyledButton className="found" onClick={() => pick(text)}>
              <bdi className="clip">{text}</bdi>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Arrow keys go from the field through the results and back. */
function moveFocus(event: KeyboardEvent, results: HTMLElement | null): void {
  if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || !results) return;
  const isField = event.target instanceof HTMLInputElement && event.target.type === "text";
  const lines = [...results.querySelectorAll<HTMLElement>(".found")];
  const at = lines.indexOf(event.target as HTMLElement);
  if (!isField && at < 0) return;
  const next = lines[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (next) next.focus();
  else if (event.key === "ArrowUp") event.currentTarget.querySelector("input")?.focus();
  event.preventDefault();
}

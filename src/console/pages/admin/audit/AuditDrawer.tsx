import { Anchor, Drawer, Skeleton, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { components } from "../../../api/v1";
import { CodeBlock } from "../../../components/CodeBlock";
import { EmptyState } from "../../../components/EmptyState";
import { Facts } from "../../../components/Facts";
import { ExactTime } from "../../../components/Time";

type Entry = components["schemas"]["ListedAuditEntry"];

export interface AuditDrawerProps {
  entry: Entry | undefined;
  isOpen: boolean;
  isLoading: boolean;
  nameOf: (actor: string) => string;
  close: () => void;
}

/** One entry with the state before and after. The service has no address for a single one: it is looked up in the list. */
export function AuditDrawer({ entry, isOpen, isLoading, nameOf, close }: AuditDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      position="right"
      size="xl"
      title="Entry of the audit log"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {entry ? (
        <OneEntry entry={entry} nameOf={nameOf} />
      ) : isLoading ? (
        <Skeleton height={240} aria-label="Loading" />
      ) : (
        <EmptyState title="Not among what is listed">Scroll to it, or change the filters.</EmptyState>
      )}
    </Drawer>
  );
}

function OneEntry({ entry, nameOf }: { entry: Entry; nameOf: (actor: string) => string }) {
  const { at, actor = "", action = "", target, before, after } = entry;
  const changed = changedMembers(before, after);
  return (
    <Stack>
      <Title order={2}>{action}</Title>
      <Facts
        facts={[
          ["When", at && <ExactTime key="at" at={at} />],
          ["Who", <bdi key="who">{nameOf(actor)}</bdi>],
          ["To", target && <Target key="to" kind={target.kind} id={target.id} />],
          ["From address", entry.address],
          ["Department", entry.department && <bdi key="dep">{entry.department}</bdi>],
          ["Client version", entry.client_version && <bdi key="ver">{entry.client_version}</bdi>],
          ["Request", entry.request_id],
        ]}
      />
      {changed.length > 0 && (
        <div>
          <Text fw={600} size="sm">
            What changed
          </Text>
          <Facts
            facts={changed.map(([name, was, is]) => [
              name,
              <span key={name}>
                <del>{clip(was)}</del> <ins>{clip(is)}</ins>
              </span>,
            ])}
          />
        </div>
      )}
      {before != null && <State title="Before" value={before} />}
      {after != null && <State title="After" value={after} />}
    </Stack>
  );
}

function Target({ kind, id }: { kind: string; id: string }) {
  if (kind !== "ci")
    return (
      <>
        {kind} <bdi>{id}</bdi>
      </>
    );
  return (
    <Anchor component={Link} to={`/cis/${encodeURIComponent(id)}`}>
      CI {id}
    </Anchor>
  );
}

function State({ title, value }: { title: string; value: unknown }) {
  return (
    <div>
      <Text fw={600} size="sm">
        {title}
      </Text>
      <CodeBlock label={title} value={value} />
    </div>
  );
}

function clip(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Members whose values differ, where both states are known. */
function changedMembers(before: unknown, after: unknown): [string, unknown, unknown][] {
  if (!isObject(before) || !isObject(after)) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => [name, before[name], after[name]]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

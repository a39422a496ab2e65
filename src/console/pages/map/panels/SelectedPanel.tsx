import { Anchor, Button, CloseButton, Group, Stack, Text, Title } from "@mantine/core";
import { StatusMark } from "../../../components/StatusMark";
import { markWords } from "../canvas/elements";
import type { GraphLink, GraphNode } from "../graph-data";
import { isOpen } from "../map-actions";
import { listOf } from "../map-search";
import type { SideProps } from "./SidePanel";

const MOST_LINKS = 100;

/** One CI of the map: what it is, what can be done from here, and its relationships as a list. */
export function SelectedPanel({
  node,
  search,
  actions,
  nodes,
  links,
  shown,
  marks,
  onLook,
  onClose,
}: SideProps & { node: GraphNode; onClose: () => void }) {
  const { id, name, type, status, health, hidden_neighbours: more } = node;
  const isFolded = listOf(search.fold).includes(id);
  const near = links.filter(({ source, target }) => source === id || target === id);
  return (
    <Stack className="card" p="sm" gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h3" style={{ minWidth: 0 }} lineClamp={3} title={name.slice(0, 1_000)}>
          <bdi>{name.slice(0, 300)}</bdi>
        </Title>
        <CloseButton size="sm" aria-label="Back to the list" onClick={onClose} />
      </Group>
      <Group gap="sm">
        <StatusMark state={health} />
        <Text size="sm" c="dimmed">
          {[type.replaceAll("_", " "), status, markWords(marks.get(id))].filter(Boolean).join(", ")}
        </Text>
      </Group>
      <Facts node={node} onLook={onLook} />
      <Group gap={6}>
        {isFolded ? (
          <Button size="compact-sm" variant="default" onClick={() => actions.expand(id)}>
            Unfold {shown.folded.get(id) ?? 0}
          </Button>
        ) : (
          <>
            {more > 0 && (
              <Button size="compact-sm" variant="default" onClick={() => actions.expand(id)}>
                Show {more} more
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => actions.fold(id)}>
              {isOpen(search, id) ? "Hide what it showed" : "Fold"}
            </Button>
          </>
        )}
        <Button size="compact-sm" variant="default" onClick={() => actions.startAt(id)}>
          Start here
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => actions.change({ impact: id, from: undefined, to: undefined })}
        >
          If it fails
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => actions.change({ from: id, to: undefined, impact: undefined, selected: undefined })}
        >
          Path from here
        </Button>
        <Button size="compact-sm" variant="default" component="a" href={`/console/cis/${id}`}>
          Open the CI
        </Button>
      </Group>
      <Title order={3} size="sm" mt="xs">
        Relationships in the map
      </Title>
      <Relationships id={id} near={near} nodes={nodes} onLook={onLook} />
    </Stack>
  );
}

function Facts({ node, onLook }: { node: GraphNode; onLook: (id: string) => void }) {
  const { services, location, hop } = node;
  return (
    <dl className="map-facts">
      <dt>Steps</dt>
      <dd>{hop === 0 ? "the map begins here" : `${hop} from where the map begins`}</dd>
      {location.length > 0 && (
        <>
          <dt>Location</dt>
          <dd>
            <bdi>{location.map(({ name }) => name.slice(0, 80)).join(", ")}</bdi>
          </dd>
        </>
      )}
      {services.length > 0 && (
        <>
          <dt>Services</dt>
          <dd>
            {services.map(({ id, name }, place) => (
              <span key={id}>
                {place > 0 && ", "}
                <Anchor component="button" type="button" size="sm" onClick={() => onLook(id)}>
                  <bdi>{name.slice(0, 80)}</bdi>
                </Anchor>
              </span>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

function Relationships({
  id,
  near,
  nodes,
  onLook,
}: {
  id: string;
  near: readonly GraphLink[];
  nodes: readonly GraphNode[];
  onLook: (id: string) => void;
}) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  if (near.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None
      </Text>
    );
  }
  return (
    <ul className="map-relationships">
      {near.slice(0, MOST_LINKS).map((link) => {
        const other = byId.get(link.source === id ? link.target : link.source);
        const word = link.type.replaceAll("_", " ").slice(0, 60);
        const notes = [
          link.redundancy_group && `one of ${link.redundancy_group.slice(0, 60)}`,
          link.optional && "optional",
          link.observed && "seen in traffic",
        ].filter(Boolean);
        return (
          <li key={link.id}>
            <Text size="xs" c="dimmed" component="span">
              {link.source === id ? `${word} →` : `← ${word}`}
              {notes.length > 0 && ` (${notes.join(", ")})`}
            </Text>
            {other && (
              <Anchor component="button" type="button" size="sm" className="clip" onClick={() => onLook(other.id)}>
                <bdi title={other.name.slice(0, 1_000)}>{other.name.slice(0, 120) || "(no name)"}</bdi>
              </Anchor>
            )}
          </li>
        );
      })}
      {near.length > MOST_LINKS && <li>and {near.length - MOST_LINKS} more</li>}
    </ul>
  );
}

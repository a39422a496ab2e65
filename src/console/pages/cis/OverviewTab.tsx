import { SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useActorNames } from "../../components/Actor";
import { PageError } from "../../components/PageError";
import { ScrollBox } from "../../components/ScrollBox";
import { Time } from "../../components/Time";
import { words } from "../../components/words";
import type { TabProps } from "./CiPage";
import { type FlatValue, flatten, pathWords } from "./flatten";
import { type Sighting, sightings, sourceOf, type ValueSource, valueActors, valueSources } from "./sources";
import { Value } from "./values";

const SECTIONS = [
  { title: "Identity", isIn: (path: string) => !/^(attributes|custom_fields)(\.|$)/.test(path) },
  { title: "Attributes", isIn: (path: string) => path.startsWith("attributes.") },
  { title: "Further fields", isIn: (path: string) => path.startsWith("custom_fields.") },
];

/** Every value with where it comes from, and the scanners that see the CI. */
export function OverviewTab({ ci }: TabProps) {
  const sources = useQuery(valueSources(ci.id));
  const actors = useQuery(valueActors(ci.id));
  const seen = useQuery(sightings(ci.id));
  const values = flatten({ ...ci });
  return (
    <Stack gap="md">
      <ScrollBox label="Values and their sources" isCard>
        <Table verticalSpacing={6} className="value-table value-sources">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="24%">Field</Table.Th>
              <Table.Th>Value</Table.Th>
              <Table.Th w="20%">Source</Table.Th>
              <Table.Th w="14%">Since</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {SECTIONS.map(({ title, isIn }) => (
              <Section
                key={title}
                title={title}
                values={values.filter(({ path }) => isIn(path))}
                sources={sources.data}
                actors={actors.data}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {sources.isError && <PageError error={sources.error} reset={() => void sources.refetch()} />}
      <Scanners seen={seen.data?.data} />
    </Stack>
  );
}

interface SectionProps {
  title: string;
  values: readonly FlatValue[];
  sources: ReadonlyMap<string, ValueSource> | undefined;
  /** Who set what people set, as far as the history goes. */
  actors: ReadonlyMap<string, string> | undefined;
}

function Section({ title, values, sources, actors }: SectionProps) {
  if (values.length === 0) return null;
  return (
    <Fragment>
      <Table.Tr>
        <Table.Th colSpan={4} scope="rowgroup" className="section-row">
          {title}
        </Table.Th>
      </Table.Tr>
      {values.map(({ path, value }) => {
        const isSet = value !== null && value !== undefined && value !== "";
        const source = isSet && sources ? sourceOf(sources, path) : undefined;
        return (
          <Table.Tr key={path}>
            <Table.Th scope="row" fw={500}>
              <bdi title={path.slice(0, 500)}>{pathWords(path)}</bdi>
            </Table.Th>
            <Table.Td>
              <Value value={value} />
            </Table.Td>
            <Table.Td>{source && <SourceName source={source} actor={actors?.get(path)} />}</Table.Td>
            <Table.Td>{source && <Time at={source.since} />}</Table.Td>
          </Table.Tr>
        );
      })}
    </Fragment>
  );
}

const KINDS: Record<ValueSource["source_class"], string> = {
  human: "Entered",
  agent: "Agent",
  agentless: "Network scan",
  import: "Import",
  ai: "Derived",
};
const WHY: Record<ValueSource["source_class"], string> = {
  human: "Entered by a person or a program of theirs: no scan replaces it",
  agent: "Reported by an agent on the machine: network scans and imports do not replace it",
  agentless: "Reported by a scan over the network: imports do not replace it",
  import: "Came with an import",
  ai: "Derived by rules or a model: every other source replaces it",
};

function SourceName({ source, actor }: { source: ValueSource; actor: string | undefined }) {
  const nameOf = useActorNames();
  const { source_class: kind, scanner_id: scanner } = source;
  const who = scanner ?? (kind === "human" && actor ? nameOf(actor) : undefined);
  return (
    <Text size="sm" title={WHY[kind]}>
      {KINDS[kind]}
      {who && (
        <>
          {kind === "human" ? " by " : " · "}
          <bdi>{who.slice(0, 80)}</bdi>
        </>
      )}
    </Text>
  );
}

function Scanners({ seen }: { seen: readonly Sighting[] | undefined }) {
  if (!seen) return null;
  return (
    <section>
      <Title order={2} mb="xs">
        Seen by
      </Title>
      {seen.length === 0 && (
        <Text c="dimmed" size="sm">
          No scanner has reported it: it was entered, imported or derived.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {seen.map(({ scanner_id: scanner = "", source_class: source, first_seen: first, last_seen: last }) => (
          <div key={scanner} className="card" style={{ padding: 12 }}>
            <Text fw={600} className="clip" title={scanner}>
              <bdi>{scanner}</bdi>
            </Text>
            <Text size="sm" c="dimmed">
              {words(source)} · last <Time at={last} /> · first <Time at={first} />
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </section>
  );
}

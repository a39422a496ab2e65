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
import { type Sighting, type Source, scannerAt, sightings, valueSources } from "./sources";
import { Value } from "./values";

const SECTIONS = [
  { title: "Identity", isIn: (path: string) => !/^(attributes|custom_fields)(\.|$)/.test(path) },
  { title: "Attributes", isIn: (path: string) => path.startsWith("attributes.") },
  { title: "Further fields", isIn: (path: string) => path.startsWith("custom_fields.") },
];

/** Every value with where it comes from, and the scanners that see the CI. */
export function OverviewTab({ ci }: TabProps) {
  const sources = useQuery(valueSources(ci.id));
  const seen = useQuery(sightings(ci.id));
  const values = flatten({ ...ci });
  return (
    <Stack gap="md">
      <ScrollBox label="Values and their sources" isCard>
        <Table verticalSpacing={6} className="value-table">
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
                seen={seen.data?.data ?? []}
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
  sources: ReadonlyMap<string, Source> | undefined;
  seen: readonly Sighting[];
}

function Section({ title, values, sources, seen }: SectionProps) {
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
        const source = isSet ? sources?.get(path) : undefined;
        return (
          <Table.Tr key={path}>
            <Table.Th scope="row" fw={500}>
              <bdi title={path.slice(0, 500)}>{pathWords(path)}</bdi>
            </Table.Th>
            <Table.Td>
              <Value value={value} />
            </Table.Td>
            <Table.Td>{isSet && sources && <SourceName source={source} seen={seen} />}</Table.Td>
            <Table.Td>{source ? <Time at={source.at} /> : "–"}</Table.Td>
          </Table.Tr>
        );
      })}
    </Fragment>
  );
}

function SourceName({ source, seen }: { source: Source | undefined; seen: readonly Sighting[] }) {
  const nameOf = useActorNames();
  if (!source) {
    return (
      <Text size="sm" c="dimmed" title="The change that set it is older than the history that is kept or read here">
        Not in the history
      </Text>
    );
  }
  const scanner = source.actor === "system" ? scannerAt(source.at, seen) : undefined;
  return (
    <Text size="sm" title={source.actor}>
      <bdi>{scanner ? `Scanner ${scanner.slice(0, 80)}` : nameOf(source.actor)}</bdi>
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

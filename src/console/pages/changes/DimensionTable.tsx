import { Text, Title } from "@mantine/core";
import { Bar } from "../../components/Bar";
import { type ThingKind, ThingLink } from "../../components/ThingLink";
import { colourOf, type Dimension, wordsOf } from "./change-data";

type Evidence = Dimension["inputs"][number]["evidence"][number];

/** Pieces of evidence that are shown at once. */
const SHOWN = 3;

/** Kinds of evidence that have a page; the others are told in words. */
const PAGES: Partial<Record<Evidence["kind"], ThingKind>> = {
  ci: "ci",
  service: "service",
  event: "event",
  incident: "incident",
};

/** A dimension: the sum of its inputs' values, each times its weight. */
export function DimensionTable({ name, dimension }: { name: string; dimension: Dimension }) {
  return (
    <section style={{ marginBottom: 16 }}>
      <Title order={3} mb={6}>
        {name[0]?.toUpperCase() + name.slice(1)}: {dimension.score} of 100
      </Title>
      <div className="card">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col" style={{ width: "30%" }}>
                Input
              </th>
              <th scope="col" style={{ width: "6.5rem" }}>
                Value
              </th>
              <th scope="col" style={{ width: "6rem" }} data-optional>
                Weight
              </th>
              <th scope="col">Evidence</th>
            </tr>
          </thead>
          <tbody>
            {dimension.inputs.map(({ name: input, value, weight, evidence }) => (
              <tr key={input}>
                <td>{wordsOf(input)}</td>
                <td>
                  <span className="numeric">{value}</span>
                  <Bar value={value} colour={colourOf(value)} />
                </td>
                <td data-optional className="numeric">
                  {(weight * 100).toFixed(1)} %
                </td>
                <td>
                  <EvidenceList evidence={evidence} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The first pieces of evidence, and the others on demand. */
function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  // One thing may prove two things, and the order never changes: the place is the key.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  const lines = evidence.map((one, index) => <EvidenceLine key={`${index} ${one.id}`} evidence={one} />);
  return (
    <>
      {lines.slice(0, SHOWN)}
      {lines.length > SHOWN && (
        <details>
          <summary>{lines.length - SHOWN} more</summary>
          {lines.slice(SHOWN)}
        </details>
      )}
    </>
  );
}

function EvidenceLine({ evidence: { kind, id, value } }: { evidence: Evidence }) {
  const page = PAGES[kind];
  return (
    <Text size="sm" component="div">
      {page ? <ThingLink kind={page} id={id} name={value} /> : <bdi>{value.slice(0, 300)}</bdi>}
    </Text>
  );
}

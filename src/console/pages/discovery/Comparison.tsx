import { Button, Text } from "@mantine/core";
import { CiLink } from "../../components/CiLink";
import { Time } from "../../components/Time";
import type { Candidate, ParkedHost } from "./parked-hosts";

/** Characters of one value that are shown. */
const SHOWN = 400;

interface Fact {
  label: string;
  seen: string[];
  known: (ci: Candidate) => string[];
}

/** What was seen of a host beside what is known of CIs, fact by fact; what agrees is marked. */
export function Comparison({
  host,
  candidates,
  decide,
}: {
  host: ParkedHost;
  candidates: readonly Candidate[];
  decide: ((ciId: string) => void) | undefined;
}) {
  return (
    <section
      className="comparison-scroll"
      aria-label="What was seen, and candidates beside it"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
      tabIndex={0}
    >
      <table className="comparison">
        <thead>
          <tr>
            <th scope="col">Fact</th>
            <th scope="col">Seen</th>
            {candidates.map((ci, at) => (
              <th key={ci.id} scope="col">
                <CiLink id={ci.id} name={ci.name} />
                <Text size="xs" c="dimmed" component="div">
                  {ci.type.replaceAll("_", " ")}, changed <Time at={ci.updated_at} />
                </Text>
                {decide && (
                  <Button size="compact-xs" mt={4} onClick={() => decide(ci.id)}>
                    It is this one ({at + 1})
                  </Button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {factsOf(host).map(({ label, seen, known }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <Values values={seen} />
              </td>
              {candidates.map((ci) => {
                const values = known(ci);
                const isSame = haveCommon(seen, values);
                return (
                  <td key={ci.id} data-same={isSame || undefined}>
                    <Values values={values} />
                    {isSame && (
                      <Text size="xs" component="span">
                        {" "}
                        = same
                      </Text>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Values({ values }: { values: readonly string[] }) {
  if (values.length === 0)
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  const text = values.join(", ");
  return <bdi>{text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}</bdi>;
}

function haveCommon(a: readonly string[], b: readonly string[]): boolean {
  const folded = new Set(a.map((value) => value.trim().toLowerCase()));
  return b.some((value) => folded.has(value.trim().toLowerCase()));
}

function factsOf({ seen }: ParkedHost): Fact[] {
  const { hardware, os, record_counts: counts } = seen;
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  const facts: Fact[] = [
    {
      label: "Name",
      seen: texts(seen.hostname, seen.fqdn),
      known: (ci) => texts(ci.name, at(ci, "hostname"), at(ci, "fqdn")),
    },
    {
      label: "Addresses",
      seen: seen.ip_addresses,
      known: (ci) => texts(at(ci, "ip_address"), at(ci, "all_ip_addresses")),
    },
    { label: "MAC addresses", seen: seen.mac_addresses, known: (ci) => texts(at(ci, "mac_addresses")) },
    { label: "Serial number", seen: texts(hardware.serial_number), known: (ci) => texts(at(ci, "serial_number")) },
    { label: "UUID", seen: texts(hardware.uuid), known: (ci) => texts(within(ci, "hardware", "uuid")) },
    { label: "Manufacturer", seen: texts(hardware.manufacturer), known: (ci) => texts(at(ci, "manufacturer")) },
    { label: "Model", seen: texts(hardware.model), known: (ci) => texts(at(ci, "model")) },
    { label: "Kind", seen: texts(seen.device_type), known: (ci) => texts(at(ci, "device_type") ?? ci.type) },
    {
      label: "System",
      seen: texts([os.name, os.version].filter(Boolean).join(" "), seen.os_guess),
      known: (ci) => texts(at(ci, "os"), within(ci, "os", "name"), at(ci, "os_guess")),
    },
    { label: "Open ports", seen: seen.open_ports.map(String), known: (ci) => texts(at(ci, "open_ports")) },
    { label: "Id at the scanner", seen: texts(seen.host_id), known: () => [] },
    {
      label: "Also reported",
      seen: counted.map(([kind, count]) => `${count} ${kind.replaceAll("_", " ")}`),
      known: () => [],
    },
  ];
  return facts.filter(({ label, seen: values }) => values.length > 0 || KEPT.has(label));
}

/** Facts that are shown even where the host lacks them: they tell the candidates apart. */
const KEPT = new Set(["Name", "Addresses", "Serial number", "Model"]);

/** People write into these fields too: what is no text or number is left out. */
function texts(...values: unknown[]): string[] {
  const all = values.flat().filter((value) => typeof value === "string" || typeof value === "number");
  return [...new Set(all.map(String).filter((text) => text !== ""))];
}

function at({ attributes, custom_fields: custom }: Candidate, field: string): unknown {
  return attributes?.[field] ?? custom?.[field];
}

function within(ci: Candidate, field: string, member: string): unknown {
  const value = ci.custom_fields?.[field];
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[member] : undefined;
}

import { Button, Group, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { type FormEvent, useRef } from "react";
import { rowsOf } from "../../api/listed";
import { CiLink } from "../../components/CiLink";
import { FormFaults, faultOf } from "../../components/FormFaults";
import { type Decision, type Mapping, type MappingPatch, useCisBy, useIdentified } from "./mappings";
import { FAMILIES } from "./routes";

interface PendingDetailProps {
  mapping: Mapping;
  mayDecide: boolean;
  isBusy: boolean;
  error: unknown;
  decide: (decision: Decision) => void;
}

const SHOWN = 8;
const FIELDS = ["software.name", "software.vendor", "family", "process_type"];

/** One name that waits: what it is taken for, where it is installed, and what to do. */
export function PendingDetail({ mapping, mayDecide, isBusy, error, decide }: PendingDetailProps) {
  const first = useRef<HTMLInputElement>(null);
  const can = mayDecide && !isBusy;
  useHotkeys([
    ["v", () => can && decide({ kind: "verify", mapping })],
    ["x", () => can && decide({ kind: "reject", mapping })],
    ["e", () => first.current?.select()],
  ]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const family = FAMILIES.find((known) => known === text("family"));
    const patch = {
      software: { name: text("name"), vendor: text("vendor") || null },
      family: family ? { name: family } : null,
      process_type: text("process_type") as Mapping["process_type"],
      status: "active" as const,
    };
    decide({ kind: "change", mapping, patch });
  };
  return (
    <Stack component="section" aria-label="The mapping" className="card" p="md" gap="md">
      <div>
        <Title order={2} lineClamp={3}>
          <bdi>{mapping.instance_name || mapping.instance_patterns[0]}</bdi>
        </Title>
        <Text size="sm" c="dimmed">
          Compared as <bdi>{mapping.normalized_instance_name}</bdi> · source {mapping.source} · certainty{" "}
          {mapping.confidence} of 100
        </Text>
      </div>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <FormFaults error={error} shown={FIELDS} />
          <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
            <TextInput
              ref={first}
              name="name"
              label="Product"
              defaultValue={mapping.software.name}
              required
              maxLength={255}
              disabled={!mayDecide}
              error={faultOf(error, "software.name")}
              onKeyDown={leaveOnEscape}
            />
            <TextInput
              name="vendor"
              label="Vendor"
              defaultValue={mapping.software.vendor ?? ""}
              maxLength={255}
              disabled={!mayDecide}
              error={faultOf(error, "software.vendor")}
              onKeyDown={leaveOnEscape}
            />
          </Group>
          <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
            <Select
              name="family"
              label="Family"
              data={[...FAMILIES]}
              defaultValue={mapping.family?.name ?? null}
              placeholder="by the rules"
              clearable
              clearButtonProps={{ "aria-label": "No family" }}
              searchable
              disabled={!mayDecide}
              error={faultOf(error, "family")}
            />
            <Select
              name="process_type"
              label="Runs as"
              data={["application", "service", "library"]}
              defaultValue={mapping.process_type}
              allowDeselect={false}
              disabled={!mayDecide}
            />
          </Group>
          {mayDecide ? (
            <Group gap="sm">
              <Button disabled={isBusy} onClick={() => decide({ kind: "verify", mapping })}>
                Verify as it was (v)
              </Button>
              <Button type="submit" variant="default" disabled={isBusy}>
                Save the change and verify
              </Button>
              <Button variant="default" disabled={isBusy} onClick={() => decide({ kind: "reject", mapping })}>
                Reject: delete it (x)
              </Button>
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              To decide, you need the scope software.write.
            </Text>
          )}
        </Stack>
      </form>
      <ByRules mapping={mapping} take={can ? (patch) => decide({ kind: "change", mapping, patch }) : undefined} />
      <Installations mapping={mapping} />
    </Stack>
  );
}

/** Gives the keys back to the queue. */
function leaveOnEscape(event: React.KeyboardEvent<HTMLInputElement>) {
  if (event.key === "Escape") event.currentTarget.blur();
}

/** What the rules say without any mapping, to be taken over as it is. */
function ByRules({ mapping, take }: { mapping: Mapping; take: ((patch: MappingPatch) => void) | undefined }) {
  const identified = useIdentified(mapping.instance_name, mapping.software.vendor);
  const found = identified.data;
  const takeOver = () => {
    if (!found) return;
    const { software, family } = found;
    take?.({ software, ...(family && { family: { name: family } }), status: "active" });
  };
  useHotkeys([["r", takeOver]]);
  if (!found) return null;
  const { software, family, cpe } = found;
  return (
    <section>
      <Title order={3}>What the rules make of it</Title>
      <Text size="sm">
        <bdi>{software.name}</bdi> by <bdi>{software.vendor ?? "an unknown vendor"}</bdi>,{" "}
        {family ?? "of no known family"}.{" "}
        {cpe.name ? (
          <>
            CPE <bdi>{cpe.name}</bdi> ({cpe.match})
          </>
        ) : (
          "No CPE name agrees."
        )}
      </Text>
      {take && (
        <Button size="compact-xs" variant="default" mt={6} onClick={takeOver}>
          Take what the rules say (r)
        </Button>
      )}
    </section>
  );
}

function Installations({ mapping }: { mapping: Mapping }) {
  const name = mapping.instance_name.slice(0, 255);
  const found = useCisBy({ type: "software_instance", search: name }, SHOWN);
  const instances = rowsOf(found.data);
  const total = found.data?.pages[0]?.pagination.total ?? 0;
  return (
    <section>
      <Title order={3}>Installed programs of about that name</Title>
      {instances.length === 0 && (
        <Text size="sm" c="dimmed">
          {found.isPending ? "Looking" : "None at the moment."}
        </Text>
      )}
      {instances.map((ci) => (
        <CiLink key={ci.id} id={ci.id} name={[ci.name, ci.attributes?.version].filter(Boolean).join(" ")} />
      ))}
      {total > SHOWN && <Text size="sm">and {total - SHOWN} more</Text>}
    </section>
  );
}

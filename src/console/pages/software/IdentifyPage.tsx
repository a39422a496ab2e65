import { Button, Group, List, Stack, Text, TextInput, Title } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { PageError } from "../../components/PageError";
import { useIdentified } from "./mappings";
import { SoftwareFrame } from "./SoftwareFrame";

const route = getRouteApi("/shell/software/identify");

/** What a name of a program means, without a scan. */
export function IdentifyPage() {
  const { name = "", vendor } = route.useSearch();
  const navigate = route.useNavigate();
  const identified = useIdentified(name, vendor ?? null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string) => String(form.get(field) ?? "").trim() || undefined;
    void navigate({ search: { name: text("name"), vendor: text("vendor") } });
  };
  return (
    <SoftwareFrame title="Identify a name" hint="What Orrery makes of a program's name. Nothing is stored.">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm" mb="md">
          <TextInput
            name="name"
            label="Name"
            placeholder="7-Zip 23.01 (x64)"
            defaultValue={name}
            key={`name ${name}`}
            required
            maxLength={1_000}
            w={320}
            maw="100%"
          />
          <TextInput
            name="vendor"
            label="Vendor"
            defaultValue={vendor ?? ""}
            key={`vendor ${vendor}`}
            maxLength={1_000}
          />
          <Button type="submit" loading={identified.isFetching}>
            Identify
          </Button>
        </Group>
      </form>
      {identified.error && <PageError error={identified.error} reset={() => void identified.refetch()} />}
      {identified.data && <Identified result={identified.data} name={name} />}
    </SoftwareFrame>
  );
}

type Result = NonNullable<ReturnType<typeof useIdentified>["data"]>;

function Identified({ result, name }: { result: Result; name: string }) {
  const { software, family, kind, normalized_name: normalized, mapping_id: mapping, cpe } = result;
  return (
    <Stack className="card" component="section" p="md" gap="sm" aria-label="Result" maw={760}>
      <Title order={2} lineClamp={2}>
        <bdi>{software.name}</bdi>
      </Title>
      <Text size="sm">
        by <bdi>{software.vendor ?? "an unknown vendor"}</bdi> · {family ?? "family not known"} ·{" "}
        {kind.replaceAll("_", " ")} · compared as <bdi>{normalized}</bdi>
      </Text>
      <Text size="sm">
        {mapping ? "A mapping says so. " : "The rules say so; no mapping matches. "}
        <Link to="/software/mappings" search={{ find: (mapping ? software.name : name).slice(0, 200) }}>
          Look among the mappings
        </Link>
      </Text>
      <Title order={3}>CPE</Title>
      <Text size="sm">
        {cpe.name ? (
          <>
            <bdi>{cpe.name}</bdi> ({cpe.match}, {Math.round(cpe.score * 100)} of 100)
          </>
        ) : (
          "No CPE name agrees."
        )}
      </Text>
      {cpe.reasons.length > 0 && (
        <Text size="sm" c="dimmed">
          <bdi>{cpe.reasons.join("; ")}</bdi>
        </Text>
      )}
      {cpe.candidates.length > 0 && (
        <>
          <Title order={3}>Candidates</Title>
          <List size="sm">
            {cpe.candidates.map(({ name: candidate, score, reasons }) => (
              <List.Item key={candidate}>
                <bdi>{candidate}</bdi> ({Math.round(score * 100)} of 100): <bdi>{reasons.join("; ")}</bdi>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}

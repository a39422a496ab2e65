import { Group, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { PageError } from "../../components/PageError";
import { CsvButton } from "./CsvButton";
import { RowsTable } from "./RowsTable";
import { saveCsv } from "./report-data";

type Answer = components["schemas"]["QueryAnswer"];

/** The answer of a saved query, as the caller's own rights give it. */
export function QueryRun({ id, name = "query", isOfCis }: { id: string; name?: string; isOfCis: boolean }) {
  const answer = useQuery({
    queryKey: ["query", "run", id],
    queryFn: async () => (await bodyOf(v1.POST("/v1/queries/{id}/run", { params: { path: { id } } }))) as Answer,
  });
  if (answer.error && !answer.data) return <PageError error={answer.error} reset={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton height={160} mt="md" role="status" aria-label="Answer: loading" />;
  const { rows, total, truncated, took_ms } = answer.data;
  return (
    <section className="section-apart">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} fz="md">
          {total.toLocaleString("en")} {total === 1 ? "row" : "rows"}
          {truncated && `, ${rows.length.toLocaleString("en")} shown`}, {took_ms} ms
        </Title>
        {rows.length > 0 && <CsvButton save={() => saveCsv(`/v1/queries/${encodeURIComponent(id)}/run`, name)} />}
      </Group>
      <RowsTable rows={rows} isOfCis={isOfCis} />
    </section>
  );
}

import { Bar } from "../../components/Bar";
import { DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { Name } from "../../components/Name";
import { ThingLink } from "../../components/ThingLink";
import { textOf } from "./report-data";

type Row = Readonly<Record<string, unknown> & { id?: unknown }>;
interface Entry {
  row: Row;
  key: string;
}
/** Rows that are still read at a glance as bars. */
const MOST_BARS = 30;

/** The rows of an answer. Where the last column is a figure per group, each is drawn as a bar too. */
export function RowsTable({ rows, isOfCis }: { rows: readonly Row[]; isOfCis: boolean }) {
  const names = [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))].filter(
    (name) => name !== "id" || !isOfCis,
  );
  const figure = names.at(-1) ?? "";
  const isChart = names.length > 1 && rows.length > 1 && rows.length <= MOST_BARS && /^count$|\(.*\)$/.test(figure);
  const most = isChart ? Math.max(...rows.map((row) => Number(row[figure]) || 0)) : 0;
  return (
    <DataTable<Entry>
      label="Answer"
      height="55dvh"
      rows={rows.map((row, index) => ({ row, key: String(index) }))}
      idOf={({ key }) => key}
      empty={<EmptyState title="The answer is empty">Nothing matches what was asked.</EmptyState>}
      columns={names.map((name, index) => ({
        id: name,
        header: name,
        isOptional: index > 2,
        cell: ({ row }) =>
          isOfCis && name === "name" && typeof row.id === "string" ? (
            <ThingLink kind="ci" id={row.id} name={textOf(row[name])} />
          ) : isChart && name === figure ? (
            <>
              <span className="numeric">{textOf(row[name])}</span>
              <Bar value={most > 0 ? ((Number(row[name]) || 0) / most) * 100 : 0} />
            </>
          ) : (
            <Name>{textOf(row[name])}</Name>
          ),
      }))}
    />
  );
}

import { Checkbox, Skeleton, Text } from "@mantine/core";
import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { EmptyState } from "./EmptyState";
import { PageError } from "./PageError";

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const ROW_PX = 41;
/** Rows from the end at which the next page is asked for. */
const AHEAD = 20;

export interface Column<T extends RowData> {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  /** CSS width; default an equal share of what is left. */
  width?: string;
  /** Left out on narrow screens. */
  isOptional?: boolean;
  /** Name of the field that the service sorts by; without it the column cannot be sorted. */
  sortBy?: string;
}

export interface Sort {
  by: string;
  order: "asc" | "desc";
}

export interface DataTableProps<T extends RowData> {
  /** Says what the table lists, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  idOf: (row: T) => string;
  /** Names of hidden columns. */
  hidden?: readonly string[];
  isLoading?: boolean;
  error?: unknown;
  retry?: () => void;
  /** Shown where there are no rows. */
  empty?: ReactNode;
  /** Enter, or a click on the row. */
  onOpen?: (row: T) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (ids: ReadonlySet<string>) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  hasMore?: boolean;
  loadMore?: () => void;
  isLoadingMore?: boolean;
  /** CSS height; default as much as the window has. */
  height?: string;
}

/**
 * A list of any length: draws only the rows in sight, asks for the next page before the end is reached, and is worked
 * with the keyboard (arrows, Home, End, Enter, Space to select).
 */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { label, columns, rows, idOf, hidden = [], isLoading, error, retry, empty, onOpen, selected, onSelect } = props;
  const { hasMore = false, loadMore, isLoadingMore = false, height = "calc(100dvh - 15rem)" } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const definitions = useMemo(
    () => columns.map((column): ColumnDef<typeof features, T> => ({ id: column.id })),
    [columns],
  );
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selected ?? [])].map((id) => [id, true])) as RowSelectionState,
    [selected],
  );
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows as T[],
    getRowId: idOf,
    state: { rowSelection, columnVisibility },
    onRowSelectionChange: (change) => {
      const next = typeof change === "function" ? change(rowSelection) : change;
      onSelect?.(new Set(Object.keys(next).filter((id) => next[id])));
    },
  });
  const tableRows = table.getRowModel().rows;
  const shown = columns.filter(({ id }) => table.getColumn(id)?.getIsVisible() ?? true);
  const virtual = useVirtualizer({
    count: tableRows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= tableRows.length - AHEAD) loadMore?.();
  }, [hasMore, isLoadingMore, last, tableRows.length, loadMore]);

  if (error) return <PageError error={error} reset={retry} />;
  if (isLoading) return <TableSkeleton label={label} />;
  if (rows.length === 0) return <div className="card">{empty ?? <EmptyState title="Nothing here" />}</div>;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 400) / ROW_PX) - 1);
    const moves: Record<string, number> = {
      ArrowDown: current + 1,
      j: current + 1,
      ArrowUp: current - 1,
      k: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      const index = Math.min(rows.length - 1, Math.max(0, to));
      setCurrent(index);
      virtual.scrollToIndex(index);
    } else if (event.key === "Enter") onOpen?.(rows[current]!);
    else if (event.key === " " && onSelect) tableRows[current]?.toggleSelected();
    else return;
    event.preventDefault();
  };

  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <section
      ref={scroll}
      className="card data-table-scroll"
      style={{ maxHeight: height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
      tabIndex={0}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <table className="data-table" aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <thead>
          <tr>
            {onSelect && (
              <th style={{ width: 44 }}>
                <Checkbox
                  size="xs"
                  aria-label="Select all shown"
                  checked={table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
            {shown.map((column) => (
              <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} />}
          {items.map(({ index }) => {
            const row = tableRows[index]!;
            return (
              <tr
                key={row.id}
                aria-rowindex={index + 2}
                data-current={index === current || undefined}
                style={onOpen && { cursor: "pointer" }}
                onClick={() => {
                  setCurrent(index);
                  if (!getSelection()?.toString()) onOpen?.(row.original);
                }}
              >
                {onSelect && (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps the click from opening the row
                  <td onClick={(event) => event.stopPropagation()}>
                    <Checkbox
                      size="xs"
                      aria-label="Select"
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </td>
                )}
                {shown.map((column) => (
                  <td key={column.id} data-optional={column.isOptional || undefined}>
                    {column.cell(row.original)}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
      {isLoadingMore && (
        <Text size="xs" c="dimmed" ta="center" p="xs" role="status">
          Loading more
        </Text>
      )}
    </section>
  );
}

function HeaderCell<T extends RowData>({
  column,
  sort,
  onSort,
}: {
  column: Column<T>;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}) {
  const { sortBy, header, width, isOptional } = column;
  const isSorted = sortBy !== undefined && sort?.by === sortBy;
  const next = isSorted && sort.order === "asc" ? "desc" : "asc";
  return (
    <th
      scope="col"
      style={{ width }}
      data-optional={isOptional || undefined}
      aria-sort={isSorted ? (sort.order === "asc" ? "ascending" : "descending") : undefined}
    >
      {sortBy && onSort ? (
        <button type="button" className="sort-button" onClick={() => onSort({ by: sortBy, order: next })}>
          {header} <span aria-hidden>{isSorted ? (sort.order === "asc" ? "↑" : "↓") : "↕"}</span>
        </button>
      ) : (
        header
      )}
    </th>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function TableSkeleton({ label }: { label: string }) {
  return (
    <div className="card" role="status" aria-label={`${label}: loading`} style={{ padding: 12 }}>
      {Array.from({ length: 8 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <Skeleton key={i} height={22} mb={10} />
      ))}
    </div>
  );
}

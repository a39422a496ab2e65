import { Actor } from "../../components/Actor";
import { CiLink } from "../../components/CiLink";
import type { Column } from "../../components/DataTable";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { words } from "../../components/words";
import type { ListedCi } from "./ci-queries";
import { split } from "./list-search";
import { ShortValue } from "./values";

const FIXED: readonly Column<ListedCi>[] = [
  { id: "name", header: "Name", sortBy: "name", width: "26%", cell: ({ id, name }) => <CiLink id={id} name={name} /> },
  { id: "type", header: "Type", cell: ({ type }) => <ShortValue value={words(type)} /> },
  { id: "status", header: "Status", width: "120px", cell: ({ status = "unknown" }) => <StatusMark state={status} /> },
  {
    id: "description",
    header: "Description",
    isOptional: true,
    cell: ({ description }) => <ShortValue value={description} />,
  },
  {
    id: "relationships",
    header: "Relationships",
    width: "110px",
    isOptional: true,
    cell: ({ relationships }) => <span className="numeric">{relationships?.count ?? 0}</span>,
  },
  {
    id: "updated_at",
    header: "Changed",
    sortBy: "updated_at",
    width: "140px",
    isOptional: true,
    cell: (ci) => <Time at={ci.updated_at} />,
  },
  { id: "updated_by", header: "Changed by", isOptional: true, cell: (ci) => <Actor id={ci.updated_by} /> },
  {
    id: "created_at",
    header: "Created",
    sortBy: "created_at",
    width: "140px",
    isOptional: true,
    cell: (ci) => <Time at={ci.created_at} />,
  },
  { id: "created_by", header: "Created by", isOptional: true, cell: (ci) => <Actor id={ci.created_by} /> },
];

const DEFAULT = ["name", "type", "status", "attributes.ip_address", "attributes.os", "relationships", "updated_at"];
const USUAL_KEYS = ["attributes.ip_address", "attributes.os", "attributes.version", "custom_fields.environment"];
const MAX_KEYS = 40;

export interface ListColumns {
  all: readonly Column<ListedCi>[];
  shown: readonly string[];
}

/** The columns that can be chosen: common ones, and attributes of what is listed. */
export function columnsOf(rows: readonly ListedCi[], chosen: string | undefined): ListColumns {
  const shown = chosen ? ["name", ...split(chosen).filter((id) => id !== "name")] : DEFAULT;
  const keys = new Set([...USUAL_KEYS, ...shown.filter((id) => /^(attributes|custom_fields)\../.test(id))]);
  for (const { attributes = {}, custom_fields = {} } of rows.slice(0, 200)) {
    for (const [part, values] of Object.entries({ attributes, custom_fields })) {
      for (const [key, value] of Object.entries(values)) {
        // A comma would split the list in the address.
        if (keys.size < MAX_KEYS && isShort(value) && !key.includes(",") && key.length < 80) keys.add(`${part}.${key}`);
      }
    }
  }
  return { all: [...FIXED.slice(0, 3), ...[...keys].sort().map(keyColumn), ...FIXED.slice(3)], shown };
}

function keyColumn(id: string): Column<ListedCi> {
  const at = id.indexOf(".");
  const part = id.slice(0, at) as "attributes" | "custom_fields";
  const key = id.slice(at + 1);
  return { id, header: words(key), isOptional: true, cell: (ci) => <ShortValue value={ci[part]?.[key]} /> };
}

function isShort(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

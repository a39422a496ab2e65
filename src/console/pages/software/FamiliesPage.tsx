import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api, bodyOf } from "../../api/client";
import { type Column, DataTable } from "../../components/DataTable";
import { FAMILIES } from "./routes";
import { SoftwareFrame } from "./SoftwareFrame";

interface Family {
  name: string;
  softwareCount: number;
  instanceCount: number;
}

const route = getRouteApi("/shell/software/families");
const familyOf = (name: string) => FAMILIES.find((known) => known === name);
const COLUMNS: readonly Column<Family>[] = [
  {
    id: "name",
    header: "Family",
    cell: ({ name }) => (
      <Link to="/software" search={{ family: familyOf(name) }}>
        {name}
      </Link>
    ),
  },
  { id: "products", header: "Products", cell: (family) => <span className="numeric">{family.softwareCount}</span> },
  {
    id: "installed",
    header: "Installations",
    cell: (family) => <span className="numeric">{family.instanceCount}</span>,
  },
];

/** The 13 kinds of software. */
export function FamiliesPage() {
  const navigate = route.useNavigate();
  const families = useQuery({
    queryKey: ["ci", "families"],
    queryFn: () => bodyOf(api.GET("/api/cmdb-settings/software-families")),
  });
  return (
    <SoftwareFrame title="Software families" hint="Every product belongs to one of 13.">
      <DataTable
        label="Software families"
        columns={COLUMNS}
        rows={families.data?.data ?? []}
        idOf={({ name }) => name}
        isLoading={families.isPending}
        error={families.error}
        retry={() => void families.refetch()}
        onOpen={({ name }) => void navigate({ to: "/software", search: { family: familyOf(name) } })}
      />
    </SoftwareFrame>
  );
}

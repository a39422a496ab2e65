import { Navigate } from "@tanstack/react-router";
import { useMay } from "../../app/session-context";
import { sectionsFor } from "./sections";

/** Goes on to the first section that the user may see; the programs of one's own are open to everybody. */
export function AdminIndexPage() {
  const may = useMay();
  return <Navigate to={sectionsFor(may)[0]!.to as "/admin/users"} replace />;
}

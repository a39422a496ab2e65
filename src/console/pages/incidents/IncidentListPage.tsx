import { PageHeader } from "../../components/PageHeader";

export function IncidentListPage() {
  return <PageHeader title="IncidentListPage" />;
}

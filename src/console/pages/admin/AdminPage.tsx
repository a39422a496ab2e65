import { PageHeader } from "../../components/PageHeader";

export function AdminPage() {
  return <PageHeader title="AdminPage" />;
}

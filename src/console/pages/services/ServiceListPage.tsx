import { PageHeader } from "../../components/PageHeader";

export function ServiceListPage() {
  return <PageHeader title="ServiceListPage" />;
}

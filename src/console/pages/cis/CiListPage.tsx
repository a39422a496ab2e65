import { PageHeader } from "../../components/PageHeader";

export function CiListPage() {
  return <PageHeader title="CiListPage" />;
}

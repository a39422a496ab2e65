import { PageHeader } from "../../components/PageHeader";

export function ChangesPage() {
  return <PageHeader title="ChangesPage" />;
}

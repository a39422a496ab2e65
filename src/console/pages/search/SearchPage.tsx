import { PageHeader } from "../../components/PageHeader";

export function SearchPage() {
  return <PageHeader title="SearchPage" />;
}

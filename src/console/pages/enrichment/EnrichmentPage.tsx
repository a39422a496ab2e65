import { PageHeader } from "../../components/PageHeader";

export function EnrichmentPage() {
  return <PageHeader title="EnrichmentPage" />;
}

import { PageHeader } from "../../components/PageHeader";

export function DiscoveryPage() {
  return <PageHeader title="DiscoveryPage" />;
}

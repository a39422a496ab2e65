import { PageHeader } from "../../components/PageHeader";

export function MapPage() {
  return <PageHeader title="MapPage" />;
}

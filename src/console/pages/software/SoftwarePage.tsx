import { PageHeader } from "../../components/PageHeader";

export function SoftwarePage() {
  return <PageHeader title="SoftwarePage" />;
}

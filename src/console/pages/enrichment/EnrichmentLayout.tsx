import { Outlet } from "@tanstack/react-router";
import { useMay } from "../../app/session-context";
import { SectionNav } from "../../components/SectionNav";

/** Sections with the scope that each needs. */
const SECTIONS = [
  { label: "Runs", to: "/enrichment", scope: "cmdb.read" },
  { label: "Insights", to: "/enrichment/insights", scope: "cmdb.read" },
  { label: "Proposed relationships", to: "/enrichment/proposals", scope: "cmdb.read" },
  { label: "Agents", to: "/enrichment/agents", scope: "ai.use" },
  { label: "Usage and cost", to: "/enrichment/usage", scope: "ai.use" },
];

export function EnrichmentLayout() {
  const may = useMay();
  return (
    <>
      <SectionNav label="Sections of enrichment" sections={SECTIONS.filter(({ scope }) => may(scope))} />
      <Outlet />
    </>
  );
}

import type { ReactNode } from "react";
import { useMay } from "../../app/session-context";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";

/** Heading and sections of discovery around one of its pages. */
export function DiscoveryFrame(props: { title: string; hint?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const may = useMay();
  const sections = [
    { label: "Scans", to: "/discovery", scope: "discovery.read" },
    { label: "Parked hosts", to: "/discovery/parked", scope: "discovery.read" },
    { label: "Raw records", to: "/discovery/records", scope: "discovery.read" },
    { label: "Tokens", to: "/discovery/tokens", scope: "discovery.configure" },
    { label: "How to scan", to: "/discovery/how", scope: undefined },
  ].filter(({ scope }) => scope === undefined || may(scope));
  return (
    <>
      <PageHeader title={props.title} hint={props.hint}>
        {props.actions}
      </PageHeader>
      <SectionNav label="Discovery" sections={sections} />
      {props.children}
    </>
  );
}

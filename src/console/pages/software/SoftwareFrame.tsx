import type { ReactNode } from "react";
import { useMay } from "../../app/session-context";
import { PageHeader } from "../../components/PageHeader";
import { SectionNav } from "../../components/SectionNav";

/** Heading and sections of software around one of its pages. */
export function SoftwareFrame(props: { title: string; hint?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const may = useMay();
  const sections = [
    { label: "Products", to: "/software", scope: "cmdb.read" },
    { label: "Installed", to: "/software/installed", scope: "cmdb.read" },
    { label: "Families", to: "/software/families", scope: "software.read" },
    { label: "Pending mappings", to: "/software/pending", scope: "software.read" },
    { label: "All mappings", to: "/software/mappings", scope: "software.read" },
    { label: "Identify a name", to: "/software/identify", scope: "software.read" },
  ].filter(({ scope }) => may(scope));
  return (
    <>
      <PageHeader title={props.title} hint={props.hint}>
        {props.actions}
      </PageHeader>
      <SectionNav label="Software" sections={sections} />
      {props.children}
    </>
  );
}

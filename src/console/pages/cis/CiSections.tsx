import { SectionNav } from "../../components/SectionNav";

const SECTIONS = [
  { label: "In use", to: "/cis" },
  { label: "Deleted", to: "/cis/deleted" },
];

/** What there is, and what was deleted and can be restored. */
export function CiSections() {
  return <SectionNav label="Configuration items" sections={SECTIONS} />;
}

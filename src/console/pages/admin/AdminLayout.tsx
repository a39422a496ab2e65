import { Outlet } from "@tanstack/react-router";
import { useMay } from "../../app/session-context";
import { SectionNav } from "../../components/SectionNav";
import { sectionsFor } from "./sections";

/** The sections of the administration that the user may see, above each of its pages. */
export function AdminLayout() {
  const may = useMay();
  return (
    <>
      <SectionNav label="Sections of the administration" sections={sectionsFor(may)} />
      <Outlet />
    </>
  );
}

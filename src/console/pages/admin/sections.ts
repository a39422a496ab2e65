import type { Section } from "../../components/SectionNav";

/** Sections with the scope that each needs; none: everybody. */
const SECTIONS: readonly (Section & { scope?: string })[] = [
  { label: "Users", to: "/admin/users", scope: "admin.users" },
  { label: "Programs", to: "/admin/programs" },
  { label: "Webhooks", to: "/admin/webhooks", scope: "webhooks.manage" },
  { label: "Integrations", to: "/admin/integrations", scope: "admin.settings" },
  { label: "Settings", to: "/admin/settings", scope: "admin.settings" },
  { label: "Audit", to: "/admin/audit", scope: "admin.audit" },
  { label: "Jobs", to: "/admin/jobs", scope: "admin.settings" },
];

export function sectionsFor(may: (scope: string) => boolean): Section[] {
  return SECTIONS.filter(({ scope }) => scope === undefined || may(scope));
}

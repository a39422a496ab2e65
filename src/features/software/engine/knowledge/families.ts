/** The 13 software families of rule 10 in section 1 of the interface specification. */
export const SOFTWARE_FAMILIES = [
  "Browsers",
  "Databases",
  "Development Tools",
  "Runtime Environments",
  "Office Productivity",
  "Security Software",
  "Operating Systems",
  "Virtualization",
  "Web Servers",
  "Monitoring Tools",
  "Multimedia",
  "Utilities",
  "Enterprise Applications",
] as const;

export type SoftwareFamilyName = (typeof SOFTWARE_FAMILIES)[number];

const BY_KEY: ReadonlyMap<string, SoftwareFamilyName> = new Map(
  SOFTWARE_FAMILIES.map((family) => [family.toLowerCase(), family]),
);

/** The family of a name, regardless of case and separators; undefined for any other name. */
export function familyByName(text: string): SoftwareFamilyName | undefined {
  return BY_KEY.get(
    text
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, " "),
  );
}

/** The family of the first pattern that fits. */
export function familyIn(
  patterns: readonly (readonly [SoftwareFamilyName, RegExp])[],
  text: string,
): SoftwareFamilyName | undefined {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0];
}

export const PLATFORMS = {
  xurrent: "Xurrent",
  servicenow: "ServiceNow",
  jira: "Jira",
  generic: "Another",
} as const;

export type PlatformName = keyof typeof PLATFORMS;

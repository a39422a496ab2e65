/** Every number among the settings with what it decides. */
export const NUMBERS = [
  {
    title: "Hosts and CIs",
    fields: [
      {
        path: "absence_days",
        label: "Days until a missing host is inactive",
        unit: "days",
        preset: 14,
        max: 365,
        hint: "A host that full scans miss for so long becomes inactive.",
      },
      {
        path: "purge_days",
        label: "Days until deleted CIs are gone",
        unit: "days",
        preset: 30,
        max: 3650,
        hint: "A deleted CI can be restored so long; then it is gone for good.",
      },
    ],
  },
  {
    title: "Events",
    fields: [
      {
        path: "reopen_hours",
        label: "Hours within which an event reopens",
        unit: "hours",
        preset: 24,
        max: 8760,
        hint: "An event that repeats so soon after its end opens the resolved one again, instead of a new one.",
      },
      {
        path: "correlation_minutes",
        label: "Minutes that events are looked at together",
        unit: "minutes",
        preset: 15,
        max: 1440,
        hint: "Others so long before and after an event count as possible causes and effects.",
      },
    ],
  },
  {
    title: "How long things are kept",
    fields: [
      {
        path: "retention_days.events",
        label: "Events",
        unit: "days",
        preset: 400,
        max: 3650,
        hint: "Older events are deleted, with their history.",
      },
      {
        path: "retention_days.raw_scans",
        label: "Raw scans",
        unit: "days",
        preset: 90,
        max: 3650,
        hint: "What scanners sent. The CIs made of it stay.",
      },
      {
        path: "retention_days.deliveries",
        label: "Webhook deliveries",
        unit: "days",
        preset: 30,
        max: 3650,
        hint: "The record of what was sent, with the answers.",
      },
      {
        path: "retention_days.reports",
        label: "Files of reports",
        unit: "days",
        preset: 7,
        max: 3650,
        hint: "The files alone; a report can be made again.",
      },
    ],
  },
] as const;

/** Members of an event that a generic sender's own fields can be mapped to. */
export const GENERIC_FIELDS = {
  title: "Title",
  description: "Description",
  severity: "Severity",
  source_id: "Id at the sender",
  status: "Status",
  hostname: "Host name",
  ip_address: "IP address",
  timestamp: "Time",
  metrics: "Metrics",
  tags: "Tags",
} as const;

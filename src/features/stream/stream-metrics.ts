import type { MetricSource } from "../../platform/metrics.ts";
import type { OpenStreams } from "./open-streams.ts";

export function streamMetrics({ figures }: Pick<OpenStreams, "figures">): MetricSource[] {
  return [
    {
      name: "orrery_streams_open",
      help: "Open streams of changes in this process",
      read: () => [{ value: figures().open }],
    },
    {
      name: "orrery_stream_messages_total",
      help: "Messages that this process sent on streams of changes",
      type: "counter",
      read: () => [{ value: figures().messages }],
    },
    {
      name: "orrery_stream_lag_seconds",
      help: "Seconds since the changes for open streams were last read; 0 while none is open",
      read: () => [{ value: figures().lagSeconds }],
    },
  ];
}

import { Group, Text, Tooltip } from "@mantine/core";
import { type LiveState, useLiveState } from "./live-updates";

const WORDS: Record<LiveState, { label: string; hint: string; colour: string }> = {
  live: { label: "Live", hint: "Changes are shown as they happen", colour: "healthy" },
  connecting: { label: "Connecting", hint: "Changes are not shown yet as they happen", colour: "unknown" },
  away: {
    label: "Service away",
    hint: "What is shown may be old; the console connects again by itself",
    colour: "critical",
  },
  off: { label: "Not live", hint: "Your scopes do not include what changes are told of", colour: "inactive" },
};

/** Says whether the page follows what changes. */
export function LiveMark() {
  const { label, hint, colour } = WORDS[useLiveState()];
  return (
    <Tooltip label={hint}>
      <Group gap={6} wrap="nowrap" role="status" px={4}>
        <span className="dot" style={{ ["--dot-colour" as string]: `var(--orrery-${colour})` }} />
        <Text size="xs" c="dimmed" visibleFrom={colour === "critical" ? undefined : "xs"}>
          {label}
        </Text>
      </Group>
    </Tooltip>
  );
}

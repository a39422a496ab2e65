import { Button, Group } from "@mantine/core";
import { type FoundKind, KIND_TITLES } from "./kinds";
import type { FoundGroup } from "./useFound";

interface Props {
  groups: readonly FoundGroup[];
  /** Something is looked for. */
  isAsked: boolean;
  /** As many of a kind were asked for: there may be more. */
  limit: number;
  /** Undefined: every kind. */
  kind: FoundKind | undefined;
  pick: (kind: FoundKind | undefined) => void;
}

/** The kinds that the user may see, each with how much was found of it. */
export function Facets({ groups, isAsked, limit, kind, pick }: Props) {
  const count = ({ isPending, error, found }: FoundGroup) => {
    if (!isAsked || isPending || error) return "";
    return found.length < limit ? ` ${found.length}` : ` ${limit}+`;
  };
  return (
    <Group role="group" aria-label="Kind" gap={6}>
      <Facet isOn={kind === undefined} label="Everything" pick={() => pick(undefined)} />
      {groups.map((group) => (
        <Facet
          key={group.kind}
          isOn={kind === group.kind}
          label={`${KIND_TITLES[group.kind]}${count(group)}`}
          pick={() => pick(group.kind)}
        />
      ))}
    </Group>
  );
}

function Facet({ isOn, label, pick }: { isOn: boolean; label: string; pick: () => void }) {
  return (
    <Button size="compact-sm" variant={isOn ? "filled" : "default"} aria-pressed={isOn} onClick={pick}>
      {label}
    </Button>
  );
}

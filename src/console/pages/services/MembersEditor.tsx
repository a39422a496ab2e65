import { ActionIcon, Group, Select, Text, TextInput, Title } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { CiPicker } from "../../components/CiPicker";
import { faultOf } from "../../components/FormFaults";
import { Name } from "../../components/Name";
import type { ServiceComponent } from "./service-data";

export type Member = Pick<ServiceComponent, "ci_id" | "name" | "type" | "role" | "criticality" | "redundancy_group">;

const WEIGHTS = [
  { value: "", label: "As the role says" },
  { value: "high", label: "High" },
  { value: "medium", label: "Medium" },
  { value: "low", label: "Low" },
  { value: "optional", label: "Optional" },
];

/** The CIs that a service is made of, with role, weight and redundancy group. */
export function MembersEditor(props: { members: Member[]; change: (members: Member[]) => void; error: unknown }) {
  const { members, change, error } = props;
  const set = (at: number, part: Partial<Member>) =>
    change(members.map((member, index) => (index === at ? { ...member, ...part } : member)));
  return (
    <section aria-labelledby="members">
      <Title order={2} id="members">
        Components
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Components with the same redundancy group stand in for each other: the service fails when all of them do.
      </Text>
      {members.map((member, index) => (
        <MemberRow
          key={member.ci_id}
          member={member}
          set={(part) => set(index, part)}
          remove={() => change(members.filter((_, other) => other !== index))}
          fault={faultOf(error, `components.${index}`)}
        />
      ))}
      <CiPicker
        label="Add a component"
        exclude={new Set(members.map(({ ci_id }) => ci_id))}
        pick={({ id, name, type }) =>
          change([...members, { ci_id: id, name, type, role: null, criticality: null, redundancy_group: null }])
        }
      />
    </section>
  );
}

function MemberRow(props: {
  member: Member;
  set: (part: Partial<Member>) => void;
  remove: () => void;
  fault: string | undefined;
}) {
  const { member, set, remove, fault } = props;
  const of = member.name.slice(0, 80);
  return (
    <div className="card" style={{ padding: "8px 12px", marginBottom: 8 }}>
      <Group gap="sm" align="flex-end">
        <div style={{ flex: "1 1 12rem", minWidth: 0 }}>
          <Name>{member.name}</Name>
          <Text size="xs" c="dimmed">
            {member.type.replaceAll("_", " ")}
          </Text>
        </div>
        <TextInput
          label="Role"
          aria-label={`Role of ${of}`}
          size="xs"
          w={130}
          value={member.role ?? ""}
          onChange={(event) => set({ role: event.currentTarget.value })}
        />
        <Select
          label="Weight"
          aria-label={`Weight of ${of}`}
          size="xs"
          w={150}
          allowDeselect={false}
          data={WEIGHTS}
          value={member.criticality ?? ""}
          onChange={(value) => set({ criticality: (value || null) as Member["criticality"] })}
        />
        <TextInput
          label="Redundancy group"
          aria-label={`Redundancy group of ${of}`}
          size="xs"
          w={150}
          value={member.redundancy_group ?? ""}
          onChange={(event) => set({ redundancy_group: event.currentTarget.value })}
        />
        <ActionIcon variant="subtle" color="gray" onClick={remove} aria-label={`Remove ${of}`}>
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {fault && (
        <Text size="xs" c="red" role="alert">
          {fault}
        </Text>
      )}
    </div>
  );
}

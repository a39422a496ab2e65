import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { FormFaults, faultOf } from "../../components/FormFaults";
import { type Member, MembersEditor } from "./MembersEditor";
import type { Service } from "./service-data";
import type { ServiceBody } from "./service-patch";

type Criticality = Service["criticality"];
type Status = Service["status"];

const SHOWN = ["name", "description", "criticality", "status", "sla.availability", "sla.response_time"];

export function ServiceForm(props: {
  service?: Service;
  save: (body: ServiceBody) => void;
  isPending: boolean;
  error: unknown;
  cancel: () => void;
  /** Shown above the buttons. */
  children?: ReactNode;
}) {
  const { service, error } = props;
  const [name, setName] = useState(service?.name ?? "");
  const [description, setDescription] = useState(service?.description ?? "");
  const [criticality, setCriticality] = useState<Criticality>(service?.criticality ?? "medium");
  const [status, setStatus] = useState<Status>(service?.status ?? "active");
  const [availability, setAvailability] = useState<string | number>(service?.sla.availability ?? "");
  const [responseTime, setResponseTime] = useState<string | number>(service?.sla.response_time ?? "");
  const [members, setMembers] = useState<Member[]>(service?.components ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sla = { availability: numberOf(availability), response_time: numberOf(responseTime) };
    const parts = members.map(({ ci_id, role, criticality: weight, redundancy_group }) => ({
      ci_id,
      role: role || null,
      criticality: weight,
      redundancy_group: redundancy_group || null,
    }));
    props.save({ name, description: description || null, criticality, status, sla, components: parts });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={900}>
        <TextInput
          label="Name"
          required
          maxLength={500}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultOf(error, "name")}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={faultOf(error, "description")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 4 }}>
          <Select
            label="Criticality"
            allowDeselect={false}
            data={["critical", "high", "medium", "low"]}
            value={criticality}
            onChange={(value) => setCriticality(value as Criticality)}
            error={faultOf(error, "criticality")}
          />
          <Select
            label="Status"
            allowDeselect={false}
            data={["active", "inactive", "maintenance"]}
            value={status}
            onChange={(value) => setStatus(value as Status)}
            error={faultOf(error, "status")}
          />
          <NumberInput
            label="Availability agreed (%)"
            min={0}
            max={100}
            decimalScale={4}
            hideControls
            value={availability}
            onChange={setAvailability}
            error={faultOf(error, "sla.availability")}
          />
          <NumberInput
            label="Answer within (ms)"
            min={0}
            hideControls
            value={responseTime}
            onChange={setResponseTime}
            error={faultOf(error, "sla.response_time")}
          />
        </SimpleGrid>
        <MembersEditor members={members} change={setMembers} error={error} />
        <FormFaults error={error} shown={SHOWN} />
        {props.children}
        <Group>
          <Button type="submit" loading={props.isPending}>
            {service ? "Save service" : "Make service"}
          </Button>
          <Button variant="default" onClick={props.cancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const numberOf = (value: string | number): number | null => (value === "" ? null : Number(value));

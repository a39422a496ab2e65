import { NumberInput, Pill, Select, SimpleGrid, TagsInput, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../app/session-context";
import { CiPicker } from "../../components/CiPicker";
import { FormFaults, faultOf } from "../../components/FormFaults";
import { words } from "../../components/words";
import { ciTypes } from "../cis/ci-queries";
import { type Format, templatesQuery } from "./report-data";
import { BETWEEN, type OwnParameter, ownParameters, RANGES, type RequestDraft } from "./request-draft";

/** Fields of the body that show their own faults. */
export const REQUEST_FIELDS = ["template_id", "format", "parameters", "delivery"];
const DELIVERIES = [
  { value: "none", label: "Kept here only" },
  { value: "email", label: "By email" },
  { value: "webhook", label: "Webhooks are told" },
];

export interface RequestFieldsProps {
  draft: RequestDraft;
  set: (change: Partial<RequestDraft>) => void;
  error: unknown;
}

/** What is generated, for which CIs and times, and where it goes: the same for one report and for a schedule. */
export function RequestFields({ draft, set, error }: RequestFieldsProps) {
  const templates = useQuery(templatesQuery);
  const template = templates.data?.find(({ id }) => id === draft.templateId);
  const choose = (templateId: string | null) => {
    const formats = templates.data?.find(({ id }) => id === templateId)?.formats ?? [];
    const format = formats.find((each) => each === draft.format) ?? formats[0] ?? null;
    set({ templateId, format, own: {} });
  };
  return (
    <>
      <FormFaults error={templates.error} />
      <Select
        label="Template"
        description={template?.description.slice(0, 300)}
        placeholder="What the report is about"
        required
        searchable
        nothingFoundMessage="No template has this name"
        data={templates.data?.map(({ id, name }) => ({ value: id, label: labelOf(id, name) })) ?? []}
        value={draft.templateId}
        onChange={choose}
        error={faultOf(error, "template_id")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Format"
          required
          allowDeselect={false}
          data={(template?.formats ?? []).map((value) => ({ value, label: value.toUpperCase() }))}
          value={draft.format ?? template?.formats[0] ?? null}
          onChange={(value) => set({ format: value as Format })}
          error={faultOf(error, "format")}
        />
        <RangeFields draft={draft} set={set} error={error} />
      </SimpleGrid>
      <Limits draft={draft} set={set} error={error} />
      {ownParameters(template).map((parameter) => (
        <OwnField
          key={parameter.name}
          parameter={parameter}
          value={draft.own[parameter.name]}
          change={(value) => set({ own: { ...draft.own, [parameter.name]: value } })}
          fault={faultOf(error, `parameters.${parameter.name}`)}
        />
      ))}
      <DeliveryFields draft={draft} set={set} error={error} />
    </>
  );
}

const labelOf = (id: string, name: string) =>
  `${name.length > 80 ? `${name.slice(0, 79)}…` : name}${id.startsWith("query:") ? " (saved query)" : ""}`;

function RangeFields({ draft, set, error }: RequestFieldsProps) {
  const { range, from, to } = draft;
  const known = RANGES.map((value) => ({ value, label: words(value) }));
  const other = range && range !== BETWEEN && !RANGES.includes(range) ? [{ value: range, label: range }] : [];
  return (
    <>
      <Select
        label="Time"
        clearable
        placeholder="As the template has it"
        data={[...known, ...other, { value: BETWEEN, label: "Between two days" }]}
        value={range || null}
        onChange={(value) => set({ range: value ?? "" })}
        error={range === BETWEEN ? undefined : faultOf(error, "parameters.date_range")}
      />
      {range === BETWEEN && (
        <>
          <TextInput
            label="From"
            type={/T/.test(from) ? "text" : "date"}
            value={from}
            onChange={(event) => set({ from: event.currentTarget.value })}
            error={faultOf(error, "parameters.date_range")}
          />
          <TextInput
            label="Until before"
            type={/T/.test(to) ? "text" : "date"}
            value={to}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

function Limits({ draft, set, error }: RequestFieldsProps) {
  const may = useMay();
  const types = useQuery({ ...ciTypes, enabled: may("cmdb.read") && may("reports.read") });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TagsInput
        label="Only these types of CI"
        placeholder={draft.ciTypes.length === 0 ? "All types" : undefined}
        data={types.data?.map(({ type }) => type) ?? []}
        maxTags={50}
        value={[...draft.ciTypes]}
        onChange={(ciTypes) => set({ ciTypes })}
        error={faultOf(error, "parameters.ci_type")}
      />
      <TagsInput
        label="Grouped by"
        placeholder={draft.grouping.length === 0 ? "As the template has it" : undefined}
        data={["type", "status", "custom_fields.environment", "attributes.os", "attributes.owner"]}
        maxTags={3}
        value={[...draft.grouping]}
        onChange={(grouping) => set({ grouping })}
        error={faultOf(error, "parameters.grouping")}
      />
    </SimpleGrid>
  );
}

function OwnField(props: {
  parameter: OwnParameter;
  value: unknown;
  change: (value: unknown) => void;
  fault: string | undefined;
}) {
  const { parameter, value, change, fault } = props;
  const { name, isNumber, min, max, preset } = parameter;
  const label = name === "ci_id" ? "Around this CI" : words(name);
  const placeholder = preset === undefined ? undefined : String(preset);
  if (isNumber) {
    const shown = typeof value === "number" ? value : "";
    return (
      <NumberInput
        {...{ label, min, max, placeholder }}
        allowDecimal={false}
        value={shown}
        onChange={change}
        error={fault}
      />
    );
  }
  if (name !== "ci_id") {
    const text = String(value ?? "");
    return (
      <TextInput
        {...{ label, placeholder }}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        error={fault}
      />
    );
  }
  return (
    <div>
      <CiPicker label={label} description="Empty: the whole estate" pick={({ id }) => change(id)} />
      {value !== undefined && value !== "" && (
        <Pill
          mt={6}
          withRemoveButton
          onRemove={() => change("")}
          removeButtonProps={{ "aria-label": "Leave this CI out", tabIndex: 0, "aria-hidden": false }}
        >
          {String(value)}
        </Pill>
      )}
      {fault && (
        <Text size="xs" c="red" role="alert">
          {fault}
        </Text>
      )}
    </div>
  );
}

function DeliveryFields({ draft, set, error }: RequestFieldsProps) {
  const { method, recipients } = draft;
  return (
    <>
      <Select
        label="Delivery"
        description={
          method === "webhook" ? "Each webhook that is told of finished reports; one must be there" : undefined
        }
        allowDeselect={false}
        data={DELIVERIES}
        value={method}
        onChange={(value) => set({ method: value as RequestDraft["method"] })}
        error={method === "email" ? faultOf(error, "delivery.method") : faultOf(error, "delivery")}
      />
      {method === "email" && (
        <TagsInput
          label="Recipients"
          description="Each gets a mail of its own, and sees no other address"
          placeholder="name@example.com"
          maxTags={50}
          acceptValueOnBlur
          value={[...recipients]}
          onChange={(next) => set({ recipients: next })}
          error={faultOf(error, "delivery.recipients")}
        />
      )}
    </>
  );
}

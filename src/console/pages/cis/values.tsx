import { Anchor, Badge, Group, Text } from "@mantine/core";

const LONG = 300;

/** A value in a cell: one line, the rest on hover. */
export function ShortValue({ value }: { value: unknown }) {
  const text = textOf(value);
  if (text === "")
    return (
      <Text c="dimmed" component="span">
        –
      </Text>
    );
  return (
    <bdi className="clip" title={text.length > 20 ? text.slice(0, 1_000) : undefined}>
      {text.slice(0, LONG)}
    </bdi>
  );
}

/** A value at length: lists as marks, addresses of the web as links, the rest as text. */
export function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === "") return <Text c="dimmed">Not set</Text>;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return <ListValue values={value} />;
  const text = textOf(value);
  if (/^https?:\/\/[^\s]+$/i.test(text) && text.length < 2_000) {
    return (
      <Anchor href={text} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{text.slice(0, LONG)}</bdi>
      </Anchor>
    );
  }
  return (
    <Text component="div" lineClamp={6} title={text.length > LONG ? text.slice(0, 2_000) : undefined}>
      <bdi>{text.slice(0, 2_000)}</bdi>
    </Text>
  );
}

function ListValue({ values }: { values: readonly unknown[] }) {
  return (
    <Group gap={4}>
      {values.slice(0, 30).map((one) => (
        <Badge key={String(one)} variant="default" tt="none" fw={400} radius="sm" maw="100%">
          <bdi>{String(one).slice(0, 200)}</bdi>
        </Badge>
      ))}
      {values.length > 30 && <Text size="xs">and {values.length - 30} more</Text>}
      {values.length === 0 && <Text c="dimmed">None</Text>}
    </Group>
  );
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

import { Anchor, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Pencil, Trash2, Waypoints } from "lucide-react";
import { type ReactNode, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { useMay } from "../../app/session-context";
import { PageHeader } from "../../components/PageHeader";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { words } from "../../components/words";
import type { Ci } from "./ci-queries";
import { DeleteCi } from "./DeleteCi";
import { textOf } from "./values";

/** Attributes that people look for first. */
const KEY_FACTS = [
  "ip_address",
  "hostname",
  "os",
  "product",
  "version",
  "vendor",
  "serial_number",
  "environment",
  "owner",
  "criticality",
];
const MAX_FACTS = 5;

export function CiHeader({ ci }: { ci: Ci }) {
  const may = useMay();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const { id } = ci;
  return (
    <>
      <PageHeader
        title={ci.name}
        hint={
          <Group gap="xs">
            <Anchor component={Link} to="/cis" search={{ type: ci.type } as never} size="sm">
              {words(ci.type)}
            </Anchor>
            <StatusMark state={ci.status} />
          </Group>
        }
      >
        <Button
          component={Link}
          to="/map"
          search={{ roots: id } as never}
          variant="default"
          leftSection={<Waypoints size={15} aria-hidden />}
        >
          Map
        </Button>
        {may("cmdb.write") && (
          <Button
            variant="default"
            leftSection={<Pencil size={15} aria-hidden />}
            onClick={() =>
              void navigate({
                to: "/cis/$ciId",
                params: { ciId: id },
                search: (old) => ({ ...old, edit: true }) as never,
              })
            }
          >
            Edit
          </Button>
        )}
        {may("cmdb.delete") && (
          <Button variant="default" leftSection={<Trash2 size={15} aria-hidden />} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </PageHeader>
      <Facts ci={ci} />
      {isDeleting && <DeleteCi ci={ci} close={() => setDeleting(false)} />}
    </>
  );
}

function Facts({ ci }: { ci: Ci }) {
  const may = useMay();
  const { attributes, custom_fields: custom } = ci;
  const facts = KEY_FACTS.flatMap((key) => {
    const text = textOf(attributes[key] ?? (typeof custom[key] === "object" ? undefined : custom[key]));
    return text ? [{ key, text }] : [];
  }).slice(0, MAX_FACTS);
  return (
    <Group className="card" p="sm" mb="sm" gap="xl" component="dl" m={0}>
      {may("events.read") && (
        <Fact label="Open events">
          <OpenEvents id={ci.id} />
        </Fact>
      )}
      {facts.map(({ key, text }) => (
        <Fact key={key} label={key === "os" ? "Operating system" : key === "ip_address" ? "Address" : words(key)}>
          <bdi className="clip" title={text.slice(0, 500)}>
            {text.slice(0, 200)}
          </bdi>
        </Fact>
      ))}
      <Fact label="Changed">
        <Time at={ci.updated_at} />
      </Fact>
      <Fact label="Created">
        <Time at={ci.created_at} />
      </Fact>
    </Group>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div style={{ minWidth: 0, maxWidth: 280 }}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fw={500}>
        {children}
      </Text>
    </div>
  );
}

function OpenEvents({ id }: { id: string }) {
  const open = useQuery({
    queryKey: ["event", "of-ci", id, "open"],
    queryFn: ({ signal }) =>
      bodyOf(
        v1.GET("/v1/events", {
          params: { query: { ci_id: [id], status: ["open", "acknowledged"], limit: 1, fields: ["id", "severity"] } },
          signal,
        }),
      ),
  });
  if (open.isError) return <span>Not known</span>;
  if (!open.data) return <span>…</span>;
  const { total } = open.data.pagination;
  if (total === 0) return <span>None</span>;
  return (
    <Anchor component={Link} to="/cis/$ciId" params={{ ciId: id } as never} search={{ tab: "events" } as never}>
      {total}
    </Anchor>
  );
}

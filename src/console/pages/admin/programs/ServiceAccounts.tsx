import { Alert, Button, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Scope } from "../../../../model/scopes";
import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { useSession } from "../../../app/session-context";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { faultOf } from "../../../components/FormFaults";
import { FormModal } from "../../../components/FormModal";
import { ScopePicker } from "../../../components/ScopePicker";
import { CopyText } from "../../../components/SecretOnce";
import { Time } from "../../../components/Time";
import { usePrivateAction } from "../../../components/use-private-action";
import { RevokeButton } from "./RevokeButton";

type ListedServiceAccount = components["schemas"]["ListedServiceAccount"];

const COLUMNS: readonly Column<ListedServiceAccount>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <bdi title={name}>{name}</bdi> },
  { id: "id", header: "Id", isOptional: true, cell: ({ id }) => <code title={id}>{id}</code> },
  {
    id: "scopes",
    header: "Scopes",
    isOptional: true,
    cell: ({ scopes = [] }) => <span title={scopes.join(", ")}>{scopes.join(", ")}</span>,
  },
  { id: "created", header: "Created", width: "8rem", cell: ({ created_at: at }) => <Time at={at} /> },
  {
    id: "revoke",
    header: "Action",
    width: "6.5rem",
    cell: ({ id, name = "" }) => (
      <RevokeButton
        kind="service-account"
        name={name}
        what="service account"
        revoke={() => bodyOf(v1.DELETE("/v1/auth/service-accounts/{id}", { params: { path: { id } } }))}
      >
        The tokens that it got end at once, and it gets no others.
      </RevokeButton>
    ),
  },
];

export function ServiceAccounts() {
  const [isNew, setNew] = useState(false);
  const { table } = usePages(["service-account"], (page) =>
    bodyOf(v1.GET("/v1/auth/service-accounts", { params: { query: page } })),
  );
  return (
    <>
      <Group mb="sm">
        <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => setNew(true)}>
          New service account
        </Button>
      </Group>
      <DataTable
        label="Service accounts"
        columns={COLUMNS}
        {...table}
        idOf={({ id }) => id}
        empty={
          <EmptyState title="No service accounts">
            A program with a key pair of its own proves itself by signed assertions: no secret leaves it.
          </EmptyState>
        }
      />
      {isNew && <NewServiceAccount close={() => setNew(false)} />}
    </>
  );
}

function NewServiceAccount({ close }: { close: () => void }) {
  const { user } = useSession();
  const queries = useQueryClient();
  const [id, setId] = useState<string>();
  const [draft, setDraft] = useState({ name: "", scopes: [] as Scope[], public_key: "" });
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const create = usePrivateAction(async () => {
    setId((await bodyOf(v1.POST("/v1/auth/service-accounts", { body: draft }))).id);
    await queries.invalidateQueries({ queryKey: ["service-account"] });
  });
  return (
    <FormModal
      title="New service account"
      close={close}
      submit={() => void create.run()}
      isPending={create.isPending}
      error={create.error}
      fields={["name", "scopes", "public_key"]}
      created={
        id && (
          <Alert title="The account is registered" color="green" variant="light" role="status">
            <Text size="sm">Its assertions name it as iss and sub, signed with the private key:</Text>
            <code className="code-block">{id}</code>
            <CopyText text={id} label="Copy id" />
          </Alert>
        )
      }
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={faultOf(create.error, "name")}
      />
      <Textarea
        label="Public key"
        description="PEM of an RSA key, -----BEGIN PUBLIC KEY-----. The private key stays with the program."
        required
        autosize
        minRows={4}
        maxRows={10}
        value={draft.public_key}
        onChange={(event) => set({ public_key: event.currentTarget.value })}
        error={faultOf(create.error, "public_key")}
      />
      <ScopePicker
        label="Scopes"
        value={draft.scopes}
        onChange={(scopes) => set({ scopes })}
        offered={user.scopes}
        error={faultOf(create.error, "scopes")}
      />
    </FormModal>
  );
}

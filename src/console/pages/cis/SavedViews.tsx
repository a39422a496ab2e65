import { Button, Checkbox, Group, Menu, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { ApiError } from "../../api/error";
import { useMay, useSession } from "../../app/session-context";
import { notifyDone, notifyFailed } from "../../components/notify";
import { columnsOf } from "./list-columns";
import type { ListSearch } from "./list-search";
import { formOf, noteOf, searchOf } from "./saved-views";

const MAX_VIEWS = 100;

interface View {
  id: string;
  name: string;
  isOwn: boolean;
  search: ListSearch;
  /** To make it again when its deletion is taken back. */
  remake: NewView;
}

/** Saved filters, columns and order of the list. */
export function SavedViews({ search, onOpen }: { search: ListSearch; onOpen: (search: ListSearch) => void }) {
  const may = useMay();
  const { user } = useSession();
  const cache = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const mayRead = may("reports.read");
  const mayWrite = may("reports.create");
  const views = useQuery({
    queryKey: ["query", "views", user.id],
    enabled: mayRead,
    queryFn: ({ signal }) => readViews(user.id, signal),
  });
  const refresh = () => cache.invalidateQueries({ queryKey: ["query"] });
  const remove = useMutation({
    mutationFn: ({ id }: View) => v1.DELETE("/v1/queries/{id}", { params: { path: { id } } }),
    onError: (error) => notifyFailed(error, "The view could not be deleted"),
    onSuccess: (_, { name, remake }) => {
      const again = () => void create(remake).then(refresh, (error) => notifyFailed(error));
      notifyDone(`View "${name.slice(0, 80)}" deleted`, again);
      void refresh();
    },
  });
  if (!mayRead) return null;
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" leftSection={<Bookmark size={15} aria-hidden />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60dvh" style={{ overflowY: "auto" }}>
          {views.data?.map((view) => (
            <Menu.Item key={view.id} onClick={() => onOpen(view.search)}>
              <bdi className="clip" title={view.name.slice(0, 500)}>
                {view.name.slice(0, 200)}
              </bdi>
              {!view.isOwn && (
                <Text size="xs" c="dimmed">
                  shared by somebody else
                </Text>
              )}
            </Menu.Item>
          ))}
          {views.data?.length === 0 && <Menu.Label>No views are saved yet</Menu.Label>}
          {views.isError && <Menu.Label>The views could not be read</Menu.Label>}
          {mayWrite && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setSaving(true)}>Save what is shown</Menu.Item>
              {views.data?.some(({ isOwn }) => isOwn) && <Menu.Label>Delete a view</Menu.Label>}
              {views.data?.flatMap((view) =>
                view.isOwn ? (
                  <Menu.Item
                    key={view.id}
                    leftSection={<Trash2 size={14} aria-hidden />}
                    onClick={() => remove.mutate(view)}
                  >
                    <span className="clip">
                      Delete <bdi>{view.name.slice(0, 200)}</bdi>
                    </span>
                  </Menu.Item>
                ) : (
                  []
                ),
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveView search={search} close={() => setSaving(false)} saved={() => void refresh()} />}
    </>
  );
}

function SaveView({ search, close, saved }: { search: ListSearch; close: () => void; saved: () => void }) {
  const work = useMutation({
    mutationFn: create,
    onSuccess: (_, { name }) => {
      notifyDone(`View "${name.slice(0, 80)}" saved`);
      saved();
      close();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const query = formOf(search, columnsOf([], search.columns).shown);
    work.mutate({
      name: String(form.get("name")).trim(),
      shared: form.get("shared") === "on",
      description: noteOf(search),
      query,
    });
  };
  const faults = work.error instanceof ApiError ? work.error.details : [];
  const fault = faults.find(({ field }) => field === "name")?.error ?? work.error?.message;
  return (
    <Modal opened onClose={close} title="Save this view">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            Keeps filters, columns and order. It is a saved query: it can also be run and reported.
          </Text>
          <TextInput name="name" label="Name" required maxLength={200} data-autofocus error={fault} />
          <Checkbox name="shared" label="Everybody of the tenant sees it" />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={work.isPending}>
              Save view
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface NewView {
  name: string;
  shared: boolean;
  description: string | null;
  query: ReturnType<typeof formOf>;
}

function create(view: NewView) {
  return bodyOf(v1.POST("/v1/queries", { body: view }));
}

async function readViews(userId: string, signal: AbortSignal): Promise<View[]> {
  const { data } = await bodyOf(v1.GET("/v1/queries", { params: { query: { limit: MAX_VIEWS } }, signal }));
  return data.flatMap(({ id, name = id, owner, shared = false, description = null, query }) => {
    const search = query && searchOf(query, description);
    return search && query
      ? { id, name, isOwn: owner === userId, search, remake: { name, shared, description, query } }
      : [];
  });
}

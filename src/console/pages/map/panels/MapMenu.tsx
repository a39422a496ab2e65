import { Button, Checkbox, Group, Menu, Modal, Stack, TextInput } from "@mantine/core";
import { useClipboard, useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Download, Link2, Save } from "lucide-react";
import { type FormEvent, type RefObject, useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import { ApiError } from "../../../api/error";
import { useMay, useSession } from "../../../app/session-context";
import { saveBlob } from "../../../components/download";
import { notifyDone, notifyFailed } from "../../../components/notify";
import { graphSvg } from "../canvas/graph-svg";
import type { GraphView } from "../canvas/graph-view";
import type { MapSearch } from "../map-search";
import { contentOf, type SavedMapState } from "../saved-map";

interface MenuProps {
  search: MapSearch;
  saved: SavedMapState;
  view: RefObject<GraphView | undefined>;
}

/** What can be done with the map as a whole: share, export, save. */
export function MapMenu(props: MenuProps) {
  const clipboard = useClipboard();
  const share = () => {
    clipboard.copy(location.href);
    notifyDone("The address of this map is in the clipboard");
  };
  return (
    <Group gap={6}>
      <Button component={Link} to="/maps" variant="subtle" size="xs">
        Saved maps
      </Button>
      <Button variant="default" size="xs" leftSection={<Link2 size={14} aria-hidden />} onClick={share}>
        Copy address
      </Button>
      <ExportMenu {...props} />
      <SaveButtons {...props} />
    </Group>
  );
}

function ExportMenu({ saved, view }: MenuProps) {
  // Names come from users: a file takes letters, digits and a few marks of them.
  const name =
    saved.map?.name
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .trim()
      .slice(0, 80) || "map";
  const svg = () => {
    if (view.current) saveBlob(new Blob([graphSvg(view.current)], { type: "image/svg+xml" }), `${name}.svg`);
  };
  const png = async () => {
    if (!view.current) return;
    const { cy, graph } = view.current;
    const options = { full: true, scale: 2, maxWidth: 8_000, maxHeight: 8_000, bg: graph().scheme.palette.page };
    saveBlob(await cy.png({ ...options, output: "blob-promise" }), `${name}.png`);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<Download size={14} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={svg}>As SVG</Menu.Item>
        <Menu.Item onClick={() => void png().catch(notifyFailed)}>As PNG</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Saves under the map's name, or as a new one. Only where the user may. */
function SaveButtons({ search, saved, view }: MenuProps) {
  const may = useMay();
  const { user } = useSession();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const content = () => contentOf(search, view.current?.placed() ?? new Map(), view.current?.viewport());
  const overwrite = useMutation({
    mutationFn: () => bodyOf(v1.PUT("/v1/maps/{id}", { params: { path: { id: saved.map!.id } }, body: content() })),
    onSuccess: (map) => {
      queries.setQueryData(["map", map.id], map);
      void queries.invalidateQueries({ queryKey: ["maps"] });
      notifyDone("Saved as it is now");
    },
    onError: (error) => notifyFailed(error, "The map was not saved"),
  });
  if (!may("reports.create")) return null;
  const isOwn = saved.map !== undefined && (saved.map.owner === user.id || may("admin.users"));
  return (
    <>
      {isOwn && (
        <Button
          size="xs"
          leftSection={<Save size={14} aria-hidden />}
          loading={overwrite.isPending}
          onClick={() => overwrite.mutate()}
        >
          Save
        </Button>
      )}
      <Button size="xs" variant={isOwn ? "default" : "filled"} onClick={open}>
        {isOwn ? "Save as" : "Save map"}
      </Button>
      <Modal opened={isOpen} onClose={close} title="Save this map">
        <SaveForm content={content} search={search} close={close} />
      </Modal>
    </>
  );
}

function SaveForm({
  content,
  search,
  close,
}: {
  content: () => ReturnType<typeof contentOf>;
  search: MapSearch;
  close: () => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const save = useMutation({
    mutationFn: () => bodyOf(v1.POST("/v1/maps", { body: { ...content(), name: name.trim(), shared: isShared } })),
    onSuccess: (map) => {
      queries.setQueryData(["map", map.id], map);
      void queries.invalidateQueries({ queryKey: ["maps"] });
      void navigate({ to: "/map", search: { ...search, map: map.id }, replace: true });
      notifyDone("The map is saved");
      close();
    },
  });
  const faults = save.error instanceof ApiError ? save.error.details : [];
  const ofName = faults.find(({ field }) => field === "name")?.error ?? save.error?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description="Where each CI stands, filters and folds are kept with it"
          required
          maxLength={255}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={ofName}
        />
        <Checkbox
          label="Everybody here can open it"
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ""}>
            Save map
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

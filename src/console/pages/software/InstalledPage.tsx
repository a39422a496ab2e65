import { Group, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { FilterChips } from "../../components/FilterChips";
import { InstalledTable } from "./InstalledTable";
import { SoftwareFrame } from "./SoftwareFrame";

const route = getRouteApi("/shell/software/installed");
const FILTERS = [
  { name: "find", label: "Name" },
  { name: "vendor", label: "Vendor" },
  { name: "version", label: "Version" },
] as const;

/** Every installed program. */
export function InstalledPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const setLater = useDebouncedCallback(set, 300);
  const { find, vendor, version } = search;
  const query = {
    ...(find && { search: find }),
    ...(vendor && { "attributes.vendor": vendor }),
    ...(version && { "attributes.version": version }),
  };
  const chips = FILTERS.flatMap(({ name, label }) =>
    search[name] ? [{ label: `${label}: ${search[name]}`, clear: () => set({ [name]: undefined }) }] : [],
  );
  return (
    <SoftwareFrame title="Installed software" hint="Each program on each host, as scanners report it.">
      <Group align="flex-end" gap="sm" mb="sm">
        {FILTERS.map(({ name, label }) => (
          <TextInput
            key={`${name} ${search[name] ?? ""}`}
            label={label}
            placeholder={name === "find" ? "words" : "exact"}
            defaultValue={search[name] ?? ""}
            onChange={(event) => setLater({ [name]: event.currentTarget.value.trim() || undefined })}
            maxLength={200}
            size="xs"
          />
        ))}
      </Group>
      <FilterChips chips={chips} clearAll={() => void navigate({ search: {}, replace: true })} />
      <InstalledTable query={query} />
    </SoftwareFrame>
  );
}

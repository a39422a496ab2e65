import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { v1 } from "../../../api/client";
import { NeedsScope } from "../../../components/NeedsScope";
import { PageError } from "../../../components/PageError";
import { PageHeader } from "../../../components/PageHeader";
import { SettingsForm } from "./SettingsForm";

export function SettingsPage() {
  return (
    <NeedsScope scope="admin.settings" title="Settings">
      <PageHeader
        title="Settings"
        hint="Of this tenant. A change holds everywhere within five seconds, and is in the audit log."
      />
      <Loaded />
    </NeedsScope>
  );
}

function Loaded() {
  const settings = useQuery({
    queryKey: ["settings"],
    queryFn: async () => {
      const { data, response } = await v1.GET("/v1/admin/settings");
      return { values: data!, version: response.headers.get("ETag") };
    },
    // What is being typed is not overwritten; a stale save is refused by its version.
    refetchOnWindowFocus: false,
  });
  if (settings.error) return <PageError error={settings.error} reset={() => void settings.refetch()} />;
  if (!settings.data) return <Skeleton height={480} aria-label="Loading" />;
  return <SettingsForm key={settings.data.version} {...settings.data} reload={() => void settings.refetch()} />;
}

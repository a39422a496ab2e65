import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../api/client";
import { useMay, useSession } from "../app/session-context";

const MAX_USERS = 100;

/** Who did it, as people know them: a user by address, a program by kind and id. */
export function Actor({ id }: { id: string | null | undefined }) {
  const nameOf = useActorNames();
  const name = nameOf(id);
  return (
    <bdi className="clip" title={id ?? undefined}>
      {name}
    </bdi>
  );
}

/** Names of users need the scope `admin.users`: the others see "You", programs, and "A user". */
export function useActorNames(): (id: string | null | undefined) => string {
  const { user } = useSession();
  const may = useMay();
  const { data: users } = useQuery({
    queryKey: ["user", "names"],
    enabled: may("admin.users"),
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      bodyOf(v1.GET("/v1/admin/users", { params: { query: { limit: MAX_USERS, fields: ["id", "email"] } }, signal })),
  });
  return (id) => {
    if (!id) return "Unknown";
    if (id === "system") return "Orrery";
    if (id === user.id) return "You";
    const known = users?.data.find((one) => one.id === id)?.email;
    if (known) return known;
    const [kind, rest] = splitOnce(id);
    return rest ? `${kind.replaceAll("_", " ")} ${rest.slice(0, 80)}` : `User ${id.slice(0, 8)}`;
  };
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf(":");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

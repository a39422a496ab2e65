import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../../api/client";
import { useMay } from "../../../app/session-context";

/** Emails of the users who act, for those who may see users; else, and for programs, what the log has. */
export function useActorName(): (actor: string) => string {
  const may = useMay();
  const users = useQuery({
    queryKey: ["user", "names"],
    queryFn: () => bodyOf(v1.GET("/v1/admin/users", { params: { query: { limit: 100, fields: ["email"] } } })),
    enabled: may("admin.users"),
  });
  const emails = new Map(users.data?.data.map(({ id, email }) => [id, email]));
  return (actor) => emails.get(actor) ?? actor;
}

import { queryOptions } from "@tanstack/react-query";
import { v1 } from "../../api/client";
import type { components } from "../../api/v1";

type Schemas = components["schemas"];
export type Service = Schemas["BusinessService"];
export type ServiceComponent = Schemas["ServiceComponent"];
export type Contributor = Schemas["HealthContributor"];

/** The service with the tag of its version, for If-Match. */
export const taggedService = (id: string) =>
  queryOptions({
    queryKey: ["service", id, "tagged"],
    queryFn: async () => {
      const { data, response } = await v1.GET("/v1/services/{id}", { params: { path: { id } } });
      return { service: data as Service, etag: response.headers.get("ETag") ?? undefined };
    },
  });

import type { CreateService } from "./create-service.ts";
import type { DeleteService } from "./delete-service.ts";
import type { DependenciesOf } from "./dependencies/service-dependencies.ts";
import type { ReadServices } from "./read-services.ts";
import type { UpdateService } from "./update-service.ts";

/** Verbs of business services. */
export interface ServiceVerbs extends ReadServices {
  create: CreateService;
  update: UpdateService;
  delete: DeleteService;
  dependencies: DependenciesOf;
}

export { createRemoveTenant, type RemovedTenant, type RemoveTenant } from "./remove-tenant.ts";

export { createRemoveTenant } from "./remove-tenant.ts";

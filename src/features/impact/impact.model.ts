/**
 * Whether something else of equal standing stands in for what fails. A relationship's attribute `redundancy_group` names a
 * group: of the CIs that one CI needs through relationships of one group, any one is enough.
 */
export type Redundancy = "none" | "covered" | "lost";

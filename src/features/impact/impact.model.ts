/**
 * Whether a redundant peer replaces a failing CI. A relationship's attribute `redundancy_group` names a group: of the CIs
 * that one CI depends on through relationships of one group, one is enough.
 */
export type Redundancy = "none" | "covered" | "lost";

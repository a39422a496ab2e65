/**
 * Adapters whose addresses do not identify a host, recognised by their names. The MAC address alone does not show it: a
 * bridge's looks like a virtual machine's, a docking station's like a laptop's.
 */

/** Interfaces of Linux and BSD inside a host: bridges, pairs and overlays. */
const INTERNAL_INTERFACE =
  /^(?:lo\d*|docker\d+|docker_gwbridge|br-[0-9a-f]{12}|virbr\d+(?:-nic)?|vmnet\d+|vboxnet\d+|veth[0-9a-f]{2,}|veth-.+|vnet\d+|cni\d+|cni-podman\d+|podman\d+|cali.+|cilium_.+|lxc.+|lxdbr\d+|flannel.*|kube-.+|nodelocaldns|weave|dummy\d+|awdl\d+|llw\d+)$/i;

/** Adapters of Windows and of desktop hypervisors, by description. */
const INTERNAL_DESCRIPTION =
  /\bvmnet\d+\b|virtualbox host-only|vethernet \((?:default switch|wsl|nat|hns|docker)|wan miniport|\bras async\b|\bloopback\b|\bnpcap\b|\bteredo\b|\bisatap\b|\b6to4\b|wi-fi direct/i;

/** An interface on USB in systemd's naming: `enp57s0u1u4`, or named after its MAC address, as only those are. */
const USB_INTERFACE = /^(?:en|wl|ww)(?:x[0-9a-f]{12}|p\d+s\d+(?:f\d+)?u\d.*)$/i;

const REMOVABLE_DESCRIPTION =
  /\busb\b|\bdock(?:ing)?\b|\bthunderbolt\b|\bdisplaylink\b|\bax88\d{3}|\brtl?815\d|\blan95\d{2}|^surface ethernet/i;

/** Whether it is a bridge, loopback or tunnel end inside the host; many hosts have the same addresses on it. */
export function isInternalAdapter(name: string): boolean {
  return INTERNAL_INTERFACE.test(name) || INTERNAL_DESCRIPTION.test(name);
}

/** Whether it is a docking station or a USB adapter, which can serve another host tomorrow. */
export function isRemovableAdapter(name: string): boolean {
  return USB_INTERFACE.test(name) || REMOVABLE_DESCRIPTION.test(name);
}

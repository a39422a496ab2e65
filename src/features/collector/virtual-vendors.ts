/** Names of hypervisors and clouds as maker or model of a machine (SMBIOS type 1). */
const VIRTUAL_MAKERS =
  /qemu|\bkvm\b|vmware|innotek|virtualbox|\bxen\b|parallels|bochs|bhyve|openstack|ovirt|nutanix ahv|digitalocean|amazon ec2|google compute engine|alibaba cloud|hetzner|scaleway|vultr|linode|apple virtualization|virtual machine|virtualmac|firecracker|rhev hypervisor/i;

/** Whether the names of maker and model are those of a virtual machine. Bare-metal machines of clouds contain `.metal`. */
export function looksVirtual(...names: readonly (string | undefined)[]): boolean {
  const text = names.filter((name) => name !== undefined).join(" ");
  return VIRTUAL_MAKERS.test(text) && !/\bmetal\b|\.metal/i.test(text);
}

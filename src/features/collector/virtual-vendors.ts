/** Words by which hypervisors and clouds name themselves as maker or model of the machine (SMBIOS type 1). */
const VIRTUAL_MAKERS =
  /qemu|\bkvm\b|vmware|innotek|virtualbox|\bxen\b|parallels|bochs|bhyve|openstack|ovirt|nutanix ahv|digitalocean|amazon ec2|google compute engine|alibaba cloud|hetzner|scaleway|vultr|linode|apple virtualization|virtual machine|virtualmac|firecracker|rhev hypervisor/i;

/** Whether the maker's and model's names are those of a virtual machine. Bare-metal offers of clouds say `.metal`. */
export function looksVirtual(...names: readonly (string | undefined)[]): boolean {
  const text = names.filter((name) => name !== undefined).join(" ");
  return VIRTUAL_MAKERS.test(text) && !/\bmetal\b|\.metal/i.test(text);
}

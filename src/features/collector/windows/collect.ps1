# Collects this host by CIM and the registry; Windows PowerShell 5.1 and later.
# Prints one JSON object per line, {"part": name, "rows": [...]} or {"part": name, "error": message}, each as soon as
# it is known, so that a run that is stopped has lost only what was still to come. Times are ISO 8601 in UTC.
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false

function Part([string]$name, [scriptblock]$body) {
  try { $line = @{ part = $name; rows = @(& $body) } }
  catch { $line = @{ part = $name; error = [string]$_.Exception.Message } }
  [Console]::Out.WriteLine((ConvertTo-Json -InputObject $line -Depth 4 -Compress))
}
function Utc($time) { if ($time) { $time.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ss.fffZ') } }
function Cim([string]$class, [string[]]$fields, [string]$filter) {
  if ($filter) { Get-CimInstance $class -Filter $filter -Property $fields | Select-Object $fields }
  else { Get-CimInstance $class -Property $fields | Select-Object $fields }
}

Part 'machine_id' {
  Get-ItemProperty 'HKLM:\SOFTWARE\Microsoft\Cryptography' | Select-Object MachineGuid
}
Part 'operating_system' {
  Cim Win32_OperatingSystem @('Caption', 'Version', 'BuildNumber', 'OSArchitecture', 'ProductType')
}
Part 'computer_system' {
  Cim Win32_ComputerSystem @('DNSHostName', 'Domain', 'PartOfDomain', 'Manufacturer', 'Model',
    'NumberOfLogicalProcessors', 'TotalPhysicalMemory')
}
Part 'product' { Cim Win32_ComputerSystemProduct @('UUID', 'IdentifyingNumber') }
Part 'bios' { Cim Win32_BIOS @('SerialNumber', 'Manufacturer', 'SMBIOSBIOSVersion') }
Part 'processor' { Cim Win32_Processor @('Name', 'NumberOfLogicalProcessors') }
Part 'disk_drives' { Cim Win32_DiskDrive @('Size', 'InterfaceType', 'MediaType') }
Part 'logical_disks' { Cim Win32_LogicalDisk @('DeviceID', 'FileSystem', 'Size', 'FreeSpace') 'DriveType = 3' }
Part 'adapters' {
  Cim Win32_NetworkAdapter @('InterfaceIndex', 'NetConnectionID', 'Name', 'MACAddress', 'Speed', 'NetEnabled',
    'PhysicalAdapter')
}
Part 'adapter_configurations' {
  Cim Win32_NetworkAdapterConfiguration @('InterfaceIndex', 'IPAddress', 'DefaultIPGateway',
    'IPConnectionMetric') 'IPEnabled = TRUE'
}
Part 'users' { Cim Win32_UserAccount @('Name', 'SID') 'LocalAccount = TRUE' }
Part 'administrators' {
  Get-LocalGroupMember -SID 'S-1-5-32-544' | ForEach-Object { @{ SID = $_.SID.Value } }
}
Part 'logons' {
  Get-LocalUser | ForEach-Object { @{ SID = $_.SID.Value; LastLogon = (Utc $_.LastLogon) } }
}
Part 'profiles' { Cim Win32_UserProfile @('SID', 'LocalPath') 'Special = FALSE' }
Part 'programs' {
  $root = 'Microsoft\Windows\CurrentVersion\Uninstall'
  $places = @(
    @{ Hive = 'machine'; Path = "HKLM:\SOFTWARE\$root" },
    @{ Hive = 'machine32'; Path = "HKLM:\SOFTWARE\WOW6432Node\$root" },
    @{ Hive = 'user'; Path = "HKCU:\SOFTWARE\$root" }
  )
  foreach ($place in $places) {
    # Value by value: Get-ItemProperty gives up a whole key for one value of a broken type.
    foreach ($key in @(Get-ChildItem $place.Path -ErrorAction SilentlyContinue)) {
      if (-not $key.GetValue('DisplayName')) { continue }
      @{ Hive = $place.Hive; DisplayName = [string]$key.GetValue('DisplayName')
        Publisher = [string]$key.GetValue('Publisher'); DisplayVersion = [string]$key.GetValue('DisplayVersion')
        InstallDate = [string]$key.GetValue('InstallDate')
        InstallLocation = [string]$key.GetValue('InstallLocation')
        SystemComponent = [string]$key.GetValue('SystemComponent')
        ParentKeyName = [string]$key.GetValue('ParentKeyName') }
    }
  }
}
Part 'tcp' {
  Get-NetTCPConnection | ForEach-Object {
    @{ LocalAddress = $_.LocalAddress; LocalPort = $_.LocalPort; RemoteAddress = $_.RemoteAddress
      RemotePort = $_.RemotePort; State = [string]$_.State; OwningProcess = $_.OwningProcess }
  }
}
Part 'udp' {
  Get-NetUDPEndpoint | ForEach-Object {
    @{ LocalAddress = $_.LocalAddress; LocalPort = $_.LocalPort; OwningProcess = $_.OwningProcess }
  }
}
Part 'processes' {
  Get-CimInstance Win32_Process | ForEach-Object {
    @{ ProcessId = $_.ProcessId; Name = $_.Name; CommandLine = $_.CommandLine; WorkingSetSize = $_.WorkingSetSize
      CpuTime = ([double]$_.KernelModeTime + [double]$_.UserModeTime); CreationDate = (Utc $_.CreationDate) }
  }
}
Part 'process_users' {
  Get-Process -IncludeUserName | Where-Object { $_.UserName } | ForEach-Object {
    @{ Id = $_.Id; UserName = $_.UserName }
  }
}

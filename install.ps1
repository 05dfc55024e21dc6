# SPDX-License-Identifier: MIT
# Installs the garfio executable for one account: downloads the release for Windows, checks its SHA-256 and puts the file
# into a folder of yours. Needs no administrator; running it again changes nothing.
#
#   powershell -ExecutionPolicy Bypass -File install.ps1 [-Version VERSION] [-Dir DIR]
#
# Variables: GARFIO_INSTALL_DIR (as -Dir), GARFIO_BASE_URL (where releases are, for a mirror).
param(
    [string] $Version = '',
    [string] $Dir = ''
)
Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
# The progress bar makes a download of Windows PowerShell many times slower.
$ProgressPreference = 'SilentlyContinue'

$repository = 'garfio/garfio'
$target = 'x86_64-pc-windows-msvc'

# Throws, so that a script that is piped into Invoke-Expression does not close the window.
function Stop-Install([string] $Reason) {
    throw "install: $Reason"
}

function Get-File([string] $Address, [string] $Path) {
    try {
        $answer = Invoke-WebRequest -UseBasicParsing -PassThru -Uri $Address -OutFile $Path
    } catch {
        Stop-Install "$Address cannot be downloaded ($($_.Exception.Message)). Nothing was installed"
    }
    $response = $answer.BaseResponse
    if ($response.PSObject.Properties['ResponseUri']) { $last = $response.ResponseUri }
    else { $last = $response.RequestMessage.RequestUri }
    if ($last.Scheme -ne 'https' -and -not $last.IsLoopback) {
        Stop-Install "$Address leads to plain HTTP. Nothing was installed"
    }
}

function Get-Digest([string] $Path) {
    $stream = [System.IO.File]::OpenRead($Path)
    $hash = [System.Security.Cryptography.SHA256]::Create()
    try {
        return ([System.BitConverter]::ToString($hash.ComputeHash($stream)) -replace '-', '').ToLowerInvariant()
    } finally {
        $stream.Dispose()
        $hash.Dispose()
    }
}

if ([System.Environment]::OSVersion.Platform -ne 'Win32NT') { Stop-Install 'this is for Windows; elsewhere run install.sh' }
if (-not [System.Environment]::Is64BitOperatingSystem) { Stop-Install 'there is no release for 32-bit Windows' }
[System.Net.ServicePointManager]::SecurityProtocol =
    [System.Net.ServicePointManager]::SecurityProtocol -bor [System.Net.SecurityProtocolType]::Tls12

$base = $env:GARFIO_BASE_URL
if (-not $base) { $base = "https://github.com/$repository/releases" }
$base = $base.TrimEnd('/')
if ($base -notmatch '^(https://|http://(127\.0\.0\.1|localhost|\[::1\])[:/])') {
    Stop-Install "GARFIO_BASE_URL must be an HTTPS address; `"$base`" is none"
}
$Version = $Version -replace '^v', ''
if ($Version -and $Version -notmatch '^[0-9A-Za-z.-]+$') {
    Stop-Install "`"$Version`" is no version; one looks like 1.2.3"
}
if (-not $Dir) { $Dir = $env:GARFIO_INSTALL_DIR }
if (-not $Dir) { $Dir = Join-Path $env:LOCALAPPDATA 'garfio\bin' }
$Dir = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Dir)
$program = Join-Path $Dir 'garfio.exe'
if ($program -match '\\scoop\\') { Stop-Install 'that folder belongs to Scoop. Run: scoop update garfio' }

$work = Join-Path ([System.IO.Path]::GetTempPath()) ('garfio-install-' + [System.Guid]::NewGuid().ToString('N'))
New-Item -ItemType Directory -Path $work | Out-Null
try {
    $sums = Join-Path $work 'SHA256SUMS'
    if ($Version) { Get-File "$base/download/v$Version/SHA256SUMS" $sums }
    else { Get-File "$base/latest/download/SHA256SUMS" $sums }
    $pattern = "^([0-9a-f]{64}) [ *](garfio-([0-9][0-9A-Za-z.-]*)-$([regex]::Escape($target))\.zip)$"
    $line = [System.IO.File]::ReadAllLines($sums) | Where-Object { $_ -match $pattern } | Select-Object -First 1
    if (-not $line) { Stop-Install "that release has nothing for $target. Nothing was installed" }
    $null = $line -match $pattern
    $wanted = $Matches[1]
    $archive = $Matches[2]
    $found = $Matches[3]
    if ($Version -and $Version -ne $found) {
        Stop-Install "asked for $Version, but the release has $found. Nothing was installed"
    }
    $Version = $found

    $file = Join-Path $work $archive
    Get-File "$base/download/v$Version/$archive" $file
    $actual = Get-Digest $file
    if ($actual -ne $wanted) {
        Stop-Install ("$archive is damaged or was tampered with: its SHA-256 is $actual, not $wanted. " +
            'Nothing was installed')
    }
    Add-Type -AssemblyName System.IO.Compression.FileSystem
    [System.IO.Compression.ZipFile]::ExtractToDirectory($file, (Join-Path $work 'unpacked'))
    $fresh = Join-Path $work "unpacked\garfio-$Version-$target\garfio.exe"

    New-Item -ItemType Directory -Force -Path $Dir | Out-Null
    if ((Test-Path -LiteralPath $program -PathType Leaf) -and (Get-Digest $program) -eq (Get-Digest $fresh)) {
        "Nothing to do: $program is garfio $Version already."
    } else {
        $staged = Join-Path $Dir ".garfio-new-$PID.exe"
        try {
            [System.IO.File]::Copy($fresh, $staged, $true)
            $said = & $staged --version
            if ($LASTEXITCODE -ne 0 -or "$said" -notlike "garfio $Version*") {
                Stop-Install "the executable does not run here as garfio $Version. What was there is as it was"
            }
            if (Test-Path -LiteralPath $program -PathType Leaf) {
                # A running program cannot be replaced, but it can be renamed.
                $aside = Join-Path $Dir ('.garfio-old-' + [System.Guid]::NewGuid().ToString('N') + '.exe')
                [System.IO.File]::Move($program, $aside)
                try {
                    [System.IO.File]::Move($staged, $program)
                } catch {
                    [System.IO.File]::Move($aside, $program)
                    throw
                }
                # While a hook runs it, it stays; the next upgrade removes it.
                Remove-Item -LiteralPath $aside -Force -ErrorAction SilentlyContinue
            } else {
                [System.IO.File]::Move($staged, $program)
            }
        } finally {
            Remove-Item -LiteralPath $staged -Force -ErrorAction SilentlyContinue
        }
        "Installed garfio $Version for ${target}: $program"
        "Its SHA-256 was checked; the archive's is $wanted"
    }
    if (";$env:Path;" -notlike "*;$Dir;*") {
        "$Dir is not on PATH; hooks do not need that, but you may: `$env:Path = `"$Dir;`$env:Path`""
    }
    "Next: $program install --harness claude-code"
} finally {
    Remove-Item -LiteralPath $work -Recurse -Force -ErrorAction SilentlyContinue
}

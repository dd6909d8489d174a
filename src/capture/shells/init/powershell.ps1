# Live capture for PowerShell 7 with PSReadLine: each command is written as one record to a spool file; no program is started.

if ((Get-Module PSReadLine) -and -not $global:__oldhand) {
    $global:__oldhand = @{
        Spool    = {{spool}}
        Session  = 'ses_{0:x11}{1:x7}' -f [DateTimeOffset]::UtcNow.ToUnixTimeMilliseconds(), (Get-Random -Maximum 0xfffffff)
        Ignore   = [regex]{{ignore}}
        Withhold = [regex]{{withhold}}
        Line     = $null
        Id       = (Get-History -Count 1).Id
        Handler  = (Get-PSReadLineOption).AddToHistoryHandler
        Prompt   = $function:prompt
    }
    $env:OLDHAND_SESSION = $global:__oldhand.Session

    # PSReadLine calls this with each line before it runs. What another handler decides about the history is kept.
    Set-PSReadLineOption -AddToHistoryHandler {
        param([string]$line)
        $own = $global:__oldhand
        $own.Line = $line
        $own.Cwd = (Get-Location -PSProvider FileSystem).ProviderPath
        $own.Off = $env:OLDHAND_OFF
        $own.Start = [DateTimeOffset]::UtcNow.ToUnixTimeMilliseconds()
        if ($own.Handler) { return @($own.Handler.Invoke($line))[0] }
        return $true
    }

    function global:__oldhand_record([int]$code) {
        $own = $global:__oldhand
        $line = $own.Line
        $own.Line = $null
        # PSReadLine does not call its handler for a line that equals the one before it; the shell's own history has it.
        $last = Get-History -Count 1
        $isNext = $last -and $last.Id -ne $own.Id
        $own.Id = $last.Id
        if (-not $line -and $isNext) {
            $line = $last.CommandLine
            $own.Cwd = (Get-Location -PSProvider FileSystem).ProviderPath
            $own.Off = $env:OLDHAND_OFF
            $own.Start = [DateTimeOffset]::new($last.StartExecutionTime).ToUnixTimeMilliseconds()
        }
        if (-not $line -or $line -match '^\s' -or ("$($own.Off)$env:OLDHAND_OFF").Trim('0')) { return }
        if ($own.Ignore.IsMatch($line)) { return }
        if ($line.Length -gt {{longest}} -or $own.Withhold.IsMatch((' ' + $line).ToLowerInvariant())) { $line = '{{withheld}}' }
        $took = [Math]::Max([long]0, [DateTimeOffset]::UtcNow.ToUnixTimeMilliseconds() - $own.Start)
        $actor = if ({{agent}}) { 'agent' } else { 'person' }
        if (-not [IO.Directory]::Exists($own.Spool)) { return }
        $fields = @('', 'oh1', $own.Session, 'powershell', $actor, $own.Start, $took, $code, $own.Cwd, $line, '.', '', '')
        $bytes = [Text.UTF8Encoding]::new($false).GetBytes($fields -join "`0")
        $file = [IO.Path]::Combine($own.Spool, "$($own.Session).spool")
        $isNew = -not [IO.File]::Exists($file)
        $stream = [IO.FileStream]::new($file, 'Append', 'Write', 'ReadWrite')
        try { $stream.Write($bytes, 0, $bytes.Length) } finally { $stream.Dispose() }
        if ($isNew -and -not $IsWindows) { [IO.File]::SetUnixFileMode($file, 'UserRead, UserWrite') }
    }

    function global:prompt {
        $worked = $?
        $code = $global:LASTEXITCODE
        $ended = if ($worked) { 0 } elseif ($code) { $code } else { 1 }
        try { __oldhand_record $ended } catch { }
        $global:LASTEXITCODE = $code
        # The prompt before ours may show how the command ended: this is what sets `$?` to false, and nothing else.
        if (-not $worked) { Write-Error '' -ErrorAction Ignore }
        & $global:__oldhand.Prompt
    }
}

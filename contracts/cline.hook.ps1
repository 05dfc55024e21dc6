# Garfio cline: written by garfio install, do not edit
$utf8 = [System.Text.UTF8Encoding]::new($false)
[Console]::InputEncoding = $utf8
[Console]::OutputEncoding = $utf8
$OutputEncoding = $utf8
[Console]::In.ReadToEnd() | {line}
exit $LASTEXITCODE

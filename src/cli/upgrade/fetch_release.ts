/**
 * Downloads through a program of the system: ours has no permission for the network, and a hook never needs one. The
 * program gets a list of arguments, no shell, and may follow redirects to HTTPS only.
 */
import { oneLine } from "../../base/text.ts";
import { UpgradeFailure } from "./failure.ts";
import { type Outcome, runQuiet } from "./run.ts";
import { isSafeAddress } from "./source.ts";

/** Variables of the environment for the programs that are run. */
export type Variables = Readonly<Record<string, string>>;

/** How long a download may take. */
const MOST_MS = 10 * 60_000;

/** Redirects followed for a program that cannot be told to stay with HTTPS. */
const MOST_REDIRECTS = 5;

/**
 * Writes what is at `address` to `file`.
 *
 * @throws UpgradeFailure
 */
export async function download(address: string, file: string, environment: Variables): Promise<void> {
  if (!isSafeAddress(address)) {
    throw new UpgradeFailure("address.unsafe", `${address} is no HTTPS address; nothing was downloaded.`);
  }
  for (const attempt of [withCurl, withWget, withPowershell]) {
    const outcome = await attempt(address, file, environment);
    if (outcome === undefined) continue;
    if (outcome.code === 0) return;
    const said = oneLine(outcome.stderr, 300);
    throw new UpgradeFailure(
      "download.failed",
      `${address} cannot be downloaded${said === "" ? "" : ` (${said})`}. Check the network and try again.`,
    );
  }
  throw new UpgradeFailure(
    "download.no-program",
    "Neither curl nor wget nor PowerShell is here to download with. Install one of them.",
  );
}

function withCurl(address: string, file: string, environment: Variables): Promise<Outcome | undefined> {
  const schemes = address.startsWith("https:") ? "=https" : "=http,https";
  return runQuiet(
    "curl",
    [
      "--disable",
      "--fail",
      "--location",
      "--silent",
      "--show-error",
      "--proto",
      schemes,
      "--proto-redir",
      schemes,
      "--max-redirs",
      `${MOST_REDIRECTS}`,
      "--connect-timeout",
      "20",
      "--retry",
      "2",
      "--output",
      file,
      "--",
      address,
    ],
    environment,
    MOST_MS,
  );
}

/** GNU Wget follows a redirect to plain HTTP, so each step is taken, and looked at, here. */
async function withWget(
  address: string,
  file: string,
  environment: Variables,
): Promise<Outcome | undefined> {
  let place = address;
  for (let step = 0;; step++) {
    const outcome = await runQuiet(
      "wget",
      [
        "--no-config",
        "--quiet",
        "--server-response",
        "--max-redirect=0",
        "--timeout=20",
        "--tries=2",
        `--output-document=${file}`,
        "--",
        place,
      ],
      environment,
      MOST_MS,
    );
    const next = /^\s*Location: (\S+)/im.exec(outcome?.stderr ?? "")?.[1];
    if (outcome === undefined || outcome.code === 0 || next === undefined) return outcome;
    place = new URL(next, place).href;
    if (step === MOST_REDIRECTS || !isSafeAddress(place)) {
      return { code: 1, stdout: "", stderr: `a redirect to ${place} is not followed` };
    }
  }
}

/** The addresses come as variables: nothing of them is read as a program. */
const POWERSHELL = [
  "$ErrorActionPreference = 'Stop'",
  "$ProgressPreference = 'SilentlyContinue'",
  "$answer = Invoke-WebRequest -UseBasicParsing -PassThru -Uri $env:GARFIO_ADDRESS -OutFile $env:GARFIO_FILE",
  "$last = $answer.BaseResponse.ResponseUri",
  "if (-not $last) { $last = $answer.BaseResponse.RequestMessage.RequestUri }",
  "if ($last.Scheme -ne 'https' -and -not $last.IsLoopback) { throw 'a redirect to plain HTTP is not followed' }",
].join("; ");

async function withPowershell(
  address: string,
  file: string,
  environment: Variables,
): Promise<Outcome | undefined> {
  const variables = { ...environment, GARFIO_ADDRESS: address, GARFIO_FILE: file };
  const args = ["-NoProfile", "-NonInteractive", "-Command", POWERSHELL];
  return await runQuiet("pwsh", args, variables, MOST_MS) ??
    await runQuiet("powershell", args, variables, MOST_MS);
}

/** The names by which places are told apart. Adding a kind of build output or a system folder is adding a word. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""));

/** Folders of which everything in a project can be made again. */
export const BUILD_FOLDERS = words(`
  node_modules bower_components jspm_packages dist build out target bin-debug obj .next .nuxt .output .svelte-kit
  .turbo .parcel-cache .vite .angular .astro .docusaurus .expo .cache .temp .tmp tmp temp __pycache__ .pytest_cache
  .mypy_cache .ruff_cache .hypothesis .tox .nox .venv venv .eggs htmlcov coverage .nyc_output .gradle .terraform
  .terragrunt-cache .serverless .aws-sam cdk.out pods deriveddata .dart_tool .pub-cache vendor _build _site .jekyll-cache
  elm-stuff .stack-work dist-newstyle zig-cache .zig-cache zig-out .bundle storybook-static test-results
  playwright-report .pnpm-store .yarn .rollup.cache .webpack .eslintcache .stylelintcache .ipynb_checkpoints
  cmake-build-debug cmake-build-release .bazel-cache .kotlin .sass-cache logs generated
  __generated__ .wrangler .netlify .vercel .firebase artifacts`);

/** Files in a project that can be made again. */
export const BUILD_FILES =
  /(?:^\.ds_store$|^thumbs\.db$|^npm-debug\.log|^\.coverage|\.(?:py[cod]|o|obj|a|so|class|log|tmp|temp|swp|swo|orig|rej|bak|map|tsbuildinfo|profraw|profdata|gcda|gcno|gcov|lcov|elc|beam|hi|pid)$|~$|\.egg-info$|\.cache$)/i;

/** Folders right under the root that belong to the operating system. */
export const SYSTEM_FOLDERS = words(`
  bin boot dev etc lib lib32 lib64 libx32 nix opt proc run sbin snap srv sys usr var applications library system
  private cores lost+found mnt media volumes network efi tmp`);

/** The same on a drive of Windows. */
export const WINDOWS_FOLDERS: ReadonlySet<string> = new Set([
  ...words("windows winnt programdata recovery boot $recycle.bin perflogs msocache"),
  "program files",
  "program files (x86)",
  "system volume information",
]);

/** Folders right in a home whose whole content is a person's: documents, keys, settings. */
export const PERSONAL_FOLDERS = words(`
  documents desktop pictures music movies videos library .ssh .gnupg .aws .azure .kube .config .docker
  .password-store .mozilla .thunderbird .local .gcloud .claude .codex .cursor .gemini onedrive dropbox icloud`);

/** Paths below a home that are caches: what is in them can be fetched again. */
export const HOME_CACHES = [
  ".cache",
  ".npm",
  ".pnpm-store",
  ".yarn/cache",
  ".bun/install/cache",
  ".gradle/caches",
  ".m2/repository",
  ".ivy2/cache",
  ".cargo/registry",
  ".cargo/git",
  ".nuget/packages",
  ".node-gyp",
  ".deno",
  "go/pkg",
  "library/caches",
  "library/developer/xcode/deriveddata",
  ".local/share/pnpm/store",
  ".local/share/trash",
  "appdata/local/npm-cache",
  "appdata/local/pip/cache",
  "appdata/local/yarn/cache",
].map((path) => path.split("/"));

/** Device files that take whatever is written and keep nothing of value. */
export const NO_PLACE =
  /^(?:\/dev\/(?:null|zero|full|random|urandom|tty\w*|stdin|stdout|stderr|ptmx|console|fd\/\d+|pts\/\d+|tcp\/.*|udp\/.*)|\/proc\/self\/fd\/\d+|nul|con|\$null|-)$/i;

/** Device files that hold disks, partitions or memory. */
export const DISK =
  /^(?:\/dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|dm-|md\d|mapper\/|loop\d|sr\d|nbd\d|zd\d|vg|mem$|kmem$|disk\/|block\/|root$|zvol\/|pmem\d|ram\d|bcache\d|drbd\d|port$)|\/proc\/sysrq-trigger$|\/sys\/(?:block|firmware)\/|\\\\[.?]\\(?:physicaldrive|harddisk|volume|[a-z]:))/i;

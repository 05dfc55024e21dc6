/** Runs `body` with a throw-away folder (links in its path resolved). */
export async function withScratch(body: (folder: string) => unknown): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "garfio-test-" }));
  try {
    await body(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Plugin files as an install writes them, and a stand-in for the executable that they start. */
import type { JsonObject } from "../../src/base/json.ts";
import { pluginText } from "../../src/register/plugin_text.ts";

const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** What an install puts between the marks. */
export interface PluginSettings {
  readonly command: string;
  readonly leading: readonly string[];
  readonly contract: string;
  readonly timeout: number;
  readonly events: readonly string[];
  readonly failClosed: boolean;
}

/** The text of the plugin of `settings`, made of the template `name`. */
export function filledPlugin(name: string, settings: PluginSettings, assets = ASSETS): string {
  const first = `// Garfio ${settings.contract}: written by garfio install, do not edit`;
  return pluginText(assets, name, first).replace(
    /\/\* garfio:begin \*\/[^]*?\/\* garfio:end \*\//,
    () => `/* garfio:begin */ ${JSON.stringify(settings)} /* garfio:end */`,
  );
}

/** Writes the plugin into `folder` and loads it as a client does. */
export async function loadPlugin(
  folder: string,
  name: string,
  settings: PluginSettings,
): Promise<Readonly<Record<string, unknown>>> {
  const file = `${folder}/garfio-${crypto.randomUUID()}.js`;
  Deno.writeTextFileSync(file, filledPlugin(name, settings));
  return await import(`file://${file}`);
}

/** An executable that answers as it is told and keeps what it was given. */
export interface StandIn {
  readonly command: string;
  /** What it prints on `event`: an object as JSON, or a text as it is; `shell`: more of its script. */
  readonly answer: (event: string, answer: JsonObject | string, shell?: string) => void;
  /** The payloads of `event` so far, oldest first. */
  readonly heard: (event: string) => JsonObject[];
}

/** Makes a stand-in in `folder`. */
export function standIn(folder: string): StandIn {
  const command = `${folder}/stand-in`;
  Deno.mkdirSync(`${folder}/heard`);
  Deno.mkdirSync(`${folder}/answers`);
  // The arguments are: hook --contract <id> <event>.
  Deno.writeTextFileSync(
    command,
    `#!/bin/sh
cd '${folder}'
cat > "heard/.$$"
mv "heard/.$$" "heard/$4 $(date +%s%N) $$"
if [ -f "answers/$4.sh" ]; then . "answers/$4.sh"; fi
if [ -f "answers/$4" ]; then exec cat "answers/$4"; fi
exit 0
`,
    { mode: 0o755 },
  );
  return {
    command,
    answer(event, answer, shell) {
      Deno.writeTextFileSync(
        `${folder}/answers/${event}`,
        typeof answer === "string" ? answer : JSON.stringify(answer),
      );
      if (shell !== undefined) Deno.writeTextFileSync(`${folder}/answers/${event}.sh`, shell);
    },
    heard: (event) =>
      [...Deno.readDirSync(`${folder}/heard`)].map(({ name }) => name)
        .filter((name) => name.startsWith(`${event} `)).sort()
        .map((name) => JSON.parse(Deno.readTextFileSync(`${folder}/heard/${name}`))),
  };
}

/** Waits until `holds`, for what a plugin does without being waited for. */
export async function until(holds: () => boolean): Promise<void> {
  for (let step = 0; step < 500 && !holds(); step++) await new Promise((resolve) => setTimeout(resolve, 10));
}

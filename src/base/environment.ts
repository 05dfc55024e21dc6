/** Environment variables as a value. Blank ones count as unset. */
export type Environment = (name: string) => string | undefined;

/** The environment of this process. */
export const processEnvironment: Environment = (name) => {
  try {
    return nonBlank(Deno.env.get(name));
  } catch {
    return undefined;
  }
};

/** An environment that holds exactly `values`; for tests and for the resident process. */
export function environmentOf(values: Readonly<Record<string, string | undefined>>): Environment {
  return (name) => nonBlank(values[name]);
}

function nonBlank(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value;
}

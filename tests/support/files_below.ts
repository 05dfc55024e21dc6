/** The paths of all files below `folder`, in order; none where it is missing. */
export function filesBelow(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
      isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
    ).sort();
  } catch {
    return [];
  }
}

/** Returns the path in front of the ids of files of a public board. */
export function boardFilesPath(anchor: string): string {
  return `/api/public/assets/v2/anchor/${anchor}/`
}

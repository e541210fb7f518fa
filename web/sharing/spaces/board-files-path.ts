/** Returns the URL path of the files of a public board, to which the id of a file is appended. */
export function boardFilesPath(anchor: string): string {
  return `/api/public/assets/v2/anchor/${anchor}/`
}

/** A page and the path of its file in the archive. */
export interface PageExportFile {
  id: string
  parent: string | null
  name: string
  /** Path in the archive. Its folders follow the page tree. */
  file: string
}

interface Row {
  id: string
  parent: string | null
  name: string
}

/**
 * Assigns a unique path to each page. Each parent must come before its children. No path equals the path of
 * another file or folder.
 */
export function assignExportPaths(
  rootId: string,
  rows: readonly Row[],
  end: string,
  untitled: string,
): PageExportFile[] {
  const named = new Map<string, PageExportFile & { path: string }>()
  const taken = new Set(['files'])
  for (const { id, parent, name } of rows) {
    const above = id === rootId || parent === null ? undefined : named.get(parent)
    const within = above === undefined ? '' : `${above.path}/`
    const path = claimPath(`${within}${sanitizeArchiveName(name, untitled)}`, end, taken)
    named.set(id, { id, parent, name: name || untitled, path, file: `${path}.${end}` })
  }
  return [...named.values()].map(({ path: _, ...page }) => page)
}

/**
 * Returns a free path for a page and marks it as used, both as a folder and as a file with extension. Upper
 * and lower case count as equal, as on many file systems.
 */
function claimPath(path: string, end: string, taken: Set<string>): string {
  const places = (at: string) => [at.toLowerCase(), `${at}.${end}`.toLowerCase()]
  let at = path
  for (let number = 2; places(at).some((place) => taken.has(place)); number++) at = `${path} ${number}`
  for (const place of places(at)) taken.add(place)
  return at
}

const longest = 60

/**
 * Returns a name that every file system accepts, without invisible characters, or `untitled` if nothing is
 * left. Zero-width joiners are not removed, because emoji need them.
 */
export function sanitizeArchiveName(name: string, untitled: string): string {
  const letters = name
    .toWellFormed()
    .replace(/(?![\u200C\u200D])[\p{Cf}\uFFFD]/gu, '')
    .replace(/[\p{Cc}"*/:<>?\\|]/gu, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
  const short = [...letters.replace(/^[. ]+/, '')]
    .slice(0, longest)
    .join('')
    .replace(/(?<![. ])[. ]+$/g, '')
  if (/^[\u200C\u200D]*$/.test(short)) return untitled
  // Append `_`, because Windows reserves these file names with any extension.
  return short.replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '$1_')
}

/** Returns the relative link from a page's file to another file of the archive. */
export function relativeLinkInZip(
  { file }: Pick<PageExportFile, 'file'>,
  to: string | undefined,
): string | undefined {
  if (to === undefined) return
  const up = '../'.repeat(file.split('/').length - 1)
  return `${up}${to.split('/').map(encodeURIComponent).join('/')}`
}

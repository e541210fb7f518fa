/** As the file of a page is called and lies in an archive. */
export interface NamedPage {
  id: string
  parent: string | null
  name: string
  /** With its folders; below a page lie those that stand below it. */
  file: string
}

interface Row {
  id: string
  parent: string | null
  name: string
}

/** Of a page and those below it, each behind the one that it stands below. No two lie at the same place, nor a file where a folder does. */
export function nameFiles(rootId: string, rows: readonly Row[], end: string): NamedPage[] {
  const named = new Map<string, NamedPage & { path: string }>()
  const taken = new Set(['files'])
  for (const { id, parent, name } of rows) {
    const above = id === rootId || parent === null ? undefined : named.get(parent)
    const within = above === undefined ? '' : `${above.path}/`
    const path = claimPath(`${within}${nameInArchive(name)}`, end, taken)
    named.set(id, { id, parent, name: name || untitled, path, file: `${path}.${end}` })
  }
  return [...named.values()].map(({ path: _, ...page }) => page)
}

/** Not told apart by large and small letters, as file systems do not. It is a folder's, and with its ending a file's. */
function claimPath(path: string, end: string, taken: Set<string>): string {
  const places = (at: string) => [at.toLowerCase(), `${at}.${end}`.toLowerCase()]
  let at = path
  for (let number = 2; places(at).some((place) => taken.has(place)); number++) at = `${path} ${number}`
  for (const place of places(at)) taken.add(place)
  return at
}

const untitled = 'Untitled'
const longest = 60

/** A name that every file system takes, without marks that are not seen but change what is read; joiners stay, which emoji need. */
export function nameInArchive(name: string): string {
  const letters = name
    .toWellFormed()
    .replace(/(?![\u200C\u200D])[\p{Cf}\uFFFD]/gu, '')
    .replace(/[\p{Cc}"*/:<>?\\|]/gu, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
  const short = [...letters.replace(/^[. ]+/, '')]
    .slice(0, longest)
    .join('')
    .replace(/[. ]+$/g, '')
  if (/^[\u200C\u200D]*$/.test(short)) return untitled
  // Windows keeps these for itself, with whatever ending.
  return short.replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '$1_')
}

/** From the file of one page to another file of the archive, as a link says it. */
export function relativeLink({ file }: Pick<NamedPage, 'file'>, to: string | undefined): string | undefined {
  if (to === undefined) return
  const up = '../'.repeat(file.split('/').length - 1)
  return `${up}${to.split('/').map(encodeURIComponent).join('/')}`
}

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

/** Of a page and those below it, each behind the one that it stands below. No two lie at the same place. */
export function nameFiles(rootId: string, rows: readonly Row[], end: string): NamedPage[] {
  const named = new Map<string, NamedPage & { path: string }>()
  const taken = new Set(['files'])
  for (const { id, parent, name } of rows) {
    const above = id === rootId || parent === null ? undefined : named.get(parent)
    const within = above === undefined ? '' : `${above.path}/`
    const path = free(`${within}${nameInArchive(name)}`, taken)
    named.set(id, { id, parent, name: name || untitled, path, file: `${path}.${end}` })
  }
  return [...named.values()].map(({ path: _, ...page }) => page)
}

/** Not told apart by large and small letters, as file systems do not. */
function free(path: string, taken: Set<string>): string {
  let at = path
  for (let number = 2; taken.has(at.toLowerCase()); number++) at = `${path} ${number}`
  taken.add(at.toLowerCase())
  return at
}

const untitled = 'Untitled'
const longest = 60

/** A name that every file system takes. */
export function nameInArchive(name: string): string {
  const letters = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
    .replace(/[\u0000-\u001f\u007f"*/:<>?\\|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const short = [...letters]
    .slice(0, longest)
    .join('')
    .replace(/^\.+|[. ]+$/g, '')
  return /^(con|prn|aux|nul|com\d|lpt\d)?$/i.test(short) ? `${short}${short === '' ? untitled : '_'}` : short
}

/** From the file of one page to another file of the archive, as a link says it. */
export function relative({ file }: Pick<NamedPage, 'file'>, to: string | undefined): string | undefined {
  if (to === undefined) return
  const up = '../'.repeat(file.split('/').length - 1)
  return `${up}${to.split('/').map(encodeURIComponent).join('/')}`
}

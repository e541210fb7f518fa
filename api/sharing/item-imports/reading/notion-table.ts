import type { Archive } from './archive.ts'

/** Maximum size in bytes of one page, and of all pages. */
const maxPageBytes = 1024 * 1024
const maxPagesBytes = 64 * 1024 * 1024

/** Returns true for the name of a table that Notion has exported. It ends with an id. */
export function isNotionTable(name: string): boolean {
  return / [0-9a-f]{32}(_all)?\.csv$/.test(name)
}

/**
 * Adds the columns `Page ID` and `Page text` to a table of Notion. Notion stores the text of each row in a Markdown file
 * in the folder of the table.
 */
export async function withPages(table: string[][], name: string, archive: Archive): Promise<string[][]> {
  const [headings = [], ...rows] = table
  const pages = pagesOf(name, archive.names)
  let room = maxPagesBytes
  const result = [[...headings, 'Page ID', 'Page text']]
  for (const row of rows) {
    const page = pages.get(keyOf(row[0] ?? ''))?.shift()
    const bytes = page === undefined ? null : await archive.read(page.path, Math.min(room, maxPageBytes))
    room -= bytes?.length ?? 0
    const text = bytes === null ? '' : bodyOf(Buffer.from(bytes).toString('utf8'))
    result.push([...headings.map((_, at) => row[at] ?? ''), page?.id ?? '', text])
  }
  return result
}

interface Page {
  id: string
  path: string
}

/** Lists the pages by title. Several rows can have the same title. */
function pagesOf(table: string, names: readonly string[]): Map<string, Page[]> {
  const folder = table.replace(/( [0-9a-f]{32})?(_all)?\.csv$/, '')
  const pages = new Map<string, Page[]>()
  for (const path of names) {
    if (!path.startsWith(folder)) continue
    const [, title, id] = /([^/]*) ([0-9a-f]{32})\.md$/.exec(path) ?? []
    if (title === undefined || id === undefined) continue
    const key = keyOf(title)
    pages.set(key, [...(pages.get(key) ?? []), { id, path }])
  }
  return pages
}

/** Notion shortens titles in file names, and replaces or removes punctuation. */
function keyOf(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 30)
}

/** Removes the title and the properties, which the table contains, too. */
function bodyOf(markdown: string): string {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  let at = lines[0]?.startsWith('# ') ? 1 : 0
  while (lines[at] === '') at++
  const first = at
  while (/^[^:]{1,100}: /.test(lines[at] ?? '')) at++
  const isEnd = lines[at] === '' || at === lines.length
  return lines
    .slice(isEnd ? at : first)
    .join('\n')
    .trim()
}

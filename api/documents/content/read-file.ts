import { checkedFile, fileElement, fileOfTitle } from '#common/documents/content/files.ts'
import { htmlOf } from '#common/documents/content/html.ts'
import { InvalidDocument } from '#common/documents/content/parse-json.ts'
import { isOnWeb } from '#common/documents/content/pictures.ts'
import { htmlOfCsv } from '#common/documents/content/reading/csv.ts'
import { splitFrontMatter } from '#common/documents/content/reading/front-matter.ts'
import { tidyHtmlFile } from '#common/documents/content/reading/html-files.ts'
import { htmlOfMarkdownFile } from '#common/documents/content/reading/markdown.ts'
import { putFile, tidyPasted } from '#common/documents/content/reading/tidy.ts'
import { invalid } from '#common/platform/errors.ts'
import { escapeHtml } from '#common/platform/escape-html.ts'
import { nodeOfElements } from './parse-html.ts'

/** A file that somebody imports, and what it may name of those that come with it. It goes to a thread, so it is plain data. */
export interface FileToRead {
  kind: 'markdown' | 'html' | 'csv'
  text: string
  /** With its folders, which its links are relative to. */
  file: string
  /** What the page is called where the file does not say it. */
  name: string
  /** Of those that become pages, the address. */
  pages: Record<string, string>
  /** The same by the ids of Notion, which links to its own pages have. */
  by_id: Record<string, string>
  /** Pictures and other files that are no pages, and the ids that they get in this page. */
  files: Record<string, string>
  /** Further ids, for pictures that stand in the file itself. */
  spare: string[]
  /** Pages that stand right below this one. */
  below: { name: string; address: string }[]
}

export interface ReadFile {
  title: string
  html: string
  /** Of Notion's pages: what stands before their title. */
  emoji: string | null
  files: { id: string; file: string | null; content: Uint8Array | null }[]
  dead_links: string[]
  lost_pictures: string[]
  /** How many rows and columns have no room in the page, and how many dead links and lost pictures are not named. */
  cut: Partial<Record<'rows' | 'columns' | 'links' | 'pictures', number>>
}

/** The report of a page names this many dead links; it counts the others. */
const mostSaid = 100

/** What a file says as HTML of our own elements, its links to pages that come along leading to these. Throws `invalid` for what nests beyond all use. */
export function readFile(file: FileToRead): ReadFile {
  const reading = createReading(file)
  try {
    const node = nodeOfElements(sourceOf(file, reading), (root) => prepare(root, file, reading))
    return { ...reading.read, title: reading.read.title || file.name, html: htmlOf(node) }
  } catch (error) {
    if (error instanceof InvalidDocument) throw invalid('description_html', error.message)
    throw error
  }
}

interface Reading {
  read: ReadFile
  /** The path of a file that is meant from here; null for what leads elsewhere or nowhere. */
  found(href: string): string | null
}

function createReading({ file, pages, files }: FileToRead): Reading {
  const all = [...Object.keys(pages), ...Object.keys(files)]
  const exact = new Map(all.map((one) => [one.toLowerCase(), one]))
  const byName = Map.groupBy(all, (one) => nameIn(one).toLowerCase())
  const alone = (name: string) => {
    const named = byName.get(name) ?? []
    return named.length === 1 ? named[0] : undefined
  }
  return {
    read: { title: '', html: '', emoji: null, files: [], dead_links: [], lost_pictures: [], cut: {} },
    found(href) {
      const path = pathFrom(file, href)
      if (path === null) return null
      const ends = ['', '.md', '.html']
      for (const end of ends) {
        const here = exact.get(`${path}${end}`.toLowerCase())
        if (here !== undefined) return here
      }
      // Obsidian names a file wherever it lies.
      for (const end of ends) {
        const there = alone(`${nameIn(path)}${end}`.toLowerCase())
        if (there !== undefined) return there
      }
      return null
    },
  }
}

/** From the folder of a file; what begins with `/` from the top. */
function pathFrom(file: string, href: string): string | null {
  const [written = ''] = href.split(/[?#]/)
  const plain = decoded(written).normalize('NFC').replaceAll('\\', '/')
  if (plain === '') return null
  const parts = plain.startsWith('/') ? [] : file.split('/').slice(0, -1)
  for (const part of plain.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function nameIn(path: string): string {
  return path.split('/').at(-1) ?? ''
}

function sourceOf({ kind, text, file, below }: FileToRead, { read }: Reading): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\ufeff', '')
  if (kind === 'csv') {
    const addressOf = (name: string) => below.find((one) => one.name === name)?.address
    const table = htmlOfCsv(lines, addressOf, /\.tsv$/i.test(file) ? '\t' : undefined)
    Object.assign(read.cut, table.cut)
    return table.html
  }
  if (kind === 'html') {
    const title = /<title[^>]*>([^<]*)<\/title>/i.exec(lines)?.[1] ?? ''
    read.title = unescaped(title).replace(/\s+/g, ' ').trim()
    return lines.replace(/^[\s\S]*?<body[^>]*>/i, '').replace(/<\/body>[\s\S]*$/i, '')
  }
  const { body, matter, title } = splitFrontMatter(lines)
  if (title !== null) read.title = title
  const html = htmlOfMarkdownFile(body)
  return matter === '' ? html : `<pre><code class="language-yaml">${escapeHtml(matter)}</code></pre>${html}`
}

function prepare(root: Element, file: FileToRead, reading: Reading): void {
  const { read } = reading
  takeTitle(root, file.kind, read)
  tidyHtmlFile(root)
  for (const link of root.querySelectorAll('a[href]')) leadOn(link, file, reading)
  removeListOfPages(root, file)
  const keep = (source: string) => keptPicture(source, file, reading)
  tidyPasted(root, file.name, keep)
}

function takeTitle(root: Element, kind: FileToRead['kind'], read: ReadFile): void {
  takeIcon(root, read)
  const heading = root.querySelector('.page-title') ?? root.querySelector('h1')
  if (heading === null || !isTitle(root, heading)) return
  const words = (heading.textContent ?? '').replace(/\s+/g, ' ').trim()
  const isSaid = kind === 'markdown' && read.title !== ''
  if (words !== '' && !isSaid) read.title = words
  if (words === '' || read.title === words) heading.remove()
}

function takeIcon(root: Element, read: ReadFile): void {
  const icon = root.querySelector('.page-header-icon')
  const emoji = icon?.textContent?.trim() ?? ''
  if (/^\p{Extended_Pictographic}\S{0,12}$/u.test(emoji)) read.emoji = emoji
  icon?.remove()
}

function isTitle(root: Element, heading: Element): boolean {
  if (heading.classList.contains('page-title')) return true
  const isFirst = root.textContent?.trimStart().startsWith(heading.textContent?.trim() ?? '') ?? false
  return isFirst && isBeforeAll(root, heading)
}

/** Nothing that is shown without letters, as a picture, stands before it. */
function isBeforeAll(root: Element, heading: Element): boolean {
  const [first] = root.querySelectorAll('h1, img, table, hr, pre')
  return first === heading
}

function leadOn(link: Element, file: FileToRead, reading: Reading): void {
  const { pages, by_id } = file
  const { found } = reading
  const href = link.getAttribute('href') ?? ''
  if (href === '' || href.startsWith('#')) return
  const isElsewhere = /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href)
  const id = isElsewhere
    ? /^https:\/\/(?:www\.)?notion\.\w+\/\S*?([0-9a-f]{32})(?:[?#]|$)/.exec(href)?.[1]
    : undefined
  const path = isElsewhere ? null : found(href)
  const address = (id && by_id[id]) ?? (path === null ? undefined : pages[path])
  if (address !== undefined && address !== '') link.setAttribute('href', address)
  else if (path !== null && link.querySelector('img') === null) showFile(link, path, file, reading)
  else if (!isElsewhere) leadNowhere(link, href, reading)
}

function leadNowhere(link: Element, href: string, { read }: Reading): void {
  // A picture in its own link is shown; the link is only to it.
  if (link.querySelector('img') === null) say(read, 'links', read.dead_links, decoded(href).slice(0, 500))
  const written = link.getAttribute('data-wiki')
  if (written === null) link.replaceWith(...link.childNodes)
  else link.replaceWith(written)
}

function say({ cut }: ReadFile, kind: 'links' | 'pictures', said: string[], text: string): void {
  if (said.length < mostSaid) said.push(text)
  else cut[kind] = (cut[kind] ?? 0) + 1
}

/** A link to a file that comes along, which is shown where the link stands. What we have exported says what it was called. */
function showFile(link: Element, path: string, file: FileToRead, reading: Reading): void {
  const id = keptFile(path, null, file, reading)
  if (id === undefined) {
    link.replaceWith(...link.childNodes)
    return
  }
  const isNamed = link.hasAttribute('download') || fileOfTitle(link.getAttribute('title')) !== null
  const name = (isNamed && link.textContent?.trim()) || nameIn(path)
  putFile(link, fileElement(link.ownerDocument, checkedFile({ src: id, name })))
}

/** The id that it gets in this page; undefined of one that does not come along. */
function keptFile(
  path: string | null,
  content: Uint8Array | null,
  { files, spare }: FileToRead,
  { read }: Reading,
): string | undefined {
  const id = content === null ? files[path ?? ''] : spare.shift()
  if (id !== undefined && !read.files.some((one) => one.id === id))
    read.files.push({ id, file: path, content })
  return id
}

/** We write the pages below one at its end; here they are seen as such. */
function removeListOfPages(root: Element, { below }: FileToRead): void {
  const addresses = new Set(below.map(({ address }) => address))
  const last = root.lastElementChild
  if (last === null || !/^(ul|nav)$/.test(last.localName) || addresses.size === 0) return
  const points = [...last.querySelectorAll('li')]
  const leads = points.map((point) => point.querySelector('a'))
  const isList = leads.every(
    (link, at) =>
      link && addresses.has(link.getAttribute('href') ?? '') && link.textContent === points[at]?.textContent,
  )
  if (isList && points.length === addresses.size) last.remove()
}

function keptPicture(source: string, file: FileToRead, reading: Reading): string | null {
  const { read, found } = reading
  if (source === '' || isOnWeb(source)) return null
  const content = contentOf(source)
  const path = content === null ? found(source) : null
  const id = keptFile(path, content, file, reading)
  if (id === undefined) {
    say(read, 'pictures', read.lost_pictures, decoded(source).slice(0, 100))
    return null
  }
  return id
}

/** Of a picture that stands in its own address. */
function contentOf(source: string): Uint8Array | null {
  const found = /^data:image\/(?:png|jpeg|webp|gif);base64,([\w+/=\s]+)$/.exec(source)?.[1]
  return found === undefined ? null : Uint8Array.from(Buffer.from(found, 'base64'))
}

function unescaped(text: string): string {
  return text
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}

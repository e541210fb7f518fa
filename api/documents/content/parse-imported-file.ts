import { fileElement, parseFileLinkTitle, validFileAttributes } from '#common/documents/content/files.ts'
import { nodeToHtml } from '#common/documents/content/html.ts'
import { InvalidDocument } from '#common/documents/content/parse-json.ts'
import { isWebUrl } from '#common/documents/content/pictures.ts'
import { csvToHtml } from '#common/documents/content/reading/csv.ts'
import { splitFrontMatter } from '#common/documents/content/reading/front-matter.ts'
import { normalizeHtmlFile } from '#common/documents/content/reading/html-file.ts'
import { markdownFileToHtml } from '#common/documents/content/reading/markdown.ts'
import {
  insertFileBlock,
  normalizePastedHtml,
} from '#common/documents/content/reading/normalize-pasted-html.ts'
import { invalid } from '#common/platform/errors.ts'
import { escapeHtml } from '#common/platform/escape-html.ts'
import { parsePreparedHtml } from './parse-html.ts'

/**
 * A file to import, and the other files to which it may refer. The object is sent to a worker thread, so it
 * contains only plain data.
 */
export interface FileToParse {
  kind: 'markdown' | 'html' | 'csv'
  text: string
  /** Path of the file in the archive. Relative links start from this path. */
  file: string
  /** Title to use if the file has none. */
  name: string
  /** True if the first heading stays in the text. Otherwise it becomes the title. */
  keepsTitle?: boolean
  /** Addresses of the imported pages, by file path. */
  pages: Record<string, string>
  /**
   * Addresses of the imported pages by their ids in Notion, because links between Notion pages contain these
   * ids.
   */
  by_id: Record<string, string>
  /** Ids that the new page uses for pictures and attachments, by file path. */
  files: Record<string, string>
  /** Unused ids for pictures that are embedded as data URLs or that other websites store. */
  spare: string[]
  /** The direct sub-pages of this page. */
  below: { name: string; address: string }[]
}

export interface ParsedFile {
  title: string
  html: string
  /** Emoji before the title of a Notion page. */
  emoji: string | null
  files: PageFile[]
  dead_links: string[]
  lost_pictures: string[]
  /**
   * Number of rows and columns that were removed from tables that were too large, and number of dead links and lost
   * pictures that `dead_links` and `lost_pictures` omit, because these lists were full.
   */
  cut: Partial<Record<'rows' | 'columns' | 'links' | 'pictures', number>>
}

/** A picture or file of a page: `file` is its path in the archive, and `source` its address on another website. */
interface PageFile {
  id: string
  file: string | null
  content: Uint8Array | null
  source: string | null
}

/** Maximum number of pictures of other websites that are copied into one page. Further pictures become links. */
const mostRemotePictures = 50

/** Maximum number of dead links that a page's report lists. */
const mostListed = 100

/**
 * Converts a file to the HTML of Tandem's editor. A link to another imported file leads to the page that this
 * file becomes. Throws `invalid` if the file is nested too deeply.
 */
export function parseImportedFile(file: FileToParse): ParsedFile {
  const reading = createReading(file)
  try {
    const node = parsePreparedHtml(sourceOf(file, reading), (root) => prepare(root, file, reading))
    return { ...reading.read, title: reading.read.title || file.name, html: nodeToHtml(node) }
  } catch (error) {
    if (error instanceof InvalidDocument) throw invalid('description_html', error.message)
    throw error
  }
}

interface Reading {
  read: ParsedFile
  /** Returns the archive path that a link refers to, or null. */
  found(href: string): string | null
}

function createReading({ file, pages, files }: FileToParse): Reading {
  const all = [...Object.keys(pages), ...Object.keys(files)]
  const exact = new Map(all.map((one) => [one.toLowerCase(), one]))
  const byName = Map.groupBy(all, (one) => nameIn(one).toLowerCase())
  const onlyFileNamed = (name: string) => {
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
        const exactMatch = exact.get(`${path}${end}`.toLowerCase())
        if (exactMatch !== undefined) return exactMatch
      }
      // Obsidian writes only the file name into a link and not its folder, so search for the name in all folders.
      for (const end of ends) {
        const nameMatch = onlyFileNamed(`${nameIn(path)}${end}`.toLowerCase())
        if (nameMatch !== undefined) return nameMatch
      }
      return null
    },
  }
}

/** Resolves a link relative to the file's folder, or to the root if it begins with `/`. */
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

function sourceOf({ kind, text, file, below }: FileToParse, { read }: Reading): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\ufeff', '')
  if (kind === 'csv') {
    const addressOf = (name: string) => below.find((one) => one.name === name)?.address
    const table = csvToHtml(lines, addressOf, /\.tsv$/i.test(file) ? '\t' : undefined)
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
  const html = markdownFileToHtml(body)
  return matter === ''
    ? html
    : `<pre ${frontMatterMark}><code class="language-yaml">${escapeHtml(matter)}</code></pre>${html}`
}

/**
 * Attribute that marks the element with the front matter. This element comes before the heading that becomes the
 * title.
 */
const frontMatterMark = 'data-front-matter'

function prepare(root: Element, file: FileToParse, reading: Reading): void {
  const { read } = reading
  const matter = root.querySelector(`:scope > pre[${frontMatterMark}]:first-child`)
  matter?.remove()
  if (!file.keepsTitle) takeTitle(root, file.kind, read)
  if (matter) root.prepend(matter)
  normalizeHtmlFile(root)
  for (const link of root.querySelectorAll('a[href]')) resolveLink(link, file, reading)
  removeListOfPages(root, file)
  const keep = (source: string) => includePicture(source, file, reading)
  normalizePastedHtml(root, file.name, keep)
}

function takeTitle(root: Element, kind: FileToParse['kind'], read: ParsedFile): void {
  takeIcon(root, read)
  const heading = root.querySelector('.page-title') ?? root.querySelector('h1')
  if (heading === null || !isTitle(root, heading)) return
  const words = (heading.textContent ?? '').replace(/\s+/g, ' ').trim()
  const hasFrontMatterTitle = kind === 'markdown' && read.title !== ''
  if (words !== '' && !hasFrontMatterTitle) read.title = words
  if (words === '' || read.title === words) heading.remove()
}

function takeIcon(root: Element, read: ParsedFile): void {
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

/** Returns true if no other main heading, picture, table, rule or code block comes before the heading. */
function isBeforeAll(root: Element, heading: Element): boolean {
  const [first] = root.querySelectorAll('h1, img, table, hr, pre')
  return first === heading
}

function resolveLink(link: Element, file: FileToParse, reading: Reading): void {
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
  else if (!isElsewhere) removeDeadLink(link, href, reading)
}

function removeDeadLink(link: Element, href: string, { read }: Reading): void {
  // Do not report the link if it contains a picture, because such a link often leads to the file of the same
  // picture, and the picture stays in the text.
  if (link.querySelector('img') === null)
    noteLoss(read, 'links', read.dead_links, decoded(href).slice(0, 500))
  const written = link.getAttribute('data-wiki')
  if (written === null) link.replaceWith(...link.childNodes)
  else link.replaceWith(written)
}

function noteLoss({ cut }: ParsedFile, kind: 'links' | 'pictures', listed: string[], text: string): void {
  if (listed.length < mostListed) listed.push(text)
  else cut[kind] = (cut[kind] ?? 0) + 1
}

/**
 * Shows a linked file of the archive as an attachment. In Tandem's own exports, the link also contains the
 * original file name.
 */
function showFile(link: Element, path: string, file: FileToParse, reading: Reading): void {
  const id = includeFile(path, null, file, reading)
  if (id === undefined) {
    link.replaceWith(...link.childNodes)
    return
  }
  const isNamed = link.hasAttribute('download') || parseFileLinkTitle(link.getAttribute('title')) !== null
  const name = (isNamed && link.textContent?.trim()) || nameIn(path)
  insertFileBlock(link, fileElement(link.ownerDocument, validFileAttributes({ src: id, name })))
}

/**
 * Adds a file of the archive (`path`) or an embedded picture (`content`) to the files of the page, and
 * returns its id. Returns undefined if the archive does not contain the file, or if no unused id is left.
 */
function includeFile(
  path: string | null,
  content: Uint8Array | null,
  { files, spare }: FileToParse,
  { read }: Reading,
): string | undefined {
  const id = content === null ? files[path ?? ''] : spare.shift()
  if (id !== undefined && !read.files.some((one) => one.id === id))
    read.files.push({ id, file: path, content, source: null })
  return id
}

/** Removes the list of sub-pages that Tandem's exports append, because the page tree shows the sub-pages. */
function removeListOfPages(root: Element, { below }: FileToParse): void {
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

function includePicture(source: string, file: FileToParse, reading: Reading): string | null {
  const { read, found } = reading
  if (source === '') return null
  if (isWebUrl(source)) return includeRemotePicture(source, file, reading)
  const content = contentOf(source)
  const path = content === null ? found(source) : null
  const id = includeFile(path, content, file, reading)
  if (id === undefined) {
    noteLoss(read, 'pictures', read.lost_pictures, decoded(source).slice(0, 100))
    return null
  }
  return id
}

/**
 * Returns the id for the copy of a picture of another website. Returns null if the page already contains as
 * many of them as allowed, so that the picture becomes a link.
 */
function includeRemotePicture(source: string, { spare }: FileToParse, { read }: Reading): string | null {
  const remote = read.files.filter((one) => one.source !== null)
  const known = remote.find((one) => one.source === source)
  if (known !== undefined) return known.id
  const id = remote.length < mostRemotePictures ? spare.shift() : undefined
  if (id !== undefined) read.files.push({ id, file: null, content: null, source })
  return id ?? null
}

/** Decodes a data URL. */
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

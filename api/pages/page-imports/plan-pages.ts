import { createHash } from 'node:crypto'
import { maxImportedPages } from '#common/pages/page-imports/rules.ts'
import { maxPageLevels } from '#common/pages/pages/tree.ts'
import type { SkippedFile } from './unpack.ts'

export interface PlannedPage {
  id: string
  /** Path of the file. Is null for a folder without a file. */
  file: string | null
  /** Title of the page: the file name without folders, extension and Notion id. */
  name: string
  /** Parent page. Is null at the top level. */
  parent: PlannedPage | null
  /** Index among the pages with the same parent. */
  at: number
  /**
   * True if the page was moved to a higher level than in the uploaded files, because the page tree has a
   * maximum depth.
   */
  isLifted: boolean
}

export interface ImportPlan {
  /** The pages to create, parents before their sub-pages. */
  pages: PlannedPage[]
  /** Paths of the files that pages may contain: pictures and attachments. */
  shown: string[]
  left_out: SkippedFile[]
}

export type TextFileKind = 'markdown' | 'html' | 'csv'

const kinds: Record<string, TextFileKind> = {
  md: 'markdown',
  markdown: 'markdown',
  mdown: 'markdown',
  txt: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
}
const pictureEndings = ['png', 'jpg', 'jpeg', 'gif', 'webp']

/** Returns true if the file is shown as a picture and not as an attachment. */
export function isPictureFile(file: string): boolean {
  return pictureEndings.includes(getFileExtension(file))
}

export function getTextFileKind(file: string): TextFileKind | null {
  return kinds[getFileExtension(file)] ?? null
}

/**
 * Decides from the file names which pages an import creates, and the tree of these pages. The contents of the
 * files are not read yet.
 */
export function planImport(importId: string, files: readonly string[], levelsAbove: number): ImportPlan {
  const left_out: SkippedFile[] = []
  const leave = (file: string, reason: SkippedFile['reason']) => void left_out.push({ file, reason })
  // Use sets for lookups, because an archive with very many files would otherwise block the event loop.
  const names = new Set(files)
  const texts = files.filter((file) => getTextFileKind(file) !== null && !isTableOfPage(file, names, leave))
  const shown = files.filter((file) => getTextFileKind(file) === null)
  const tree = treeOf(texts)
  const pages: PlannedPage[] = []
  addBelow({ importId, pages, leave }, tree, null, levelsAbove + 1)
  return { pages, shown, left_out }
}

interface PlanBuilder {
  importId: string
  pages: PlannedPage[]
  leave: (file: string, reason: SkippedFile['reason']) => void
}

function addBelow(builder: PlanBuilder, folder: Folder, parent: PlannedPage | null, level: number): void {
  const { importId, pages, leave } = builder
  const isLifted = level > maxPageLevels
  const above = isLifted ? (parent?.parent ?? null) : parent
  for (const [at, node] of sortedChildren(folder).entries()) {
    if (pages.length >= maxImportedPages) {
      for (const file of filesIn(node)) leave(file, 'too_many')
      continue
    }
    const page = { ...plannedPageOf(importId, node), parent: above, at, isLifted }
    pages.push(page)
    addBelow(builder, node, page, isLifted ? level : level + 1)
  }
}

/**
 * Returns an id for a row of the import, which is the same when the import is retried. The id begins with the
 * timestamp of the import's id, so that rows are sorted by the time of the import.
 */
export function deriveImportRowId(importId: string, what: string): string {
  const hash = createHash('sha256').update(`${importId} ${what}`).digest('hex')
  const variant = ((Number.parseInt(hash[3] ?? '0', 16) & 3) | 8).toString(16)
  return `${importId.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(8, 20)}`
}

/**
 * Returns true for a CSV table that belongs to a page, and reports the table as part of that page. Notion exports a
 * database as a page with a CSV table next to it, and a second table with all columns.
 */
function isTableOfPage(
  file: string,
  files: ReadonlySet<string>,
  leave: (file: string, reason: SkippedFile['reason']) => void,
): boolean {
  if (getTextFileKind(file) !== 'csv') return false
  const stem = stemOf(file).replace(/_all$/, '')
  const beside = [`${stem}.md`, `${stem}.html`, ...(file.endsWith('_all.csv') ? [] : [`${stem}_all.csv`])]
  if (!beside.some((one) => files.has(one))) return false
  leave(file, 'in_page')
  return true
}

interface Folder {
  /** Name of the folder or page, which is the last part of `path`. */
  name: string
  path: string
  file: string | null
  within: Map<string, Folder>
}

/**
 * Builds the tree of folders. A file and the folder of the same name become one page. An index or readme file
 * becomes the page of its folder.
 */
function treeOf(texts: readonly string[]): Folder {
  const root = folder('', '')
  for (const file of texts) {
    const parts = file.split('/')
    let at = root
    for (const part of parts.slice(0, -1)) at = child(at, part)
    const stem = stemOf(parts.at(-1) ?? '')
    const name = getTextFileKind(file) === 'csv' ? stem.replace(/_all$/, '') : stem
    const isBegin = at !== root && at.file === null && /^(index|readme)$/i.test(name)
    if (isBegin) at.file = file
    else if (child(at, name).file === null) child(at, name).file = file
    else at.within.set(file, { ...folder(name, file), file })
  }
  joinById(root)
  return withoutWrapping(root)
}

function folder(name: string, path: string): Folder {
  return { name, path, file: null, within: new Map() }
}

function child(at: Folder, name: string): Folder {
  const found = at.within.get(name)
  if (found !== undefined) return found
  const created = folder(name, at.path === '' ? name : `${at.path}/${name}`)
  at.within.set(name, created)
  return created
}

/**
 * Joins a folder with its page. Notion gives the folder and the page the same name, but omits the id from the
 * folder's name if that name is unique.
 */
function joinById(at: Folder): void {
  const named = Map.groupBy(
    [...at.within.values()].filter((one) => one.file !== null && extractNotionId(one.name) !== null),
    (one) => plainName(one.name),
  )
  for (const [name, one] of at.within) {
    if (one.file !== null || extractNotionId(name) !== null) continue
    const pages = named.get(name) ?? []
    if (pages.length !== 1 || pages[0] === undefined) continue
    for (const [inner, each] of one.within) pages[0].within.set(inner, each)
    at.within.delete(name)
  }
  for (const one of at.within.values()) joinById(one)
}

/**
 * Returns the inner folder if one folder contains all files, because the archiving program created the outer
 * folder.
 */
function withoutWrapping(root: Folder): Folder {
  const [only] = root.within.values()
  return only !== undefined && root.within.size === 1 && only.file === null ? withoutWrapping(only) : root
}

function sortedChildren({ within }: Folder): Folder[] {
  const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return [...within.values()].toSorted((a, b) => order.compare(a.name, b.name))
}

function filesIn({ file, within }: Folder): string[] {
  return [...(file === null ? [] : [file]), ...[...within.values()].flatMap(filesIn)]
}

function plannedPageOf(
  importId: string,
  { file, path, name }: Folder,
): Pick<PlannedPage, 'id' | 'file' | 'name'> {
  return { id: deriveImportRowId(importId, `page ${file ?? path}`), file, name: plainName(name) }
}

export function getFileExtension(file: string): string {
  return /[^/]\.([a-z0-9]{1,8})$/i.exec(file)?.[1]?.toLowerCase() ?? ''
}

function stemOf(file: string): string {
  return getFileExtension(file) === '' ? file : file.slice(0, file.lastIndexOf('.'))
}

const notionIdSuffix = /[ -]([0-9a-f]{32})$/i

/** Returns the id that Notion appends to names. */
export function extractNotionId(name: string): string | null {
  return notionIdSuffix.exec(name)?.[1]?.toLowerCase() ?? null
}

function plainName(name: string): string {
  return name.replace(notionIdSuffix, '').trim() || name
}

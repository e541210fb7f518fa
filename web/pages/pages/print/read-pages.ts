import { pageIdOfLink } from '#common/documents/content/page-links.ts'
import { parsePageCover } from '#common/pages/pages/style.ts'
import { callForContainer } from '../../../platform/app/call-for-container.ts'
import { request, tables } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import type { PrintJob } from './print-job.ts'

export interface PageToPrint {
  id: string
  name: string
  /** The depth of the page in the tree below the first printed page. */
  level: number
  html: string
  /** File id of the cover. */
  cover: string | null
}

/** Number of parallel requests. */
const concurrentRequests = 4

/**
 * Loads the current texts of pages, in the given order. Deleted pages and pages that the user can no longer
 * read are left out.
 */
export async function loadPagesToPrint(
  { ids, projectId, pictures }: PrintJob,
  { signal, onRead }: { signal: AbortSignal; onRead: (count: number) => void },
): Promise<PageToPrint[]> {
  const read: (PageToPrint | null)[] = []
  const waiting = [...ids.entries()]
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const [at, id] = one
      signal.throwIfAborted()
      read[at] = await readPage(id, projectId, ids, pictures)
      onRead(read.filter((page) => page !== undefined).length)
    }
  }
  await Promise.all(Array.from({ length: concurrentRequests }, next))
  return read.filter((page) => page !== null)
}

async function readPage(
  page_id: string,
  projectId: string | null,
  ids: readonly string[],
  pictures: boolean,
): Promise<PageToPrint | null> {
  try {
    const params = { slug: currentSlug(), project_id: projectId ?? '', page_id }
    const { name, description_html, view_props } = await request(callForContainer(projectId, 'getPage'), {
      params,
    })
    const html = preparePrintHtml(description_html, ids, pictures)
    const cover = pictures ? parsePageCover(view_props) : null
    return { id: page_id, name, level: levelOf(page_id, ids), html, cover }
  } catch (error) {
    if (error instanceof RequestError && error.code === 'not_found') return null
    throw error
  }
}

function levelOf(id: string, ids: readonly string[]): number {
  const parent = tables.pages.get(id)?.parent ?? null
  return parent === null || id === ids[0] || !ids.includes(parent) ? 0 : 1 + levelOf(parent, ids)
}

/** Returns the anchor of a page within the printed document. */
export function printedPageAnchor(id: string): string {
  return `page-${id}`
}

/**
 * Prepares the HTML for print: links between printed pages become anchors, table headers repeat on each sheet, and
 * pictures are removed on request.
 */
function preparePrintHtml(html: string, ids: readonly string[], pictures: boolean): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (!pictures) for (const picture of body.querySelectorAll('image-component')) picture.remove()
  for (const link of body.querySelectorAll('a[href]')) {
    const id = pageIdOfLink(link.getAttribute('href'))
    if (id !== null && ids.includes(id)) link.setAttribute('href', `#${printedPageAnchor(id)}`)
  }
  for (const table of body.querySelectorAll('table')) repeatHead(table)
  return body.innerHTML
}

/**
 * Moves a heading row into a `thead`, because browsers repeat a `thead` on each printed sheet, and tables of
 * documents contain none.
 */
function repeatHead(table: HTMLTableElement): void {
  const [first] = table.rows
  const isHead = first && [...first.cells].every((cell) => cell.localName === 'th' && cell.rowSpan === 1)
  if (isHead && table.tHead === null && table.rows.length > 1) table.createTHead().append(first)
}

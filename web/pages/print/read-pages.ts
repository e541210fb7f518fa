import { pageAt } from '#common/document/page-links.ts'
import { picturesIn } from '#common/document/pictures.ts'
import { request, tables } from '../../app/sync.ts'
import { currentSlug } from '../../shell/workspace.ts'
import { RequestError } from '../../sync/http.ts'
import type { PagesOnPaper } from './print-pages.ts'

export interface ReadPage {
  id: string
  name: string
  /** How deep it stands below the first. */
  level: number
  html: string
}

/** Pages that are asked for at once. */
const atOnce = 4

/** The texts as they are now, in the same order; what one may not read any more, or what was deleted meanwhile, is left out. */
export async function readPages(
  { ids, projectId, pictures }: PagesOnPaper,
  { signal, onRead }: { signal: AbortSignal; onRead: (count: number) => void },
): Promise<ReadPage[]> {
  const read: (ReadPage | null)[] = []
  const waiting = [...ids.entries()]
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const [at, id] = one
      signal.throwIfAborted()
      read[at] = await readPage(id, projectId, ids, pictures)
      onRead(read.filter((page) => page !== undefined).length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  return read.filter((page) => page !== null)
}

async function readPage(
  page_id: string,
  project_id: string,
  ids: readonly string[],
  pictures: boolean,
): Promise<ReadPage | null> {
  try {
    const params = { slug: currentSlug(), project_id, page_id }
    const { name, description_html } = await request('getPage', { params })
    const html = leadingWithin(pictures ? description_html : withoutPictures(description_html), ids)
    return { id: page_id, name, level: levelOf(page_id, ids), html }
  } catch (error) {
    if (error instanceof RequestError && error.code === 'not_found') return null
    throw error
  }
}

function levelOf(id: string, ids: readonly string[]): number {
  const parent = tables.pages.get(id)?.parent ?? null
  return parent === null || id === ids[0] || !ids.includes(parent) ? 0 : 1 + levelOf(parent, ids)
}

/** The anchor of a page within the document. */
export function anchorOf(id: string): string {
  return `page-${id}`
}

/** A link to a page that comes along leads to where that begins. */
function leadingWithin(html: string, ids: readonly string[]): string {
  return html.replace(/ href="([^"]*)"/g, (written, href: string) => {
    const id = pageAt(href.replaceAll('&amp;', '&'))
    return id !== null && ids.includes(id) ? ` href="#${anchorOf(id)}"` : written
  })
}

function withoutPictures(html: string): string {
  return picturesIn(html).length === 0
    ? html
    : html.replace(/<image-component [^>]*><\/image-component>/g, '')
}

import type { Node as DocumentNode } from '@tiptap/pm/model'
import { isId } from '../../platform/ids.ts'
import { syncedReferenceOfNode } from './synced-block-nodes.ts'

/**
 * Maximum number of linked pages that are stored for the back links of one text. Further links still work as
 * links.
 */
export const maxPageLinks = 500

/**
 * Returns the ids of the pages that a document links to, without duplicates, in the order of the text. A reference to a
 * synced block is a link to the page that contains the original.
 */
export function linkedPageIds(document: DocumentNode): string[] {
  const ids = new Set<string>()
  document.descendants((node) => {
    const source = syncedReferenceOfNode(node)
    if (source !== null) ids.add(source.page)
    for (const mark of node.marks) {
      const id = mark.type.name === 'link' ? pageIdOfLink(mark.attrs.href) : null
      if (id !== null) ids.add(id)
    }
  })
  return [...ids].slice(0, maxPageLinks)
}

/** Returns the id of the page in an address, or null for other addresses. The host name is ignored. */
export function pageIdOfLink(href: unknown): string | null {
  return pageLinkTarget(href)?.page ?? null
}

/** Returns the page and the project in an address. The project is null if the page belongs to no project. */
export function pageLinkTarget(href: unknown): { project: string | null; page: string } | null {
  const base = 'https://tandem.invalid'
  if (typeof href !== 'string' || !URL.canParse(href, base)) return null
  const [, , ...path] = new URL(href, base).pathname.split('/')
  const [projects, id = ''] = path
  const isOfProject = projects === 'projects' && isId(id)
  const [pages, page = ''] = isOfProject ? path.slice(2) : path
  if (pages !== 'pages' || !isId(page)) return null
  return { project: isOfProject ? id.toLowerCase() : null, page: page.toLowerCase() }
}

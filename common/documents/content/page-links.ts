import type { Node as DocumentNode } from '@tiptap/pm/model'
import { isId } from '../../platform/ids.ts'

/** Pages that one text can name; links to more are links all the same. */
export const mostPageLinks = 500

/** Ids of the pages whose addresses a document links to, each once, as they come in the text. */
export function pagesLinkedIn(document: DocumentNode): string[] {
  const ids = new Set<string>()
  document.descendants((node) => {
    for (const mark of node.marks) {
      const id = mark.type.name === 'link' ? pageAt(mark.attrs.href) : null
      if (id !== null) ids.add(id)
    }
  })
  return [...ids].slice(0, mostPageLinks)
}

/** The page that an address leads to, whatever name the server has there; null for others. */
export function pageAt(href: unknown): string | null {
  return pagePlaceAt(href)?.page ?? null
}

/** The same with the project in whose address it is; null in that of the workspace itself. */
export function pagePlaceAt(href: unknown): { project: string | null; page: string } | null {
  const base = 'https://tandem.invalid'
  if (typeof href !== 'string' || !URL.canParse(href, base)) return null
  const [, , ...path] = new URL(href, base).pathname.split('/')
  const [projects, id = ''] = path
  const isOfProject = projects === 'projects' && isId(id)
  const [pages, page = ''] = isOfProject ? path.slice(2) : path
  if (pages !== 'pages' || !isId(page)) return null
  return { project: isOfProject ? id.toLowerCase() : null, page: page.toLowerCase() }
}

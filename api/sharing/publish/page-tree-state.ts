import type { PublishedPages } from '../../access/published-pages.ts'

/** The state of a public link. Two states can be compared to find what has changed. */
export interface PageTreeState {
  /** Changes when the list of pages or the settings of the link change, which every reader sees. */
  tree: string
  /** A text for each page id. The text changes when the page changes. */
  pages: ReadonlyMap<string, string>
}

export function pageTreeStateOf({ pages, publication }: PublishedPages): PageTreeState {
  const rows = pages.map(({ id, parent, name, logo_props }) => [id, parent, name, logo_props])
  return {
    tree: JSON.stringify([publication.is_indexed, rows]),
    pages: new Map(pages.map((page) => [page.id, JSON.stringify(page)])),
  }
}

/** Returns the ids of the changed pages, null if every reader sees a change, or an empty list without a change. */
export function changedPageIds(before: PageTreeState, after: PageTreeState): string[] | null {
  if (before.tree !== after.tree) return null
  return [...after.pages].flatMap(([id, text]) => (before.pages.get(id) === text ? [] : id))
}

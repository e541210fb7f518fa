/** Maximum number of levels of the page tree. */
export const maxPageLevels = 10

/** The fields of a page that the tree rules need. */
export interface PageNode {
  id: string
  parent: string | null
  access: 0 | 1
  archived_at: unknown
}

export type PageNestingProblem = 'missing' | 'archived' | 'cycle' | 'private' | 'too_deep'

/**
 * Returns the reason why a page cannot be moved below `parentId`, or null if it can. `rows` contains the
 * ancestors of the parent and the descendants of the page. A client does not know private pages of other
 * users, so the server checks again.
 *
 * A private page may go below any page that its owner sees. A shared page may only go below shared pages,
 * because other users could not find it below a private page.
 */
export function pageNestingProblem(
  page: Pick<PageNode, 'id' | 'access'>,
  parentId: string,
  rows: ReadonlyMap<string, PageNode>,
): PageNestingProblem | null {
  const parent = rows.get(parentId)
  if (parent === undefined) return 'missing'
  if (parent.archived_at !== null) return 'archived'
  const above = pageIdsFromRoot(parentId, rows)
  if (above.includes(page.id)) return 'cycle'
  if (page.access === 0 && parent.access === 1) return 'private'
  return canNestPageUnderParent(page.id, parentId, rows) ? null : 'too_deep'
}

/** Returns true if the parent exists and nesting creates no cycle and exceeds no depth limit. */
export function canNestPageUnderParent(
  id: string,
  parentId: string,
  rows: ReadonlyMap<string, PageNode>,
): boolean {
  const above = pageIdsFromRoot(parentId, rows)
  return rows.has(parentId) && !above.includes(id) && above.length + levelsOf(id, rows) <= maxPageLevels
}

/** Returns the ids from the root to the page. The path starts at the first ancestor that `rows` contains. */
export function pageIdsFromRoot(id: string, rows: ReadonlyMap<string, Pick<PageNode, 'parent'>>): string[] {
  const path: string[] = []
  let at: string | null = id
  while (at !== null && rows.has(at) && !path.includes(at)) {
    path.unshift(at)
    at = rows.get(at)?.parent ?? null
  }
  return path
}

/** Returns all descendants of a page, in no particular order. */
export function findDescendantPages<Row extends Pick<PageNode, 'id' | 'parent'>>(
  id: string,
  rows: Iterable<Row>,
): Row[] {
  const children = Map.groupBy(rows, (row) => row.parent)
  const found: Row[] = []
  const seen = new Set([id])
  for (const next = [id]; next.length > 0; ) {
    for (const row of children.get(next.shift() ?? null) ?? []) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      found.push(row)
      next.push(row.id)
    }
  }
  return found
}

/**
 * Returns the depth of the tree that consists of the page and its descendants: 1 for a page without
 * sub-pages.
 */
function levelsOf(id: string, rows: ReadonlyMap<string, PageNode>): number {
  const depths = findDescendantPages(id, rows.values()).map((row) => {
    const path = pageIdsFromRoot(row.id, rows)
    return path.length - path.indexOf(id)
  })
  return Math.max(1, ...depths)
}

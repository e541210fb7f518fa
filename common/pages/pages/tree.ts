/** How many pages stand below one another at most. */
export const mostPageLevels = 10

/** What a tree knows of a page. */
export interface PageNode {
  id: string
  parent: string | null
  access: 0 | 1
  archived_at: unknown
}

export type NestProblem = 'missing' | 'archived' | 'cycle' | 'private' | 'too_deep'

/**
 * Why a page cannot go below another one; null when it can. `rows` are those above the other one and those below the page, as far as one knows
 * them: a client does not see what others keep private, so the server has the last word.
 *
 * A private page goes below whatever its owner sees. A shared one goes below shared ones alone: others would look for it in vain.
 */
export function nestProblem(
  page: Pick<PageNode, 'id' | 'access'>,
  parentId: string,
  rows: ReadonlyMap<string, PageNode>,
): NestProblem | null {
  const parent = rows.get(parentId)
  if (parent === undefined) return 'missing'
  if (parent.archived_at !== null) return 'archived'
  const above = pathTo(parentId, rows)
  if (above.includes(page.id)) return 'cycle'
  if (page.access === 0 && parent.access === 1) return 'private'
  return canNestBelow(page.id, parentId, rows) ? null : 'too_deep'
}

/** Whether the tree stays one with a page below another one: without a circle, and no deeper than pages nest. */
export function canNestBelow(id: string, parentId: string, rows: ReadonlyMap<string, PageNode>): boolean {
  const above = pathTo(parentId, rows)
  return rows.has(parentId) && !above.includes(id) && above.length + levelsOf(id, rows) <= mostPageLevels
}

/** The page and those above it, from the top; of a parent that is not there nothing is known. */
export function pathTo(id: string, rows: ReadonlyMap<string, Pick<PageNode, 'parent'>>): string[] {
  const path: string[] = []
  let at: string | null = id
  while (at !== null && rows.has(at) && !path.includes(at)) {
    path.unshift(at)
    at = rows.get(at)?.parent ?? null
  }
  return path
}

/** All that stand below a page, whatever their order. */
export function descendantsOf<Row extends Pick<PageNode, 'id' | 'parent'>>(
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

/** Its own and those below it. */
function levelsOf(id: string, rows: ReadonlyMap<string, PageNode>): number {
  const depths = descendantsOf(id, rows.values()).map((row) => {
    const path = pathTo(row.id, rows)
    return path.length - path.indexOf(id)
  })
  return Math.max(1, ...depths)
}

import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { type NestProblem, nestProblem } from '#common/pages/pages/tree.ts'
import { store, tables } from '../../platform/app/sync.ts'
import type { Filter } from '../../work/listing/filters/leaf.ts'
import { pagesAtom } from './atoms.ts'

export const tabs = ['public', 'private', 'archived'] as const
export type PageTab = (typeof tabs)[number]
export const pageOrders = ['sort_order', 'name', 'created_at', 'updated_at', 'opened_at'] as const

/** How the pages of a project are looked at. */
export interface PageLooks {
  order: (typeof pageOrders)[number]
  /** The other way round than is usual: names from the end, the oldest first. */
  isTurned: boolean
  filters: readonly Filter[]
  isFavorite: boolean
  /** Pages whose sub-pages are folded away. */
  folded: readonly string[]
}

const fresh: PageLooks = { order: 'sort_order', isTurned: false, filters: [], isFavorite: false, folded: [] }

type Change = PageLooks | ((now: PageLooks) => PageLooks)

/** This browser remembers them for each person and project, by `person|project`. */
export const pageLooksAtom = atomFamily((place: string) => {
  // An earlier release may have kept less.
  const kept = atomWithStorage<Partial<PageLooks>>(`pages|${place}`, {}, undefined, { getOnInit: true })
  const now = atom((get): PageLooks => ({ ...fresh, ...get(kept) }))
  return atom(
    (get) => get(now),
    (get, set, change: Change) => set(kept, typeof change === 'function' ? change(get(now)) : change),
  )
})

/** When one was last at each page, as far as that is kept. */
export const openedAtom = atom(
  (get) =>
    new Map(
      get(tables.recent_visits.allAtom)
        .filter(({ entity_name }) => entity_name === 'page')
        .map(({ entity_identifier, visited_at }) => [entity_identifier, visited_at]),
    ),
)

export interface TreeLine {
  page: PageRow
  level: number
  hasChildren: boolean
  isFolded: boolean
}

/** The pages of a tab. One that is private stands with the shared one that it is below, and among the private ones besides. */
export function pagesIn(tab: PageTab, pages: readonly PageRow[]): PageRow[] {
  if (tab === 'archived') return pages.filter((page) => page.archived_at !== null)
  const current = pages.filter((page) => page.archived_at === null)
  if (tab === 'private') return current.filter((page) => page.access === 1)
  const rows = new Map(current.map((page) => [page.id, page]))
  const isBelowShared = ({ parent }: PageRow): boolean => {
    const above = parent === null ? undefined : rows.get(parent)
    return above !== undefined && (above.access === 0 || isBelowShared(above))
  }
  return current.filter((page) => page.access === 0 || isBelowShared(page))
}

type Ordering = Pick<PageLooks, 'order'> & {
  isTurned?: boolean
  opened?: ReadonlyMap<string, string>
}

/** As a tree: one whose parent is not among them, since it is out of sight or in the trash, stands at the top. */
export function treeOf(
  pages: readonly PageRow[],
  { folded, ...ordering }: Ordering & Pick<PageLooks, 'folded'>,
): TreeLine[] {
  const known = new Set(pages.map(({ id }) => id))
  const children = Map.groupBy(pages, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
  const lines: TreeLine[] = []
  const add = (parent: string | null, level: number): void => {
    for (const page of pagesInOrder(children.get(parent) ?? [], ordering)) {
      const hasChildren = children.has(page.id)
      const isFolded = hasChildren && folded.includes(page.id)
      lines.push({ page, level, hasChildren, isFolded })
      if (!isFolded) add(page.id, level + 1)
    }
  }
  add(null, 0)
  return lines
}

/**
 * Those of a name and of an age alike stand as their places say, and those of one place with the newest first. What one never opened comes
 * last, whichever way the others stand.
 */
export function pagesInOrder(pages: readonly PageRow[], { order, isTurned, opened }: Ordering): PageRow[] {
  const byPlace = (a: PageRow, b: PageRow) =>
    a.sort_order - b.sort_order || b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id)
  if (order === 'sort_order') return pages.toSorted(byPlace)
  const turn = isTurned ? -1 : 1
  if (order === 'name') return pages.toSorted((a, b) => turn * a.name.localeCompare(b.name) || byPlace(a, b))
  const momentOf = (page: PageRow) => (order === 'opened_at' ? opened?.get(page.id) : page[order])
  return pages.toSorted((a, b) => {
    const [one, other] = [momentOf(a), momentOf(b)]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || byPlace(a, b)
    return turn * other.localeCompare(one) || byPlace(a, b)
  })
}

/** Below a page, or at the top, in their places; the archive aside. */
export function childrenOf(projectId: string | null, parent: string | null): PageRow[] {
  const rows = store.get(pagesAtom(projectId)).filter((page) => page.archived_at === null)
  const known = new Set(rows.map(({ id }) => id))
  return pagesInOrder(
    rows.filter((page) => (page.parent !== null && known.has(page.parent) ? page.parent : null) === parent),
    { order: 'sort_order' },
  )
}

/** Why a page cannot go below another one, as far as one sees; the server has the last word. */
export function nestRefusal(
  page: PageRow | undefined,
  parent: PageRow | undefined,
): NestProblem | 'locked' | null {
  if (page === undefined || parent === undefined) return 'missing'
  if (page.is_locked) return 'locked'
  if (page.archived_at !== null) return 'archived'
  return nestProblem(page, parent.id, new Map([...tables.pages.values()].map((row) => [row.id, row])))
}

export function canNest(page: PageRow | undefined, parent: PageRow | undefined): boolean {
  return nestRefusal(page, parent) === null
}

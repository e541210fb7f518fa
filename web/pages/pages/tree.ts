import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { type PageNestingProblem, pageNestingProblem } from '#common/pages/pages/tree.ts'
import { compareNames } from '../../locales/formats.ts'
import { store, tables } from '../../platform/app/sync.ts'
import type { PropertyFilter } from '../../work/listing/filters/leaf.ts'
import { isSharedWithMe, pagesAtom } from './atoms.ts'

export const pageTabs = ['public', 'private', 'shared', 'archived'] as const
export type PageTab = (typeof pageTabs)[number]
export const pageSortFields = ['sort_order', 'name', 'created_at', 'updated_at', 'opened_at'] as const

/** Settings of a page list. */
export interface PageListSettings {
  order: (typeof pageSortFields)[number]
  /** If true, the order is reversed: names from Z to A, oldest dates first. */
  isTurned: boolean
  filters: readonly PropertyFilter[]
  isFavorite: boolean
  /** Ids of collapsed pages. */
  folded: readonly string[]
}

const defaultSettings: PageListSettings = {
  order: 'sort_order',
  isTurned: false,
  filters: [],
  isFavorite: false,
  folded: [],
}

type Change = PageListSettings | ((now: PageListSettings) => PageListSettings)

/**
 * The settings of a page list. They are stored in local storage for each user and container (a project or the
 * workspace). The key is `user|container`.
 */
export const pageListSettingsAtom = atomFamily((place: string) => {
  // Earlier releases may have stored fewer settings, so missing ones get the default.
  const storedAtom = atomWithStorage<Partial<PageListSettings>>(`pages|${place}`, {}, undefined, {
    getOnInit: true,
  })
  const now = atom((get): PageListSettings => ({ ...defaultSettings, ...get(storedAtom) }))
  return atom(
    (get) => get(now),
    (get, set, change: Change) => set(storedAtom, typeof change === 'function' ? change(get(now)) : change),
  )
})

/** The time of the user's last visit of each page, by page id. Only recent visits are stored. */
export const lastPageVisitTimesAtom = atom(
  (get) =>
    new Map(
      get(tables.recent_visits.allAtom)
        .filter(({ entity_name }) => entity_name === 'page')
        .map(({ entity_identifier, visited_at }) => [entity_identifier, visited_at]),
    ),
)

export interface PageTreeRow {
  page: PageRow
  level: number
  hasChildren: boolean
  isFolded: boolean
}

/**
 * Returns the pages of a tab. The tab of public pages also contains the private pages below a public page.
 */
export function pagesOfTab(tab: PageTab, pages: readonly PageRow[], myId: string | undefined): PageRow[] {
  if (tab === 'archived') return pages.filter((page) => page.archived_at !== null)
  const current = pages.filter((page) => page.archived_at === null)
  if (tab === 'private') return current.filter((page) => page.access === 1 && page.owned_by === myId)
  if (tab === 'shared') return current.filter((page) => isSharedWithMe(page, myId))
  const rows = new Map(current.map((page) => [page.id, page]))
  const isBelowShared = ({ parent }: PageRow): boolean => {
    const above = parent === null ? undefined : rows.get(parent)
    return above !== undefined && (above.access === 0 || isBelowShared(above))
  }
  return current.filter((page) => page.access === 0 || isBelowShared(page))
}

type Ordering = Pick<PageListSettings, 'order'> & {
  isTurned?: boolean
  opened?: ReadonlyMap<string, string>
}

/** Flattens the pages into tree lines. A page whose parent is missing is shown at the top level. */
export function flattenPageTree(
  pages: readonly PageRow[],
  { folded, ...ordering }: Ordering & Pick<PageListSettings, 'folded'>,
): PageTreeRow[] {
  const children = groupPagesByParent(pages)
  const lines: PageTreeRow[] = []
  const add = (parent: string | null, level: number): void => {
    for (const page of sortPages(children.get(parent) ?? [], ordering)) {
      const hasChildren = children.has(page.id)
      const isFolded = hasChildren && folded.includes(page.id)
      lines.push({ page, level, hasChildren, isFolded })
      if (!isFolded) add(page.id, level + 1)
    }
  }
  add(null, 0)
  return lines
}

/** Groups pages by their parent. A page whose parent is missing is in the group of the top level (null). */
export function groupPagesByParent(pages: readonly PageRow[]): Map<string | null, PageRow[]> {
  const known = new Set(pages.map(({ id }) => id))
  return Map.groupBy(pages, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
}

/**
 * Sorts the pages. Pages with the same name or time are sorted by position, then newest first. Pages that the user
 * never opened come last in either direction.
 */
export function sortPages(pages: readonly PageRow[], { order, isTurned, opened }: Ordering): PageRow[] {
  const bySortOrder = (a: PageRow, b: PageRow) =>
    a.sort_order - b.sort_order || b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id)
  if (order === 'sort_order') return pages.toSorted(bySortOrder)
  const turn = isTurned ? -1 : 1
  if (order === 'name')
    return pages.toSorted((a, b) => turn * compareNames(a.name, b.name) || bySortOrder(a, b))
  const momentOf = (page: PageRow) => (order === 'opened_at' ? opened?.get(page.id) : page[order])
  return pages.toSorted((a, b) => {
    const [one, other] = [momentOf(a), momentOf(b)]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || bySortOrder(a, b)
    return turn * other.localeCompare(one) || bySortOrder(a, b)
  })
}

/** Returns the pages with this parent (null for the top level) by position, without archived ones. */
export function childPagesOf(projectId: string | null, parent: string | null): PageRow[] {
  const rows = store.get(pagesAtom(projectId)).filter((page) => page.archived_at === null)
  return sortPages(groupPagesByParent(rows).get(parent) ?? [], { order: 'sort_order' })
}

/**
 * Returns the reason why a page cannot be moved below another page, or null if the client knows no reason.
 * The server checks the move again.
 */
export function pageNestingRefusal(
  page: PageRow | undefined,
  parent: PageRow | undefined,
): PageNestingProblem | 'locked' | null {
  if (page === undefined || parent === undefined) return 'missing'
  if (page.is_locked) return 'locked'
  if (page.archived_at !== null) return 'archived'
  return pageNestingProblem(page, parent.id, new Map([...tables.pages.values()].map((row) => [row.id, row])))
}

export function canNestPage(page: PageRow | undefined, parent: PageRow | undefined): boolean {
  return pageNestingRefusal(page, parent) === null
}

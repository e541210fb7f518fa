import type { Getter } from 'jotai'
import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { recentVisitsLimit } from '#common/pages/recent-visits/rules.ts'
import type { RecentVisitResponse } from '#common/pages/recent-visits/schema.ts'
import { visitedEntityOf } from '../../pages/recent-visits/visited-entity.ts'
import { isRowDeleted } from '../../platform/app/is-row-deleted.ts'
import { replaceRows, requestWithVersion, tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { RecentVisit } from '../../platform/sync/tables.ts'

export async function loadRecentVisits(): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listRecentVisits', { params: { slug } })
  if (currentSlug() === slug) replaceRows('recent_visits', answer, version)
}

export type VisitWithData = RecentVisit & Required<Pick<RecentVisit, 'entity_data'>>

/**
 * The latest visits, newest first. Visits whose object was deleted, or whose data is not loaded, are left
 * out.
 */
export const recentVisitsAtom = atom((get): VisitWithData[] =>
  get(tables.recent_visits.allAtom)
    .filter(isKnown)
    .filter((visit) => !isGoneVisit(get, visit))
    .toSorted((a, b) => (a.visited_at < b.visited_at ? 1 : -1))
    .slice(0, recentVisitsLimit),
)

/**
 * True if a recent visit lacks the data of the visited object. The change feed delivers visits from other
 * tabs and devices without this data.
 */
export const isVisitDataMissingAtom = atom((get) => !get(tables.recent_visits.allAtom).every(isKnown))

function isKnown(visit: RecentVisit): visit is VisitWithData {
  return visit.entity_data !== undefined
}

function isGoneVisit(get: Getter, { entity_name, entity_identifier: id }: RecentVisit): boolean {
  if (entity_name === 'project') return get(tables.projects.rowAtom(id)) === undefined
  return isRowDeleted(get, entity_name === 'page' ? 'pages' : 'work_items', id)
}

/** The visited object of a visit, by the id of the visit. Null if the data of the object is not loaded. */
export const visitedEntityAtom = atomFamily((id: string) =>
  atom((get) => {
    // The type of `entity_data` always matches `entity_name`. The compiler cannot know that, so the type is asserted.
    const visit = get(tables.recent_visits.rowAtom(id)) as RecentVisitResponse | undefined
    return visit === undefined || !isKnown(visit) ? null : visitedEntityOf(get, visit)
  }),
)

import type { Getter } from 'jotai'
import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { LogoProps } from '#common/projects/schema.ts'
import type { RecentVisitAnswer } from '#common/recent-visits/schema.ts'
import type { StateGroup } from '#common/states/schema.ts'
import { replaceRows, requestWithVersion, tables } from '../app/sync.ts'
import { currentSlug } from '../shell/workspace.ts'
import type { RecentVisit } from '../sync/tables.ts'

export async function loadRecentVisits(): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listRecentVisits', { params: { slug } })
  if (currentSlug() === slug) replaceRows('recent_visits', answer, version)
}

export type KnownVisit = RecentVisit & Required<Pick<RecentVisit, 'entity_data'>>

/** Where one was last, the newest first. What has been deleted since is left out. */
export const recentVisitsAtom = atom((get): KnownVisit[] =>
  get(tables.recent_visits.allAtom)
    .filter(isKnown)
    .filter((visit) => !isGone(get, visit))
    .toSorted((a, b) => (a.visited_at < b.visited_at ? 1 : -1)),
)

/** A visit from another screen says where, and not what is there. */
export const lacksDataAtom = atom((get) => !get(tables.recent_visits.allAtom).every(isKnown))

function isKnown(visit: RecentVisit): visit is KnownVisit {
  return visit.entity_data !== undefined
}

/** Rows that were here once and are not any more. */
const seen = new Set<string>()

function isGone(get: Getter, { entity_name, entity_identifier: id }: RecentVisit): boolean {
  if (entity_name === 'project') return get(tables.projects.rowAtom(id)) === undefined
  const row = entity_name === 'page' ? get(tables.pages.rowAtom(id)) : get(tables.work_items.rowAtom(id))
  if (row !== undefined) seen.add(id)
  return row === undefined && seen.has(id)
}

/** What a visit led to, as it is now. */
export interface Visited {
  /** Below the address of the workspace. */
  to: string
  icon: { kind: 'item'; group: StateGroup; color: string } | { kind: 'page' | 'project'; logo: LogoProps }
  name: string
  hint: string
}

/** By the id of the visit. */
export const visitedAtom = atomFamily((id: string) =>
  atom((get) => {
    // The call's answer says by `entity_name` which of the three it is.
    const visit = get(tables.recent_visits.rowAtom(id)) as RecentVisitAnswer | undefined
    if (visit === undefined || !isKnown(visit)) return null
    if (visit.entity_name === 'issue') return visitedItem(get, visit.entity_data)
    if (visit.entity_name === 'page') return visitedPage(get, visit.entity_data)
    return visitedProject(get, visit.entity_data)
  }),
)

type Data<Kind extends RecentVisitAnswer['entity_name']> = Extract<
  RecentVisitAnswer,
  { entity_name: Kind }
>['entity_data']

function visitedItem(get: Getter, data: Data<'issue'>): Visited {
  const row = get(tables.work_items.rowAtom(data.id))
  const project = get(tables.projects.rowAtom(row?.project_id ?? data.project_id))
  const state = get(tables.states.rowAtom(row?.state_id ?? data.state))
  const key = `${project?.identifier ?? data.project_identifier}-${row?.sequence_id ?? data.sequence_id}`
  const icon = {
    kind: 'item',
    group: state?.group ?? data.state__group,
    color: state?.color ?? data.state__color,
  } as const
  return { to: `/browse/${key}`, icon, name: row?.name ?? data.name, hint: key }
}

function visitedPage(get: Getter, data: Data<'page'>): Visited {
  const row = get(tables.pages.rowAtom(data.id))
  return {
    to: `/projects/${data.project_id}/pages/${data.id}`,
    icon: { kind: 'page', logo: row?.logo_props ?? data.logo_props },
    name: row?.name ?? data.name,
    hint: get(tables.projects.rowAtom(data.project_id))?.name ?? '',
  }
}

function visitedProject(get: Getter, data: Data<'project'>): Visited {
  const row = get(tables.projects.rowAtom(data.id))
  return {
    to: `/projects/${data.id}/issues`,
    icon: { kind: 'project', logo: row?.logo_props ?? data.logo_props },
    name: row?.name ?? data.name,
    hint: '',
  }
}

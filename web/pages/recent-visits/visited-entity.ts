import type { Getter } from 'jotai'
import type { BackLink } from '#common/pages/pages/schema.ts'
import type { RecentVisitResponse } from '#common/pages/recent-visits/schema.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import type { StateGroup } from '#common/work/states/schema.ts'
import { t } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { pagePathBelowWorkspace } from '../../platform/shell/page-paths.ts'

/** Current data of a work item, page or project for a link that leads to it. */
export interface VisitedEntity {
  /** The path of the object below the path of the workspace. */
  to: string
  icon: { kind: 'item'; group: StateGroup; color: string } | { kind: 'page' | 'project'; logo: LogoProps }
  name: string
  hint: string
}

/** Returns the data to display. Rows that the client has loaded take precedence, because they are newer. */
export function visitedEntityOf(get: Getter, place: VisitSource): VisitedEntity {
  if (place.entity_name === 'issue') return visitedItem(get, place.entity_data)
  if (place.entity_name === 'page') return visitedPage(get, place.entity_data)
  return visitedProject(get, place.entity_data)
}

type VisitSource =
  | BackLink
  | Pick<Extract<RecentVisitResponse, { entity_name: 'project' }>, 'entity_name' | 'entity_data'>

type VisitData<Kind extends RecentVisitResponse['entity_name']> = Extract<
  RecentVisitResponse,
  { entity_name: Kind }
>['entity_data']

function visitedItem(get: Getter, data: VisitData<'issue'>): VisitedEntity {
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

function visitedPage(get: Getter, data: VisitData<'page'>): VisitedEntity {
  const row = get(tables.pages.rowAtom(data.id))
  return {
    to: pagePathBelowWorkspace(data.project_id, data.id),
    icon: { kind: 'page', logo: row?.logo_props ?? data.logo_props },
    name: row?.name ?? data.name,
    hint:
      data.project_id === null
        ? t('pages.ofWorkspace')
        : (get(tables.projects.rowAtom(data.project_id))?.name ?? ''),
  }
}

function visitedProject(get: Getter, data: VisitData<'project'>): VisitedEntity {
  const row = get(tables.projects.rowAtom(data.id))
  return {
    to: `/projects/${data.id}/issues`,
    icon: { kind: 'project', logo: row?.logo_props ?? data.logo_props },
    name: row?.name ?? data.name,
    hint: '',
  }
}

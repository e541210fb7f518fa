import type { EntityManager } from '@mikro-orm/postgresql'
import type { RawBuilder } from 'kysely'
import { role } from '#common/platform/roles.ts'
import { type PublicBoardGroupKey, publicBoardGroupKeys } from '#common/sharing/publish/rules.ts'
import { matchAllCondition } from '#common/work/listing/condition.ts'
import { listingContexts } from '#common/work/listing/contexts.ts'
import { effectiveArrangement, parseDisplayFilters } from '#common/work/listing/display.ts'
import { createListing, type Listing } from '#common/work/listing/listing.ts'
import { withDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import { createViewCondition } from '#common/work/views/condition.ts'
import { accessibleProjects, findWorkspace } from '../../access/access.ts'
import { visibleTeamspacesSql } from '../../access/visible-teamspaces.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { query } from '../../platform/db/orm.ts'
import { listingConditionSql } from '../../work/listing/list-page.ts'
import type { ItemAccessScope } from '../../work/listing/listable.ts'

export interface PublishedView {
  name: string
  description: string
  logo_props: Record<string, unknown>
  /** True if the view belongs to the workspace and can contain items of several projects. */
  isOfWorkspace: boolean
  layout: 'list' | 'kanban'
  group_by: PublicBoardGroupKey
  listable: ItemAccessScope
  listing: Listing
  /** SQL condition: the row of `work_items` belongs to the view. */
  where: RawBuilder<boolean>
}

/**
 * Returns the current state of a published view, or null if the view no longer exists or is not shared. Its
 * filters apply to the projects of which the owner is an admin now.
 */
export async function loadPublishedView(
  em: EntityManager,
  workspaceId: string,
  id: string,
): Promise<PublishedView | null> {
  const view = await query(em)
    .selectFrom('views')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('access', '=', 1)
    .executeTakeFirst()
  if (view === undefined) return null
  const { project_id, teamspace_id } = view
  const team =
    teamspace_id === null ? null : await teamSeenByOwner(em, workspaceId, teamspace_id, view.owned_by)
  if (teamspace_id !== null && team === null) return null
  const project_ids = await projectsOf(em, workspaceId, view, team)
  if (project_ids.length === 0) return null
  const owner = await ownerOf(em, view.owned_by)
  const { display_filters, ...conditions } = withDefaultUserProperties(view)
  const listable = { workspace_id: workspaceId, project_ids, access: matchAllCondition }
  const place =
    project_id !== null
      ? listingContexts.project(project_id)
      : team === null
        ? listingContexts.allIssues(listable)
        : listingContexts.team(listable, team)
  const context = listingContexts.view(id, place, createViewCondition(conditions, createUserClock(owner)))
  const { layout, group_by, order_by } = effectiveArrangement(parseDisplayFilters(display_filters), context)
  const listing = createListing(context, {
    type: display_filters.type ?? 'all',
    show_sub_issues: display_filters.sub_issue !== false,
    order_by,
  })
  return {
    name: view.name,
    description: view.description,
    logo_props: view.logo_props,
    isOfWorkspace: project_id === null,
    layout: layout === 'kanban' ? 'kanban' : 'list',
    group_by: groupOf(group_by, project_id === null),
    listable,
    listing,
    where: listingConditionSql(listable, listing),
  }
}

/**
 * Returns the grouping of a board. Anonymous visitors see no users, cycles or modules, so a grouping by
 * users, cycles or modules is replaced. Views of several projects group by state group.
 */
function groupOf(group_by: string | null, isOfWorkspace: boolean): PublicBoardGroupKey {
  const known = publicBoardGroupKeys.find((one) => one === group_by) ?? 'state_id'
  return known === 'state_id' && isOfWorkspace ? 'state__group' : known
}

async function projectsOf(
  em: EntityManager,
  workspaceId: string,
  { owned_by, project_id }: { owned_by: string; project_id: string | null },
  team: ShownTeam | null,
): Promise<string[]> {
  const workspace = await findWorkspace(em, owned_by, { id: workspaceId })
  if (workspace === null || (project_id === null && workspace.role < role.member)) return []
  const rows = await accessibleProjects(em, owned_by, { id: workspaceId })
    .where('archived_at', 'is', null)
    .where('role', '=', role.admin)
    .$if(project_id !== null, (all) => all.where('project_id', '=', project_id ?? ''))
    .execute()
  const ids = rows.map((row) => row.project_id)
  return team === null ? ids : ids.filter((id) => team.project_ids.includes(id))
}

interface ShownTeam {
  id: string
  project_ids: string[]
}

/** Returns the teamspace of a view, or null if it was deleted or the owner of the view no longer sees it. */
async function teamSeenByOwner(
  em: EntityManager,
  workspaceId: string,
  id: string,
  ownerId: string,
): Promise<ShownTeam | null> {
  const workspace = await findWorkspace(em, ownerId, { id: workspaceId })
  if (workspace === null) return null
  const team = await query(em)
    .selectFrom('teamspaces as t')
    .select(['t.id', 't.project_ids'])
    .where('t.id', '=', id)
    .where(
      visibleTeamspacesSql(
        { user: { id: ownerId }, workspace: { id: workspaceId, role: workspace.role } },
        't',
      ),
    )
    .executeTakeFirst()
  return team ?? null
}

/**
 * Loads the owner of the view. Relative dates in filters use the owner's time zone, so that the board shows
 * the same items as the owner sees.
 */
async function ownerOf(em: EntityManager, id: string) {
  const owner = await query(em)
    .selectFrom('users as u')
    .leftJoin('profiles as f', 'f.user_id', 'u.id')
    .select(['u.user_timezone', 'f.start_of_the_week'])
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow()
  return { timezone: owner.user_timezone, week_starts_on: owner.start_of_the_week ?? 0 }
}

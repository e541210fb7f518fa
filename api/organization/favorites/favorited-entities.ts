import { type RawBuilder, sql } from 'kysely'
import type { FavoriteObjectType } from '#common/organization/favorites/rules.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { accessibleProjects } from '../../access/access.ts'
import { visiblePagesSql } from '../../access/visible-pages.ts'
import { visibleTeamspacesSql } from '../../access/visible-teamspaces.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * An object that can be a favorite: the caller can access the object, and it is neither archived nor deleted.
 */
export interface FavoritedEntity {
  id: string
  project_id: string | null
  name: string
  logo_props: LogoProps
  /** Id of the teamspace that the view belongs to. Only views have this field. */
  teamspace_id?: string | null
  /** The key of the work item. Only work items have this field. */
  key?: string
}

/** Loads the objects with these ids, without the objects that the caller cannot access. */
export async function loadFavoritedEntities(
  ctx: WorkspaceContext,
  kind: FavoriteObjectType,
  ids: readonly string[],
): Promise<FavoritedEntity[]> {
  if (ids.length === 0) return []
  return reads[kind](ctx, sql<boolean>`t.id = any(${ids}::uuid[])`)
}

type Read = (ctx: WorkspaceContext, wanted: RawBuilder<boolean>) => Promise<FavoritedEntity[]>

const reads: Record<FavoriteObjectType, Read> = {
  project: (ctx, wanted) =>
    query(ctx.em)
      .selectFrom('projects as t')
      .innerJoin(reached(ctx).as('a'), 'a.project_id', 't.id')
      .select(['t.id', 't.id as project_id', 't.name', 't.logo_props'])
      .where(wanted)
      .where('t.archived_at', 'is', null)
      .execute(),
  cycle: (ctx, wanted) => ofProjects(ctx, 'cycles', wanted),
  module: (ctx, wanted) => ofProjects(ctx, 'modules', wanted),
  view: ({ user, workspace, ...ctx }, wanted) =>
    query(ctx.em)
      .selectFrom('views as t')
      .leftJoin(reached({ ...ctx, user, workspace }).as('a'), 'a.project_id', 't.project_id')
      .leftJoin('projects as p', 'p.id', 't.project_id')
      .leftJoin('teamspaces as s', 's.id', 't.teamspace_id')
      .select(['t.id', 't.project_id', 't.teamspace_id', 't.name', 't.logo_props'])
      .where(wanted)
      .where('t.workspace_id', '=', workspace.id)
      .where('t.deleted_at', 'is', null)
      .where('p.archived_at', 'is', null)
      .where((where) =>
        where.or([
          where.and([
            where('t.project_id', 'is', null),
            where('t.teamspace_id', 'is', null),
            sharedOrOwn(user.id, sql`${hasRoleAtLeast(workspace.role, role.member)}::boolean`),
          ]),
          where.and([where('a.project_id', 'is not', null), sharedOrOwn(user.id, sql`a.sees_all`)]),
          where.and([visibleTeamspacesSql({ user, workspace }, 's'), sharedOrOwn(user.id, sql`true`)]),
        ]),
      )
      .execute(),
  page: ({ user, workspace, ...ctx }, wanted) =>
    query(ctx.em)
      .selectFrom('pages as t')
      .leftJoin(reached({ ...ctx, user, workspace }).as('a'), (join) =>
        join.on(sql<boolean>`t.project_ids @> array[a.project_id]`),
      )
      .leftJoin('projects as p', 'p.id', 'a.project_id')
      .select(['t.id', 'a.project_id', 't.name', 't.logo_props'])
      .where(wanted)
      .where('t.workspace_id', '=', workspace.id)
      .where('t.deleted_at', 'is', null)
      .where('t.archived_at', 'is', null)
      .where('p.archived_at', 'is', null)
      .where(visiblePagesSql({ user, workspace }, 't'))
      .execute(),
  teamspace: ({ em, user, workspace }, wanted) =>
    query(em)
      .selectFrom('teamspaces as t')
      .select(['t.id', sql<null>`null`.as('project_id'), 't.name', 't.logo_props'])
      .where(wanted)
      .where(visibleTeamspacesSql({ user, workspace }, 't'))
      .execute(),
  issue: (ctx, wanted) =>
    query(ctx.em)
      .selectFrom('work_items as t')
      .innerJoin(reached(ctx).as('a'), 'a.project_id', 't.project_id')
      .innerJoin('projects as p', 'p.id', 't.project_id')
      .select([
        't.id',
        't.project_id',
        't.name',
        sql<LogoProps>`'{}'::jsonb`.as('logo_props'),
        sql<string>`p.identifier || '-' || t.sequence_id`.as('key'),
      ])
      .where(wanted)
      .where('t.deleted_at', 'is', null)
      .where('t.archived_at', 'is', null)
      .where('t.is_draft', '=', false)
      .where('p.archived_at', 'is', null)
      .where(sql<boolean>`(a.sees_all or t.created_by = ${ctx.user.id})`)
      .execute(),
  dashboard: ({ em, user, workspace }, wanted) =>
    query(em)
      .selectFrom('dashboards as t')
      .select(['t.id', sql<null>`null`.as('project_id'), 't.name', 't.logo_props'])
      .where(wanted)
      .where('t.workspace_id', '=', workspace.id)
      .where('t.deleted_at', 'is', null)
      .where(sql<boolean>`${hasRoleAtLeast(workspace.role, role.member)}::boolean`)
      .where(sharedOrOwn(user.id, sql`true`))
      .execute(),
}

function ofProjects(ctx: WorkspaceContext, table: 'cycles' | 'modules', wanted: RawBuilder<boolean>) {
  return query(ctx.em)
    .selectFrom(sql<Planned>`${sql.table(table)}`.as('t'))
    .innerJoin(reached(ctx).as('a'), 'a.project_id', 't.project_id')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .select(['t.id', 't.project_id', 't.name', 't.logo_props'])
    .where(wanted)
    .where('t.deleted_at', 'is', null)
    .where('t.archived_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .execute()
}

/** The columns that cycles and modules have in common. */
interface Planned extends FavoritedEntity {
  deleted_at: Date | null
  archived_at: Date | null
}

function reached({ em, user, workspace }: Pick<WorkspaceContext, 'em' | 'user' | 'workspace'>) {
  return accessibleProjects(em, user.id, workspace)
}

function sharedOrOwn(userId: string, sees: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`((t.access = 1 and ${sees}) or t.owned_by = ${userId})`
}

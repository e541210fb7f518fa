import { sql } from 'kysely'
import { workspacePageActor } from '#common/pages/pages/rules.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import type { Page } from './entity.ts'

/**
 * Context of a request for pages, which belong to a project or directly to the workspace (their container).
 */
export type PageContext = ProjectContext | WorkspaceContext

/** Returns null if the pages belong to the workspace and not to a project. */
export function pageContextProjectId(ctx: PageContext): string | null {
  return 'project' in ctx ? ctx.project.id : null
}

/** Returns the id of the project, or of the workspace for pages without a project. */
export function pageContainerId(ctx: PageContext): string {
  return 'project' in ctx ? ctx.project.id : ctx.workspace.id
}

/** Returns the caller with their role in the project or workspace of the pages, for the permission rules of pages. */
export function pageActor(ctx: PageContext) {
  if (!('project' in ctx)) return workspacePageActor(ctx.user.id, ctx.workspace.role)
  return {
    user_id: ctx.user.id,
    role: ctx.project.role,
    sees_all: ctx.project.sees_all,
    has_only_shares: false,
  }
}

/**
 * Returns true if the page belongs to the project of the request. If the request names no project, returns
 * true if the page belongs to no project. The caller must have checked that the page belongs to the
 * workspace.
 */
export function isPageInContainer(ctx: PageContext, { project_ids }: Pick<Page, 'project_ids'>): boolean {
  return 'project' in ctx ? project_ids.includes(ctx.project.id) : project_ids.length === 0
}

/** SQL condition: the page belongs to the project or workspace of the request and is not in the trash. */
export function isPageInContainerSql(ctx: PageContext, table = 'pages') {
  return sql<boolean>`(${isPageInContainerOrTrashSql(ctx, table)} and ${sql.ref(`${table}.deleted_at`)} is null)`
}

/** SQL condition: the page belongs to the project or workspace of the request, even if it is in the trash. */
export function isPageInContainerOrTrashSql(ctx: PageContext, table = 'pages') {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const place =
    'project' in ctx
      ? sql`${column('project_ids')} @> array[${ctx.project.id}]::uuid[]`
      : sql`${column('project_ids')} = '{}'`
  return sql<boolean>`(${column('workspace_id')} = ${ctx.workspace.id} and ${place})`
}

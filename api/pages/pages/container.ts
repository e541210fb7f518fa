import { sql } from 'kysely'
import { actorInWorkspace } from '#common/pages/pages/rules.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import type { Page } from './entity.ts'

/** Where pages are: in a project, or in the workspace itself. */
export type PageContext = ProjectContext | WorkspaceContext

/** Null for the workspace itself. */
export function projectIdOfPages(ctx: PageContext): string | null {
  return 'project' in ctx ? ctx.project.id : null
}

/** By which a place is told from all others. */
export function containerIdOf(ctx: PageContext): string {
  return 'project' in ctx ? ctx.project.id : ctx.workspace.id
}

/** The caller as the rules of pages see them there. */
export function pageActorOf(ctx: PageContext) {
  if (!('project' in ctx)) return actorInWorkspace(ctx.user.id, ctx.workspace.role)
  return { user_id: ctx.user.id, role: ctx.project.role, sees_all: ctx.project.sees_all }
}

/** Of a page of the workspace. */
export function belongsToContainer(ctx: PageContext, { project_ids }: Pick<Page, 'project_ids'>): boolean {
  return 'project' in ctx ? project_ids.includes(ctx.project.id) : project_ids.length === 0
}

/** The same of the rows of a table; what is in the trash is nowhere. */
export function inContainer(ctx: PageContext, table = 'pages') {
  return sql<boolean>`(${inContainerOrTrash(ctx, table)} and ${sql.ref(`${table}.deleted_at`)} is null)`
}

/** The same, with those in the trash. */
export function inContainerOrTrash(ctx: PageContext, table = 'pages') {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const place =
    'project' in ctx
      ? sql`${column('project_ids')} @> array[${ctx.project.id}]::uuid[]`
      : sql`${column('project_ids')} = '{}'`
  return sql<boolean>`(${column('workspace_id')} = ${ctx.workspace.id} and ${place})`
}

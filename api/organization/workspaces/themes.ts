import { LockMode } from '@mikro-orm/postgresql'
import {
  themesLimit,
  type WorkspaceTheme,
  workspaceTheme,
  type workspaceThemeCalls,
} from '#common/organization/workspaces/theme-calls.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { WorkspaceEntity } from './entity.ts'
import { WorkspaceThemeEntity, type WorkspaceThemeRow } from './theme-entity.ts'

type Calls = typeof workspaceThemeCalls

export async function listThemes({ em, workspace }: WorkspaceContext): Promise<WorkspaceTheme[]> {
  const rows = await em.find(
    WorkspaceThemeEntity,
    { workspace_id: workspace.id },
    { orderBy: { name: 'asc', id: 'asc' } },
  )
  return rows.map(presentTheme)
}

export async function getTheme(ctx: WorkspaceContext, id: string): Promise<WorkspaceTheme> {
  return presentTheme(await loadTheme(ctx, id))
}

export async function createTheme(
  ctx: WorkspaceContext,
  { name, colors }: BodyOf<Calls['createTheme']>,
): Promise<WorkspaceTheme> {
  const { em, user, workspace } = ctx
  await lockThemes(ctx)
  await refuseTaken(ctx, name, null)
  if ((await em.count(WorkspaceThemeEntity, { workspace_id: workspace.id })) >= themesLimit)
    throw invalid('name', `A workspace can have at most ${themesLimit} themes.`)
  const row = em.create(WorkspaceThemeEntity, {
    id: newId(),
    workspace_id: workspace.id,
    name,
    colors,
    actor: user.id,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  return presentTheme(row)
}

export async function updateTheme(
  ctx: WorkspaceContext,
  id: string,
  change: BodyOf<Calls['updateTheme']>,
): Promise<WorkspaceTheme> {
  await lockThemes(ctx)
  const row = await loadTheme(ctx, id)
  if (change.name !== undefined) await refuseTaken(ctx, change.name, id)
  ctx.em.assign(row, { ...change, updated_by: ctx.user.id })
  await ctx.em.flush()
  return presentTheme(row)
}

export async function deleteTheme(ctx: WorkspaceContext, id: string): Promise<undefined> {
  ctx.em.remove(await loadTheme(ctx, id))
  await ctx.em.flush()
}

/** Locks the workspace, so that two requests cannot exceed the limit or use the same name. */
async function lockThemes({ em, workspace }: WorkspaceContext): Promise<void> {
  await em.findOneOrFail(WorkspaceEntity, { id: workspace.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

async function refuseTaken(
  { em, workspace }: WorkspaceContext,
  name: string,
  own: string | null,
): Promise<void> {
  const other = await em.findOne(WorkspaceThemeEntity, { workspace_id: workspace.id, name })
  if (other !== null && other.id !== own) throw invalid('name', 'A theme with this name already exists.')
}

async function loadTheme({ em, workspace }: WorkspaceContext, id: string): Promise<WorkspaceThemeRow> {
  const row = await em.findOne(WorkspaceThemeEntity, { id, workspace_id: workspace.id })
  if (row === null) throw notFound('Theme not found')
  return row
}

function presentTheme(row: WorkspaceThemeRow): WorkspaceTheme {
  return presentRow(workspaceTheme, { ...row, workspace: row.workspace_id })
}

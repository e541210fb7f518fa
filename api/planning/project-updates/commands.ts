import { LockMode } from '@mikro-orm/postgresql'
import { canRestoreStatusUpdate } from '#common/planning/epics/rules.ts'
import type { projectUpdateCalls } from '#common/planning/project-updates/calls.ts'
import { canChangeProjectUpdate, projectUpdatesLimit } from '#common/planning/project-updates/rules.ts'
import { type ProjectUpdateRow, projectUpdateRow } from '#common/planning/project-updates/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { type Project, ProjectEntity } from '../../organization/projects/entity.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type ProjectUpdate, ProjectUpdateEntity } from './entity.ts'

export async function listProjectUpdates({ em, project }: ProjectContext): Promise<ProjectUpdateRow[]> {
  const rows = await query(em)
    .selectFrom('project_updates')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => presentRow(projectUpdateRow, row))
}

export async function createProjectUpdate(
  ctx: ProjectContext,
  input: BodyOf<typeof projectUpdateCalls.createProjectUpdate>,
): Promise<ProjectUpdateRow> {
  const { em, user, workspace } = ctx
  const project = await lockProject(ctx)
  await assertBelowLimit(ctx)
  const update = em.create(ProjectUpdateEntity, {
    id: input.id ?? newId(),
    workspace_id: workspace.id,
    project_id: project.id,
    status: input.status,
    text: input.text ?? '',
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  await setHealth(ctx, project)
  return presentRow(projectUpdateRow, update)
}

export async function changeProjectUpdate(
  ctx: ProjectContext,
  id: string,
  change: Partial<Pick<ProjectUpdate, 'status' | 'text' | 'deleted_at'>>,
): Promise<ProjectUpdateRow> {
  const { em, user } = ctx
  const isRestoring = change.deleted_at === null
  const project = await lockProject(ctx)
  const update = await em.findOne(ProjectUpdateEntity, {
    id,
    project_id: project.id,
    ...(!isRestoring && { deleted_at: null }),
  })
  if (update === null) throw notFound('Update not found')
  requirePermission(canChangeProjectUpdate(projectActor(ctx), update))
  if (isRestoring) {
    requirePermission(canRestoreStatusUpdate(projectActor(ctx), update, Date.now()))
    if (update.deleted_at !== null) await assertBelowLimit(ctx)
  }
  em.assign(update, { ...change, updated_by: user.id })
  await em.flush()
  await setHealth(ctx, project)
  return presentRow(projectUpdateRow, update)
}

/** Locks the project, so that concurrent updates set its health one after the other. */
async function lockProject({ em, project }: ProjectContext): Promise<Project> {
  const row = await em.findOne(
    ProjectEntity,
    { id: project.id, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (row === null) throw notFound('Project does not exist')
  return row
}

/** Sets the health of the project to the status of its newest update. */
async function setHealth({ em }: ProjectContext, project: Project): Promise<void> {
  const newest = await query(em)
    .selectFrom('project_updates')
    .select('status')
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  project.health = newest?.status ?? null
  await em.flush()
}

async function assertBelowLimit({ em, project }: ProjectContext): Promise<void> {
  const count = await em.count(ProjectUpdateEntity, { project_id: project.id, deleted_at: null })
  if (count >= projectUpdatesLimit)
    throw new AppError('conflict', `A project can have at most ${projectUpdatesLimit} updates.`)
}

import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { projectCalls } from '#common/organization/projects/calls.ts'
import { normalizeIdentifier } from '#common/organization/projects/rules.ts'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import { invalid, notFound } from '#common/platform/errors.ts'
import { role } from '#common/platform/roles.ts'
import { lockWorkspaceAccess } from '../../access/lock-memberships.ts'
import { assignableUsers, selectWorkspaceMemberIds } from '../../access/people.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { emitEvent } from '../../platform/db/events.ts'
import { query } from '../../platform/db/orm.ts'
import { type Project, ProjectEntity } from './entity.ts'
import { projectChanging } from './events.ts'
import { assertNotFormerIdentifier, storeFormerIdentifier } from './identifiers.ts'
import { insertProject } from './insert-project.ts'
import { loadProjectDetails } from './queries.ts'

type CreateInput = BodyOf<typeof projectCalls.createProject>
type UpdateInput = BodyOf<typeof projectCalls.updateProject>
type Details = ResponseOf<typeof projectCalls.getProject>

export async function createProject(unlockedContext: WorkspaceContext, input: CreateInput): Promise<Details> {
  const ctx = await lockWorkspaceAccess(unlockedContext, role.member)
  const { em, user, workspace } = ctx
  const { identifier, timezone, cover_image, cover_image_url = cover_image, ...plain } = input
  await assertNameAndIdentifierAvailable(ctx, null, { name: plain.name, identifier })
  assertDatesInOrder(plain)
  const admins = await adminsOf(ctx, plain.project_lead ?? null)
  if (plain.default_assignee && !admins.includes(plain.default_assignee)) {
    throw invalid('default_assignee', 'The default assignee is not a member of the project.')
  }
  const { id } = await insertProject(em, {
    ...plain,
    cover_image_url: cover_image_url ?? null,
    workspace_id: workspace.id,
    identifier: normalizeIdentifier(identifier),
    timezone: timezone ?? (await timezoneOf(em, workspace.id)),
    admins,
    by: user.id,
  })
  return loadProjectDetails(ctx, id)
}

export async function updateProject(ctx: ProjectContext, input: UpdateInput): Promise<Details> {
  const { em, user } = ctx
  const project = await load(ctx)
  await assertNameAndIdentifierAvailable(ctx, project.id, input)
  await checkPeople(ctx, input)
  assertDatesInOrder({ ...pickDates(project), ...pickDates(input) })
  if (input.default_state) await checkState(ctx, input.default_state)
  const { identifier, cover_image, cover_image_url = cover_image, estimate, ...plain } = input
  await emitEvent(em, projectChanging, { ctx, project, change: input })
  const after = identifier === undefined ? project.identifier : normalizeIdentifier(identifier)
  await storeFormerIdentifier(ctx, { before: project.identifier, after })
  em.assign(project, {
    ...plain,
    ...(estimate === null && { estimate }),
    ...(cover_image_url !== undefined && { cover_image_url }),
    identifier: after,
  })
  project.updated_by = user.id
  await em.flush()
  return loadProjectDetails(ctx, project.id)
}

/** Hides the project everywhere. Its content remains in the database until `purgeProjectsJob` deletes it. */
export async function deleteProject(ctx: ProjectContext): Promise<undefined> {
  const project = await load(ctx)
  ctx.em.assign(project, { deleted_at: new Date(), updated_by: ctx.user.id })
  await ctx.em.flush()
}

/** Archives a project. Does nothing if the project is already archived. */
export async function archiveProject(ctx: ProjectContext): Promise<{ archived_at: string }> {
  const project = await load(ctx)
  const archived_at = project.archived_at ?? new Date()
  if (project.archived_at === null) ctx.em.assign(project, { archived_at, updated_by: ctx.user.id })
  await ctx.em.flush()
  return { archived_at: archived_at.toISOString() }
}

export async function restoreProject(ctx: ProjectContext): Promise<undefined> {
  const project = await load(ctx)
  if (project.archived_at !== null) ctx.em.assign(project, { archived_at: null, updated_by: ctx.user.id })
  await ctx.em.flush()
}

/**
 * Loads the project and locks it. The lock prevents concurrent changes of the visibility, because the
 * visibility decides who receives the change.
 */
async function load(ctx: ProjectContext): Promise<Project> {
  const project = await ctx.em.findOne(
    ProjectEntity,
    { id: ctx.project.id, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (project === null) throw notFound('Project does not exist')
  return project
}

async function assertNameAndIdentifierAvailable(
  ctx: WorkspaceContext,
  ownId: string | null,
  { name, identifier }: { name?: string | undefined; identifier?: string | undefined },
): Promise<void> {
  const others = await query(ctx.em)
    .selectFrom('projects')
    .select(['name', 'identifier'])
    .where('workspace_id', '=', ctx.workspace.id)
    .where('deleted_at', 'is', null)
    .$if(ownId !== null, (rows) => rows.where('id', '<>', ownId))
    .where((where) =>
      where.or([
        ...(name === undefined ? [] : [where('name', '=', name)]),
        ...(identifier === undefined ? [] : [where('identifier', '=', normalizeIdentifier(identifier))]),
      ]),
    )
    .execute()
  if (others.some((other) => other.name === name)) throw invalid('name', 'PROJECT_NAME_ALREADY_EXIST')
  if (others.length > 0) throw invalid('identifier', 'PROJECT_IDENTIFIER_ALREADY_EXIST')
  if (identifier !== undefined) await assertNotFormerIdentifier(ctx, ownId, identifier)
}

/**
 * Returns the users who become admins of a new project: the creator and the lead. A guest of the workspace
 * cannot be lead.
 */
async function adminsOf(ctx: WorkspaceContext, lead: string | null): Promise<string[]> {
  if (lead === null || lead === ctx.user.id) return [ctx.user.id]
  const member = await selectWorkspaceMemberIds(ctx.em, ctx.workspace.id, role.member)
    .where('user_id', '=', lead)
    .executeTakeFirst()
  if (member === undefined) throw invalid('project_lead', 'The lead is not a member of the workspace.')
  return [ctx.user.id, lead]
}

async function checkPeople(ctx: ProjectContext, input: UpdateInput): Promise<void> {
  for (const field of ['project_lead', 'default_assignee'] as const) {
    const wanted = input[field]
    if (!wanted) continue
    const able = await assignableUsers(ctx.em, ctx.project.id, ctx.workspace.id, [wanted])
    if (able.length === 0) throw invalid(field, 'This person is not a member of the project.')
  }
}

interface ProjectDates {
  start_date?: string | null | undefined
  target_date?: string | null | undefined
}

function pickDates({ start_date, target_date }: ProjectDates): ProjectDates {
  return {
    ...(start_date !== undefined && { start_date }),
    ...(target_date !== undefined && { target_date }),
  }
}

function assertDatesInOrder({ start_date, target_date }: ProjectDates): void {
  if (start_date && target_date && start_date > target_date)
    throw invalid('target_date', 'The end date must not be before the start date.')
}

async function checkState(ctx: ProjectContext, id: string): Promise<void> {
  const state = await query(ctx.em)
    .selectFrom('states')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', ctx.project.id)
    .where('deleted_at', 'is', null)
    .where('group', '<>', 'triage')
    .executeTakeFirst()
  if (state === undefined) throw invalid('default_state', 'The state does not belong to the project.')
}

async function timezoneOf(em: EntityManager, workspaceId: string): Promise<string> {
  const { timezone } = await query(em)
    .selectFrom('workspaces')
    .select('timezone')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return timezone
}

import { LockMode } from '@mikro-orm/postgresql'
import { invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { boardFeedbackSettings, disabledBoardLayouts } from '#common/sharing/publish/rules.ts'
import {
  type BoardLayouts,
  type BoardSettings,
  type PublishSettings,
  publishSettings,
} from '#common/sharing/publish/schema.ts'
import { ProjectEntity } from '../../organization/projects/entity.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type AuditEntry, addAuditEntry } from '../../platform/feed/audit-entry.ts'
import {
  DeployBoardEntity,
  type DeployBoardRow,
  defaultBoardSwitches,
  newPublicAnchor,
} from '../../work/views/deploy-board.ts'
import { loadPublicBoardDetails } from './board-details.ts'

export async function getDeployBoard(ctx: ProjectContext): Promise<Partial<PublishSettings>> {
  const row = await ctx.em.findOne(DeployBoardEntity, { project_id: ctx.project.id })
  return row === null ? {} : presented(ctx, row)
}

/** Publishes a project. The address of a project that is already published does not change. */
export async function publishProject(
  ctx: ProjectContext,
  { view_props, views = view_props, intake, ...sent }: BoardSettings,
): Promise<PublishSettings> {
  const { em, user, workspace } = ctx
  const switches = { ...sent, ...intakeSwitch(ctx, intake) }
  const project = await lockedProject(ctx)
  const known = await em.findOne(DeployBoardEntity, { project_id: project.id })
  if (known !== null) return presented(ctx, known)
  const row = em.create(DeployBoardEntity, {
    id: newId(),
    workspace_id: workspace.id,
    project_id: project.id,
    view_id: null,
    is_disabled: false,
    anchor: newPublicAnchor(),
    ...defaultBoardSwitches,
    ...switches,
    view_props: checked({ list: true, kanban: true, ...views }),
    created_by: user.id,
    updated_by: user.id,
  })
  project.anchor = row.anchor
  recorded(ctx, 'project.published')
  await em.flush()
  return presented(ctx, row)
}

export async function updateDeployBoard(
  ctx: ProjectContext,
  id: string,
  { view_props, views = view_props, intake, ...sent }: BoardSettings,
): Promise<PublishSettings> {
  const switches = { ...sent, ...intakeSwitch(ctx, intake) }
  const row = await load(ctx, id)
  const changes = Object.fromEntries(
    boardFeedbackSettings.flatMap((one) => {
      const [before, after] = [row[one], switches[one] ?? row[one]]
      return before === after ? [] : [[one, { before, after }]]
    }),
  )
  if (Object.keys(changes).length > 0) recorded(ctx, 'project.publishing_changed', changes)
  ctx.em.assign(row, {
    ...switches,
    view_props: checked({ ...row.view_props, ...views }),
    updated_by: ctx.user.id,
  })
  await ctx.em.flush()
  return presented(ctx, row)
}

/** Ends the publication. A project that is published again gets a new address. */
export async function unpublishProject(ctx: ProjectContext, id: string): Promise<undefined> {
  const project = await lockedProject(ctx)
  ctx.em.remove(await load(ctx, id))
  project.anchor = null
  recorded(ctx, 'project.unpublished')
  await ctx.em.flush()
}

/**
 * Converts the id of an intake, which clients of the Plane API send, to a boolean. A project has only one
 * intake, which has the id of the project.
 */
function intakeSwitch({ project }: ProjectContext, intake: string | null | undefined) {
  if (intake === undefined) return {}
  if (intake !== null && intake !== project.id) throw invalid('intake', 'Intake not found')
  return { is_intake_enabled: intake !== null }
}

/** Locks the project, so that concurrent requests to publish it run one after the other. */
async function lockedProject({ em, project }: ProjectContext) {
  return em.findOneOrFail(ProjectEntity, { id: project.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

async function load({ em, project }: ProjectContext, id: string): Promise<DeployBoardRow> {
  const row = await em.findOne(DeployBoardEntity, { id, project_id: project.id })
  if (row === null) throw notFound('Project is not published')
  return row
}

/**
 * Throws if neither the list nor the board layout is enabled, because Tandem's public boards have only these
 * two layouts.
 */
function checked(views: Partial<Record<keyof BoardLayouts, boolean | undefined>>): BoardLayouts {
  const { list = true, kanban = true, calendar = false, gantt = false, spreadsheet = false } = views
  if (!list && !kanban) throw invalid('views', 'Choose the list or the board layout.')
  return { list, kanban, calendar, gantt, spreadsheet }
}

function recorded(
  { em, workspace, project }: ProjectContext,
  action: 'project.published' | 'project.publishing_changed' | 'project.unpublished',
  changes?: AuditEntry['changes'],
) {
  addAuditEntry(em, {
    action,
    workspace_id: workspace.id,
    project_id: project.id,
    target: { kind: 'project', id: project.id },
    ...(changes && { changes }),
  })
}

async function presented({ em }: ProjectContext, row: DeployBoardRow): Promise<PublishSettings> {
  const views = { ...disabledBoardLayouts, ...row.view_props }
  const about = { views, view_props: views, entity_name: 'project', entity_identifier: row.project_id }
  return presentRow(publishSettings, { ...row, ...about, ...(await loadPublicBoardDetails(em, row)) })
}

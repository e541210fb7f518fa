import { LockMode } from '@mikro-orm/postgresql'
import type { epicCalls } from '#common/planning/epics/calls.ts'
import {
  canBecomeEpic,
  canChangeEpicUpdate,
  canRestoreStatusUpdate,
  epicUpdatesLimit,
} from '#common/planning/epics/rules.ts'
import { type EpicUpdateRow, epicUpdateRow } from '#common/planning/epics/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { itemAcceptsChanges } from '#common/work/work-items/rules.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { changeItems } from '../../work/work-items/change-items.ts'
import { epicColumns } from '../../work/work-items/epic-of.ts'
import { lockEditableItems, lockItems } from '../../work/work-items/lock-items.ts'
import { lockItemTree } from '../../work/work-items/tree.ts'
import { writeItems } from '../../work/work-items/write-items.ts'
import { type EpicUpdate, EpicUpdateEntity } from './entity.ts'

type Calls = typeof epicCalls

/**
 * Turns an item into an epic. An epic has no parent and is planned through its sub-items, so the item leaves
 * its parent, cycle and modules.
 */
export async function convertToEpic(ctx: ProjectContext, id: string): Promise<WorkItemRow> {
  await lockItemTree(ctx)
  const [before] = await lockEditableItems(ctx, [id])
  if (before === undefined) throw notFound('Issue not found')
  if (before.is_epic) return presentRow(workItemRow, before)
  if (!canBecomeEpic(before)) throw invalid('id', 'This work item can’t be converted to an epic.')
  const patch = {
    ...(await epicColumns(ctx)),
    parent_id: null,
    epic_id: null,
    cycle_id: null,
    module_ids: [],
  }
  const [epic = before] = await writeItems(ctx, [{ before, patch }])
  return presentRow(workItemRow, epic)
}

/**
 * Turns an epic into an ordinary work item. On Undo, the client sends the former parent, cycle and modules.
 */
export async function convertToWorkItem(
  ctx: ProjectContext,
  id: string,
  former: BodyOf<Calls['convertToWorkItem']>,
): Promise<WorkItemRow> {
  await lockItemTree(ctx)
  const [before] = await lockEditableItems(ctx, [id])
  if (before === undefined) throw notFound('Issue not found')
  const [item = before] = await writeItems(ctx, [{ before, patch: { is_epic: false, type_id: null } }])
  const [updated = item] = await changeItems(ctx, new Map([[id, former]]))
  return presentRow(workItemRow, updated)
}

export async function createEpicUpdate(
  ctx: ProjectContext,
  id: string,
  input: BodyOf<Calls['createEpicUpdate']>,
): Promise<EpicUpdateRow> {
  const { em, user, workspace, project } = ctx
  const [epic] = await lockEditableItems(ctx, [id])
  if (epic === undefined) throw notFound('Epic not found')
  await assertBelowUpdatesLimit(ctx, epic.id)
  const update = em.create(EpicUpdateEntity, {
    id: input.id ?? newId(),
    workspace_id: workspace.id,
    project_id: project.id,
    epic_id: epic.id,
    status: input.status,
    text: input.text ?? '',
    issue_created_by: epic.created_by,
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  return presentRow(epicUpdateRow, update)
}

export async function changeEpicUpdate(
  ctx: ProjectContext,
  epicId: string,
  id: string,
  change: Partial<Pick<EpicUpdate, 'status' | 'text' | 'deleted_at'>>,
): Promise<EpicUpdateRow> {
  const { em, user } = ctx
  const isRestoring = change.deleted_at === null
  const [epic] = await lockItems(ctx, [epicId])
  if (epic === undefined) throw notFound('Epic not found')
  const update = await em.findOne(
    EpicUpdateEntity,
    { id, epic_id: epicId, ...(!isRestoring && { deleted_at: null }) },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (update === null) throw notFound('Update not found')
  requirePermission(itemAcceptsChanges(epic) && canChangeEpicUpdate(projectActor(ctx), update))
  if (isRestoring) {
    requirePermission(canRestoreStatusUpdate(projectActor(ctx), update, Date.now()))
    if (update.deleted_at !== null) await assertBelowUpdatesLimit(ctx, epicId)
  }
  em.assign(update, { ...change, updated_by: user.id })
  await em.flush()
  return presentRow(epicUpdateRow, update)
}

/**
 * Throws if the epic has the maximum number of updates. The caller has locked the epic, so the count cannot
 * change.
 */
async function assertBelowUpdatesLimit({ em }: ProjectContext, epicId: string): Promise<void> {
  if ((await em.count(EpicUpdateEntity, { epic_id: epicId, deleted_at: null })) >= epicUpdatesLimit)
    throw new AppError('invalid', `An epic can have at most ${epicUpdatesLimit} updates.`)
}

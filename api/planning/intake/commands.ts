import { LockMode } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { intakeCalls } from '#common/planning/intake/calls.ts'
import {
  canSubmitIntake,
  guestEditableIntakeFields,
  type IntakeStatus,
  intakeStatus,
} from '#common/planning/intake/rules.ts'
import type { IntakeResponse } from '#common/planning/intake/schema.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid, notFound } from '#common/platform/errors.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { canEditIntake, canTriageIntake, isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { changeItem } from '../../work/work-items/commands.ts'
import { createSingleItem, lastPositionInState, loadDefaultAssignees } from '../../work/work-items/create.ts'
import { getOrCreateTriageState } from '../../work/work-items/in-triage.ts'
import type { ItemRow } from '../../work/work-items/item-row.ts'
import { loadStateOrDefault, stateDependentColumns } from '../../work/work-items/load.ts'
import { lockItems } from '../../work/work-items/lock-items.ts'
import { trashItems } from '../../work/work-items/trash.ts'
import { lockItemTree } from '../../work/work-items/tree.ts'
import { loadVisibleItems } from '../../work/work-items/visible-items.ts'
import { writeItems } from '../../work/work-items/write-items.ts'
import { recountPendingIntake } from './count.ts'
import { type Intake, IntakeEntity } from './entity.ts'
import { findIntakeItem, loadIntakeItem } from './queries.ts'

type Calls = typeof intakeCalls
type Sent = BodyOf<Calls['updateInboxIssue']>
type Decided = Omit<Sent, 'issue' | 'skip_activity'>

export async function createIntakeItem(
  ctx: ProjectContext,
  { source = 'IN_APP', issue }: BodyOf<Calls['createInboxIssue']>,
): Promise<IntakeResponse> {
  requirePermission(canSubmitIntake(projectActor(ctx)))
  const { em, project, user, workspace } = ctx
  await lockItemTree(ctx)
  const { id } = await createSingleItem(ctx, issue, { isTriage: true })
  em.create(IntakeEntity, {
    id,
    workspace_id: workspace.id,
    project_id: project.id,
    status: intakeStatus.pending,
    snoozed_till: null,
    duplicate_to: null,
    source,
    source_email: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  await recountPendingIntake(em, project.id)
  return loadIntakeItem(ctx, id)
}

/** Applies a decision and edits together, so that the edits are saved only if the decision succeeds. */
export async function updateIntakeItem(
  ctx: ProjectContext,
  id: string,
  { issue: edits, skip_activity = false, ...decision }: Sent,
): Promise<IntakeResponse> {
  const { item, intake } = await lockIntake(ctx, id)
  const issue = edits && { skip_activity, ...edits }
  checkPermissions(ctx, item, { issue, ...decision })
  const next = await nextDecision(ctx, item, intake, decision)
  if (next.status === intakeStatus.accepted && isIntakeItemInTriage(item)) await accept(ctx, item, issue)
  else {
    if (next.status !== intakeStatus.accepted && !isIntakeItemInTriage(item)) await returnToTriage(ctx, item)
    if (issue !== undefined) await changeItem(ctx, id, issue)
  }
  ctx.em.assign(intake, { ...next, updated_by: ctx.user.id })
  await ctx.em.flush()
  await recountPendingIntake(ctx.em, ctx.project.id)
  return loadIntakeItem(ctx, id)
}

/**
 * Deletes an intake item. If it was accepted, only its intake row is deleted and the item stays in the project.
 * Otherwise, the item moves to the trash, where it can be restored.
 */
export async function deleteIntakeItem(ctx: ProjectContext, id: string): Promise<undefined> {
  const { item, intake } = await lockIntake(ctx, id)
  requirePermission(canEditIntake(projectActor(ctx), item))
  if (intake.status !== intakeStatus.accepted) {
    await trashItems(ctx, [id])
    return
  }
  ctx.em.remove(intake)
  await ctx.em.flush()
}

/** Locks the item and its intake row, so that concurrent decisions run one after the other. */
export async function lockIntake(
  ctx: ProjectContext,
  id: string,
): Promise<{ item: ItemRow; intake: Intake }> {
  await findIntakeItem(ctx, id)
  await lockItemTree(ctx)
  const [item] = await lockItems(ctx, [id])
  const intake = await ctx.em.findOne(IntakeEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (item === undefined || intake === null) throw notFound('Intake not found')
  return { item, intake }
}

function checkPermissions(
  ctx: ProjectContext,
  item: ItemRow,
  { issue = {}, ...decision }: Omit<Sent, 'skip_activity'>,
): void {
  const actor = projectActor(ctx)
  if (!canEditIntake(actor, item)) throw forbidden('You cannot edit intake issues')
  const isDeciding = Object.values(decision).some((value) => value !== undefined)
  if (isDeciding && !canTriageIntake(actor)) throw forbidden('Only project admins can review requests.')
  const isGuest = !hasRoleAtLeast(actor.role, role.member)
  if (isGuest && !Object.keys(issue).every((field) => guestEditableIntakeFields.includes(field)))
    throw forbidden('Guests can change only the title and description of their requests.')
}

type Decision = Pick<Intake, 'status' | 'snoozed_till' | 'duplicate_to'>

/**
 * Returns the new values of an intake request after it was accepted, declined, snoozed or marked as a
 * duplicate.
 */
async function nextDecision(
  ctx: ProjectContext,
  item: ItemRow,
  intake: Intake,
  sent: Decided,
): Promise<Decision> {
  const status = nextStatus(intake, sent)
  const till = nextSnoozedTill(intake, sent)
  const duplicate_to = sent.duplicate_to === undefined ? intake.duplicate_to : sent.duplicate_to
  if (status === intakeStatus.snoozed) checkSnoozedTill(till, sent)
  if (status === intakeStatus.duplicate && Object.keys(sent).length > 0)
    await checkOriginal(ctx, item, duplicate_to)
  return {
    status,
    snoozed_till: status === intakeStatus.snoozed ? till : null,
    duplicate_to: status === intakeStatus.duplicate ? duplicate_to : null,
  }
}

/**
 * Returns the new status of an intake item if the client does not send `status`. The status follows from the other
 * fields: a date in `snoozed_till` snoozes the item, null in `snoozed_till` ends the snooze, and an id in
 * `duplicate_to` marks the item as a duplicate.
 */
function nextStatus(intake: Intake, { status, snoozed_till, duplicate_to }: Decided): IntakeStatus {
  if (status !== undefined) return status
  if (snoozed_till) return intakeStatus.snoozed
  if (duplicate_to) return intakeStatus.duplicate
  return snoozed_till === null && intake.status === intakeStatus.snoozed
    ? intakeStatus.pending
    : intake.status
}

function nextSnoozedTill(intake: Intake, { snoozed_till }: Decided): Date | null {
  if (snoozed_till === undefined) return intake.snoozed_till
  return snoozed_till === null ? null : new Date(snoozed_till)
}

function checkSnoozedTill(till: Date | null, { snoozed_till }: Decided): void {
  if (till === null) throw invalid('snoozed_till', 'Choose a date to snooze until.')
  if (snoozed_till !== undefined && till.getTime() <= Date.now())
    throw invalid('snoozed_till', 'The snooze date must be in the future.')
}

/** Throws unless the original of a duplicate is another visible item of the same project that is not in intake. */
async function checkOriginal(ctx: ProjectContext, item: ItemRow, id: string | null): Promise<void> {
  const [original] = id === null ? [] : await loadVisibleItems(ctx, [id])
  const isInProject =
    original !== undefined && original.project_id === item.project_id && original.id !== item.id
  if (!isInProject || isIntakeItemInTriage(original))
    throw invalid('duplicate_to', 'Choose the original work item in this project.')
}

/**
 * Moves the item out of triage, behind the other items of its state. An item without assignee gets the
 * default assignees.
 */
async function accept(ctx: ProjectContext, item: ItemRow, edits: Sent['issue'] = {}): Promise<void> {
  const state = await acceptedState(ctx, edits.state_id ?? null)
  const assignee_ids = edits.assignee_ids ?? item.assignee_ids
  await changeItem(
    ctx,
    item.id,
    {
      ...edits,
      state_id: state.id,
      sort_order: await lastPositionInState(ctx, state.id),
      ...(assignee_ids.length === 0 && { assignee_ids: await loadDefaultAssignees(ctx) }),
    },
    { leaves_triage: true },
  )
}

async function acceptedState(ctx: ProjectContext, stateId: string | null) {
  try {
    return await loadStateOrDefault(ctx, stateId)
  } catch (error) {
    const isDefaultMissing = stateId === null && error instanceof AppError && error.code === 'invalid'
    throw isDefaultMissing
      ? new AppError('invalid', 'Cannot accept intake issue: No default state found for the project')
      : error
  }
}

/**
 * Moves an accepted item back into triage, and removes it from its parent, cycle and modules. Throws if the
 * item has sub-items or relations, is archived, or is an epic.
 */
async function returnToTriage(ctx: ProjectContext, item: ItemRow): Promise<void> {
  const { rows } = await sql`
    select from work_item_relations where issue_id = ${item.id} or related_issue_id = ${item.id}
    union all select from work_items where parent_id = ${item.id} limit 1`.execute(query(ctx.em))
  if (item.archived_at !== null || item.is_epic || rows.length > 0)
    throw new AppError(
      'conflict',
      'This work item can’t return to intake because it has sub-items or relations, is archived, or is an epic.',
    )
  const withoutCycleAndModules = { parent_id: null, cycle_id: null, module_ids: [] }
  const patch = {
    ...stateDependentColumns(item, await getOrCreateTriageState(ctx)),
    ...withoutCycleAndModules,
  }
  await writeItems(ctx, [{ before: item, patch }])
}

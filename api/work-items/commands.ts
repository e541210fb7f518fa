import type { BodyOf } from '#common/call.ts'
import { documentName } from '#common/document/names.ts'
import { invalid, notFound } from '#common/errors.ts'
import { newId } from '#common/ids.ts'
import { firstPosition, positionStep } from '#common/positions.ts'
import type { workItemCalls } from '#common/work-items/calls.ts'
import { canDeleteWorkItem, datesOutOfOrder, takesChanges } from '#common/work-items/rules.ts'
import { type WorkItemRow, workItemRow } from '#common/work-items/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { contentOf } from '../documents/content.ts'
import { checkedIfMatch } from '../documents/etag.ts'
import type { DocumentContent } from '../documents/ports.ts'
import { assigned } from './assigned.ts'
import { recountChildren } from './children.ts'
import { WorkItemEntity } from './entity.ts'
import { holdTree, lineAbove } from './family.ts'
import { assignable, labelsOf, nextSequence } from './links.ts'
import { actorOf, allow, loadWorkItem, stateFor } from './load.ts'
import { knownIn, patchFor } from './patch.ts'
import { isFarOff, spaceAnew } from './spacing.ts'
import { restoreItems, trashItems } from './trash.ts'
import { type ItemRow, lockEditable, lockItems, writeItems } from './write-items.ts'

type CreateInput = BodyOf<typeof workItemCalls.createWorkItem>
type UpdateInput = BodyOf<typeof workItemCalls.updateWorkItem>

export async function createWorkItem(ctx: ProjectContext, input: CreateInput): Promise<WorkItemRow> {
  const { em, project, user, workspace } = ctx
  const content = contentOf(input)
  if (content !== null) ctx.documents.prepare(em, content, user.id)
  if (input.parent_id) await holdTree(ctx)
  const state = await stateFor(ctx, input.state_id ?? null)
  validDates(input.start_date ?? null, input.target_date ?? null)
  const assignee_ids = await assigneesFor(
    ctx,
    input.assignee_ids?.length ? input.assignee_ids : await defaultAssignees(ctx),
  )
  const item = em.create(WorkItemEntity, {
    id: input.id ?? newId(),
    workspace_id: workspace.id,
    project_id: project.id,
    name: input.name,
    state_id: state.id,
    state__group: state.group,
    completed_at: state.group === 'completed' ? new Date() : null,
    priority: input.priority ?? 'none',
    parent_id: await parentFor(ctx, null, input.parent_id ?? null),
    start_date: input.start_date ?? null,
    target_date: input.target_date ?? null,
    ...assigned({ assignee_ids: [], subscriber_ids: [user.id] }, assignee_ids),
    label_ids: await labelsOf(em, project.id, input.label_ids ?? []),
    module_ids: [],
    mention_ids: [],
    cycle_id: null,
    type_id: null,
    estimate_point: null,
    archived_at: null,
    deleted_at: null,
    sort_order: input.sort_order ?? (await endOfState(ctx, state.id)),
    sequence_id: await nextSequence(em, project.id),
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  await recountChildren(em, [item.parent_id])
  if (isFarOff(item)) item.sort_order = await spaceAnew(em, item)
  if (content !== null) await describe(ctx, item, content)
  return present(workItemRow, item)
}

export async function updateWorkItem(
  ctx: ProjectContext,
  id: string,
  input: UpdateInput,
): Promise<WorkItemRow> {
  const { em } = ctx
  const match = checkedIfMatch(ctx.http.if_match)
  if (input.parent_id !== undefined) await holdTree(ctx)
  const [before] = await lockEditable(ctx, [id])
  if (before === undefined) throw notFound('Issue not found')
  const { parent_id, state_id, ...plain } = input
  const state = state_id === null ? (await stateFor(ctx, null)).id : state_id
  const change = { ...plain, ...(state !== undefined && { state_id: state }) }
  const patch = patchFor(before, change, await knownIn(ctx, [change]))
  // One that somebody else gave it may stay, though the caller does not see it.
  if (parent_id !== undefined && parent_id !== before.parent_id)
    patch.parent_id = await parentFor(ctx, id, parent_id)
  const [item = before] = await writeItems(ctx, [{ before, patch }])
  if (item.parent_id !== before.parent_id) await recountChildren(em, [before.parent_id, item.parent_id])
  const sort_order = input.sort_order === undefined ? item.sort_order : await spaceAnew(em, item)
  const content = contentOf(input)
  if (content === null) return present(workItemRow, { ...item, sort_order })
  await describe(ctx, item, { ...content, match })
  const [described = item] = await lockItems(ctx, [id])
  return present(workItemRow, described)
}

export async function deleteWorkItem(ctx: ProjectContext, id: string): Promise<undefined> {
  const item = await loadWorkItem(ctx, id)
  allow(canDeleteWorkItem(actorOf(ctx), item))
  await trashItems(ctx, [id])
}

export async function restoreWorkItem(ctx: ProjectContext, id: string): Promise<WorkItemRow> {
  const item = await loadWorkItem(ctx, id, { trashed: true })
  allow(canDeleteWorkItem(actorOf(ctx), item))
  const [restored] = await restoreItems(ctx, [id])
  return present(workItemRow, restored ?? item)
}

/** Through the document, so that there is one truth and open editors see it. */
async function describe(
  ctx: ProjectContext,
  item: Pick<ItemRow, 'id' | 'workspace_id'>,
  content: DocumentContent,
): Promise<void> {
  const target = { name: documentName('work_item', item.id), workspace_id: item.workspace_id }
  const { etag } = await ctx.documents.write(ctx.em, target, content, ctx.user.id)
  if (etag !== null) ctx.http.setEtag(etag)
}

function validDates(start: string | null | undefined, target: string | null | undefined): void {
  if (datesOutOfOrder(start ?? null, target ?? null)) {
    throw invalid('start_date', 'Start date cannot exceed target date')
  }
}

/** A parent is another item of the project that the caller sees, that takes changes and does not stand below the child. */
async function parentFor(
  ctx: ProjectContext,
  childId: string | null,
  parentId: string | null,
): Promise<string | null> {
  if (parentId === null) return null
  const above = await lineAbove(ctx, parentId)
  const parent = above.find((one) => one.id === parentId)
  if (parent === undefined || !takesChanges(parent) || above.some((one) => one.id === childId)) {
    throw invalid('parent_id', 'Parent is not valid issue_id please pass a valid issue_id')
  }
  return parentId
}

/** Assigns people who may work in the project; others are left out silently, as the specification says. */
async function assigneesFor(ctx: ProjectContext, wanted: string[]): Promise<string[]> {
  return wanted.length === 0 ? [] : assignable(ctx.em, ctx.project.id, ctx.workspace.id, wanted)
}

async function defaultAssignees({ em, project }: ProjectContext): Promise<string[]> {
  const { default_assignee } = await query(em)
    .selectFrom('projects')
    .select('default_assignee')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return default_assignee === null ? [] : [default_assignee]
}

/** Behind all that stand in the state's column; an index has them in order. */
async function endOfState({ em, project }: ProjectContext, stateId: string): Promise<number> {
  const last = await query(em)
    .selectFrom('work_items')
    .select('sort_order')
    .where('project_id', '=', project.id)
    .where('state_id', '=', stateId)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .where('is_draft', '=', false)
    .orderBy('sort_order', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined ? firstPosition : last.sort_order + positionStep
}

import { withoutForgeUsers } from '#common/identity/users/forge-users.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import type { workItemCalls } from '#common/work/work-items/calls.ts'
import { emptyFieldValues, itemFields } from '#common/work/work-items/fields.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { documentContentFromInput } from '../../documents/content/content.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { prepareItemPatches } from './change-items.ts'
import { type WorkItem, WorkItemEntity } from './entity.ts'
import { epicColumns, loadEpicOfParent } from './epic-of.ts'
import { getOrCreateTriageState } from './in-triage.ts'
import type { ItemRow } from './item-row.ts'
import { assignItemNumbers } from './labels-and-numbers.ts'
import { stateDependentColumns } from './load.ts'
import { resolveOriginalAuthor } from './original.ts'
import { recountChildren } from './recount-children.ts'
import { isNearPositionLimit, respaceNeighborItems } from './spacing.ts'
import { lockItemTree } from './tree.ts'
import { writeItemDescription } from './write-description.ts'

type CreateInput = BodyOf<typeof workItemCalls.createWorkItem>

/** Creates an item with its sub-items in the given order. Either all of them are created or none. */
export async function createWorkItem(
  ctx: ProjectContext,
  { sub_items = [], original: sent, ...input }: CreateInput,
  { isEpic = false } = {},
): Promise<WorkItemRow> {
  const author = await resolveOriginalAuthor(ctx, sent)
  const original =
    author === null ? {} : { original: { ...author, updated_at: new Date(), completed_at: null } }
  if (sub_items.length > 0) await lockItemTree(ctx)
  const item = await createSingleItem(ctx, input, { isEpic, ...original })
  for (const one of sub_items) await createSingleItem(ctx, { ...one, parent_id: item.id }, original)
  if (sub_items.length > 0) await ctx.em.refresh(item)
  return presentRow(workItemRow, item)
}

interface NewItemOptions {
  isTriage?: boolean
  isEpic?: boolean
  /**
   * The original author and times of an imported item. If omitted, the current user is the author and the item is
   * created at the current time.
   */
  original?: Pick<WorkItem, 'created_by' | 'created_at' | 'updated_at' | 'completed_at'>
}

/**
 * Creates an empty item and applies the input as a change, so that the rules of changes apply. An item in
 * triage gets no default assignee, because it is not part of the project yet.
 */
export async function createSingleItem(
  ctx: ProjectContext,
  input: Omit<CreateInput, 'sub_items' | 'original'>,
  { isTriage = false, isEpic = false, original }: NewItemOptions = {},
): Promise<WorkItem> {
  const { em, project, user } = ctx
  const content = documentContentFromInput(input)
  if (content !== null) ctx.documents.prepare(em, [content], user.id)
  if (input.parent_id || input.epic_id) await lockItemTree(ctx)
  const before = itemBeforeCreation(ctx, input.id ?? newId())
  if (isTriage) Object.assign(before, stateDependentColumns(before, await getOrCreateTriageState(ctx)))
  if (isEpic) Object.assign(before, await epicColumns(ctx))
  const change = isTriage ? input : { ...input, ...(await withDefaults(ctx, input)) }
  const [planned] = await prepareItemPatches(ctx, [{ before, change }])
  const row = { ...before, ...planned?.patch }
  const item = em.create(WorkItemEntity, {
    ...row,
    epic_id: await loadEpicOfParent(em, row.parent_id),
    sort_order: input.sort_order ?? (await lastPositionInState(ctx, row.state_id)),
    sequence_id: (await assignItemNumbers(em, project.id, [undefined]))[0] ?? 0,
    created_at: new Date(),
    updated_at: new Date(),
    ...original,
    completed_at: row.completed_at === null ? null : (original?.completed_at ?? row.completed_at),
  })
  await em.flush()
  await recountChildren(em, [item.parent_id])
  if (isNearPositionLimit(item))
    item.sort_order = (await respaceNeighborItems(em, item)).get(item.id) ?? item.sort_order
  if (content !== null) await writeItemDescription(ctx, item, content, { is_new: true })
  return item
}

export function itemBeforeCreation({ project, user, workspace }: ProjectContext, id: string): ItemRow {
  const now = new Date()
  return {
    id,
    workspace_id: workspace.id,
    project_id: project.id,
    sequence_id: 0,
    name: '',
    ...emptyFieldValues(itemFields),
    state_id: '',
    state__group: 'backlog',
    completed_at: null,
    sort_order: 0,
    parent_id: null,
    subscriber_ids: withoutForgeUsers([user.id]),
    mention_ids: [],
    type_id: null,
    is_epic: false,
    sub_issues_count: 0,
    link_count: 0,
    attachment_count: 0,
    git_state: null,
    is_draft: false,
    archived_at: null,
    external_source: null,
    external_id: null,
    deleted_at: null,
    deleted_by: null,
    created_at: now,
    updated_at: now,
    created_by: user.id,
    updated_by: user.id,
  }
}

/**
 * Adds values that the input omits: the default assignees, and null as the state, which means the default state
 * of the project.
 */
async function withDefaults(
  ctx: ProjectContext,
  { state_id, assignee_ids }: Pick<CreateInput, 'state_id' | 'assignee_ids'>,
) {
  return {
    state_id: state_id ?? null,
    assignee_ids: assignee_ids?.length ? assignee_ids : await loadDefaultAssignees(ctx),
  }
}

export async function loadDefaultAssignees({ em, project }: ProjectContext): Promise<string[]> {
  const { default_assignee } = await query(em)
    .selectFrom('projects')
    .select('default_assignee')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return default_assignee === null ? [] : [default_assignee]
}

/** Returns the position at the end of a state's column on the board. An index makes this query fast. */
export async function lastPositionInState({ em, project }: ProjectContext, stateId: string): Promise<number> {
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

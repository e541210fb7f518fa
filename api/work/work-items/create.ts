import type { BodyOf } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition, positionStep } from '#common/platform/positions.ts'
import type { workItemCalls } from '#common/work/work-items/calls.ts'
import { emptyOf, itemFields } from '#common/work/work-items/fields.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { contentOf } from '../../documents/content/content.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { present } from '../../platform/db/present.ts'
import { patchesFor } from './change-items.ts'
import { recountChildren } from './children.ts'
import { describeItemChange } from './describe.ts'
import { type WorkItem, WorkItemEntity } from './entity.ts'
import { asEpic, epicOf } from './epic-of.ts'
import { triageStateOf } from './in-triage.ts'
import type { ItemRow } from './item-row.ts'
import { numbersFor } from './links.ts'
import { inState } from './load.ts'
import { isFarOff, spaceAnew } from './spacing.ts'
import { holdTree } from './tree.ts'

type CreateInput = BodyOf<typeof workItemCalls.createWorkItem>

/** With its sub-items, in their order: all of them or none. */
export async function createWorkItem(
  ctx: ProjectContext,
  { sub_items = [], ...input }: CreateInput,
  { isEpic = false } = {},
): Promise<WorkItemRow> {
  if (sub_items.length > 0) await holdTree(ctx)
  const item = await createOne(ctx, input, { isEpic })
  for (const one of sub_items) await createOne(ctx, { ...one, parent_id: item.id })
  if (sub_items.length > 0) await ctx.em.refresh(item)
  return present(workItemRow, item)
}

/**
 * An empty item that is changed to what is asked for, so that the rules are those of every change. One that is in triage is not in the
 * project yet: it is given to nobody.
 */
export async function createOne(
  ctx: ProjectContext,
  input: Omit<CreateInput, 'sub_items'>,
  { isTriage = false, isEpic = false } = {},
): Promise<WorkItem> {
  const { em, project, user } = ctx
  const content = contentOf(input)
  if (content !== null) ctx.documents.prepare(em, content, user.id)
  if (input.parent_id || input.epic_id) await holdTree(ctx)
  const before = emptyItem(ctx, input.id ?? newId())
  if (isTriage) Object.assign(before, inState(before, await triageStateOf(ctx)))
  if (isEpic) Object.assign(before, await asEpic(ctx))
  const change = isTriage ? input : { ...input, ...(await placeOf(ctx, input)) }
  const [made] = await patchesFor(ctx, [{ before, change }])
  const row = { ...before, ...made?.patch }
  const item = em.create(WorkItemEntity, {
    ...row,
    epic_id: await epicOf(em, row.parent_id),
    sort_order: input.sort_order ?? (await endOfState(ctx, row.state_id)),
    sequence_id: (await numbersFor(em, project.id, [undefined]))[0] ?? 0,
    created_at: new Date(),
    updated_at: new Date(),
  })
  await em.flush()
  await recountChildren(em, [item.parent_id])
  if (isFarOff(item)) item.sort_order = (await spaceAnew(em, item)).get(item.id) ?? item.sort_order
  if (content !== null) await describeItemChange(ctx, item, content)
  return item
}

function emptyItem({ project, user, workspace }: ProjectContext, id: string): ItemRow {
  const now = new Date()
  return {
    id,
    workspace_id: workspace.id,
    project_id: project.id,
    sequence_id: 0,
    name: '',
    ...emptyOf(itemFields),
    state_id: '',
    state__group: 'backlog',
    completed_at: null,
    sort_order: 0,
    parent_id: null,
    subscriber_ids: [user.id],
    mention_ids: [],
    type_id: null,
    is_epic: false,
    sub_issues_count: 0,
    link_count: 0,
    attachment_count: 0,
    is_draft: false,
    archived_at: null,
    deleted_at: null,
    deleted_by: null,
    created_at: now,
    updated_at: now,
    created_by: user.id,
    updated_by: user.id,
  }
}

/** The state that it stands in, and whose it is, when nothing else is said. */
async function placeOf(
  ctx: ProjectContext,
  { state_id, assignee_ids }: Pick<CreateInput, 'state_id' | 'assignee_ids'>,
) {
  return {
    state_id: state_id ?? null,
    assignee_ids: assignee_ids?.length ? assignee_ids : await defaultAssignees(ctx),
  }
}

export async function defaultAssignees({ em, project }: ProjectContext): Promise<string[]> {
  const { default_assignee } = await query(em)
    .selectFrom('projects')
    .select('default_assignee')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return default_assignee === null ? [] : [default_assignee]
}

/** Behind all that stand in the state's column; an index has them in order. */
export async function endOfState({ em, project }: ProjectContext, stateId: string): Promise<number> {
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

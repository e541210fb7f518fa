import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { draftCalls } from '#common/work/listing/draft-calls.ts'
import { draftsLimit } from '#common/work/work-items/drafts/rules.ts'
import { type DraftAnswer, draftAnswer } from '#common/work/work-items/drafts/schema.ts'
import { canCreateWorkItems, workItemNameProblem } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { actorOf } from '../../../access/actor.ts'
import { refuseArchived } from '../../../access/guard.ts'
import { lockOwnMembership } from '../../../organization/workspaces/membership.ts'
import type { WorkspaceContext } from '../../../platform/context/context.ts'
import { present } from '../../../platform/db/present.ts'
import { createWorkItem } from '../create.ts'
import { descriptionOf } from '../kept-text.ts'
import { type Draft, DraftEntity } from './entity.ts'
import { fitting, projectFor } from './fitting.ts'
import { type DraftScope, loadDraft } from './queries.ts'

type Calls = typeof draftCalls
type Fields = BodyOf<Calls['updateDraft']>

export async function createDraft(
  ctx: WorkspaceContext,
  place: DraftScope,
  { id = newId(), ...input }: BodyOf<Calls['createDraft']>,
): Promise<DraftAnswer> {
  const { em, user, workspace } = ctx
  const text = await descriptionOf(ctx, input)
  await lockOwnMembership(ctx)
  const own = await em.count(DraftEntity, { workspace_id: workspace.id, created_by: user.id })
  if (own >= draftsLimit) throw new AppError('invalid', `There are at most ${draftsLimit} drafts.`)
  const empty = {
    ...{ name: '', description_html: '', preview: '', priority: 'none' as const },
    ...{
      project_id: null,
      state_id: null,
      parent_id: null,
      estimate_point: null,
      start_date: null,
      target_date: null,
    },
    ...{ assignee_ids: [], label_ids: [], sub_items: [] },
  }
  const draft = em.create(DraftEntity, {
    ...empty,
    ...(await changed(ctx, empty, { ...input, ...place })),
    ...text,
    id,
    workspace_id: workspace.id,
    created_by: user.id,
  })
  await em.flush()
  return present(draftAnswer, draft)
}

export async function updateDraft(
  ctx: WorkspaceContext,
  place: DraftScope,
  id: string,
  input: Fields,
): Promise<DraftAnswer> {
  const text = await descriptionOf(ctx, input)
  await lockOwnMembership(ctx)
  const draft = await loadDraft(ctx, place, id)
  ctx.em.assign(draft, { ...(await changed(ctx, draft, input)), ...text })
  await ctx.em.flush()
  return present(draftAnswer, draft)
}

export async function deleteDraft(ctx: WorkspaceContext, place: DraftScope, id: string): Promise<undefined> {
  await lockOwnMembership(ctx)
  ctx.em.remove(await loadDraft(ctx, place, id))
  await ctx.em.flush()
}

/** The draft is gone with it: what it said, the item says. */
export async function publishDraft(
  ctx: WorkspaceContext,
  id: string,
  { project_id, ...input }: BodyOf<Calls['publishDraft']>,
): Promise<WorkItemRow> {
  await lockOwnMembership(ctx)
  const draft = await loadDraft(ctx, null, id)
  const into = project_id ?? draft.project_id
  if (into === null) throw new AppError('invalid', 'Project is required to create an issue.')
  const target = await projectFor(ctx, into)
  if (!canCreateWorkItems(actorOf(target))) throw forbidden()
  refuseArchived(target.project)
  const name = input.name ?? draft.name
  if (workItemNameProblem(name) !== null) throw invalid('name', 'A title is required.')
  const { priority, start_date, target_date, description_html } = draft
  const { sub_items, ...own } = await fitting(ctx, into, draft)
  const item = await createWorkItem(target, {
    ...{ priority, start_date, target_date },
    ...own,
    sub_items: sub_items.filter(({ name }) => workItemNameProblem(name) === null),
    ...(description_html !== '' && { description_html }),
    ...input,
    name,
  })
  ctx.em.remove(draft)
  await ctx.em.flush()
  return item
}

type Own = Pick<
  Draft,
  | 'name'
  | 'priority'
  | 'project_id'
  | 'state_id'
  | 'assignee_ids'
  | 'label_ids'
  | 'parent_id'
  | 'estimate_point'
  | 'sub_items'
  | 'start_date'
  | 'target_date'
>

/** What the draft is by this change; of another project it keeps what there is in that one. */
async function changed(ctx: WorkspaceContext, before: Own, sent: Fields): Promise<Own> {
  const given = <Name extends keyof Own>(name: Name): Own[Name] => {
    const value = (sent as Partial<Own>)[name]
    return value === undefined ? before[name] : value
  }
  const project_id = given('project_id')
  if (project_id !== null && project_id !== before.project_id) await projectFor(ctx, project_id)
  const fits = await fitting(ctx, project_id, {
    state_id: given('state_id'),
    assignee_ids: given('assignee_ids'),
    label_ids: given('label_ids'),
    parent_id: given('parent_id'),
    estimate_point: given('estimate_point'),
    sub_items: given('sub_items'),
  })
  return {
    ...fits,
    project_id,
    name: given('name'),
    priority: given('priority'),
    start_date: given('start_date'),
    target_date: given('target_date'),
  }
}

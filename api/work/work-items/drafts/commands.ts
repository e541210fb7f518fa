import type { BodyOf } from '#common/platform/call.ts'
import { AppError, forbidden, invalid } from '#common/platform/errors.ts'
import { projectWriteProblem } from '#common/platform/guards.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import type { draftCalls } from '#common/work/listing/draft-calls.ts'
import { draftsLimit } from '#common/work/work-items/drafts/rules.ts'
import type { DraftResponse } from '#common/work/work-items/drafts/schema.ts'
import {
  cycleModuleAndEpicFields,
  dateFields,
  emptyFieldValues,
  type FieldValues,
  itemFields,
  pickDefinedFields,
  projectIndependentFields,
} from '#common/work/work-items/fields.ts'
import { canCreateWorkItems, workItemNameProblem } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { projectActor } from '../../../access/actor.ts'
import { assertProjectNotArchived, assertProjectWritable } from '../../../access/guard.ts'
import { lockOwnMembership } from '../../../organization/workspaces/membership.ts'
import type { ProjectContext, WorkspaceContext } from '../../../platform/context/context.ts'
import { createWorkItem } from '../create.ts'
import { isEpicType } from '../epic-of.ts'
import { lockCyclesOrModules } from '../lock-cycles-or-modules.ts'
import { sanitizeDescription } from '../sanitize-description.ts'
import { type Draft, DraftEntity } from './entity.ts'
import { loadAccessibleProject, removeMissingReferences } from './existing-references.ts'
import { type DraftScope, loadDraft, presentDraft } from './queries.ts'

type Calls = typeof draftCalls
type Fields = BodyOf<Calls['updateDraft']>

export async function createDraft(
  ctx: WorkspaceContext,
  scope: DraftScope,
  { id = newId(), ...input }: BodyOf<Calls['createDraft']>,
): Promise<DraftResponse> {
  const { em, user, workspace } = ctx
  const text = await sanitizeDescription(ctx, input)
  await lockOwnMembership(ctx)
  const own = await em.count(DraftEntity, { workspace_id: workspace.id, created_by: user.id })
  if (own >= draftsLimit) throw new AppError('invalid', `You can have at most ${draftsLimit} drafts.`)
  const empty = {
    ...{ name: '', description_html: '', preview: '' },
    ...{ project_id: null, parent_id: null, sub_items: [] },
    ...{ type_id: null, sort_order: firstPosition },
    ...emptyFieldValues(itemFields),
  }
  const draft = em.create(DraftEntity, {
    ...empty,
    ...(await applyChange(ctx, empty, { ...input, ...scope })),
    ...text,
    id,
    workspace_id: workspace.id,
    created_by: user.id,
  })
  await em.flush()
  return presentDraft(draft)
}

export async function updateDraft(
  ctx: WorkspaceContext,
  scope: DraftScope,
  id: string,
  input: Fields,
): Promise<DraftResponse> {
  const text = await sanitizeDescription(ctx, input)
  await lockOwnMembership(ctx)
  const draft = await loadDraft(ctx, scope, id)
  ctx.em.assign(draft, { ...(await applyChange(ctx, draft, input)), ...text })
  await ctx.em.flush()
  return presentDraft(draft)
}

export async function deleteDraft(ctx: WorkspaceContext, scope: DraftScope, id: string): Promise<undefined> {
  await lockOwnMembership(ctx)
  ctx.em.remove(await loadDraft(ctx, scope, id))
  await ctx.em.flush()
}

/** Creates an item from a draft and deletes the draft. */
export async function publishDraft(
  ctx: WorkspaceContext,
  id: string,
  { project_id, type_id, ...input }: BodyOf<Calls['publishDraft']>,
): Promise<WorkItemRow> {
  await lockOwnMembership(ctx)
  const draft = await loadDraft(ctx, null, id)
  const into = project_id ?? draft.project_id
  if (into === null) throw new AppError('invalid', 'Project is required to create an issue.')
  const target = await loadAccessibleProject(ctx, into)
  if (!canCreateWorkItems(projectActor(target))) throw forbidden()
  assertProjectNotArchived(target.project)
  const name = input.name ?? draft.name
  if (workItemNameProblem(name) !== null) throw invalid('name', 'A title is required.')
  const { description_html } = draft
  const found = await removeMissingReferences(ctx, into, {
    ...draft,
    ...(type_id !== undefined && { type_id }),
  })
  const { sub_items, type_id: type, ...own } = found
  const isEpic = await isEpicType(ctx.em, type)
  if (isEpic) assertProjectWritable(target.project, 'epics')
  const item = await createWorkItem(
    target,
    {
      ...pickDefinedFields({ ...projectIndependentFields, ...dateFields }, draft),
      ...own,
      ...(await dropClosedCyclesAndModules(target, own)),
      sub_items: sub_items.filter(({ name }) => workItemNameProblem(name) === null),
      ...(description_html !== '' && { description_html }),
      ...input,
      // Clear parent, cycle and modules, which an epic cannot have.
      ...(isEpic && { ...emptyFieldValues(cycleModuleAndEpicFields), parent_id: null }),
      name,
    },
    { isEpic },
  )
  ctx.em.remove(draft)
  await ctx.em.flush()
  return item
}

/**
 * Leaves out cycles and modules that were closed since the draft was saved, or whose feature is disabled in
 * the project.
 */
async function dropClosedCyclesAndModules(
  target: ProjectContext,
  { cycle_id, module_ids, epic_id }: Pick<Draft, keyof typeof cycleModuleAndEpicFields>,
): Promise<FieldValues<typeof cycleModuleAndEpicFields>> {
  const { project } = target
  const cycles = await lockCyclesOrModules(target, 'cycles', cycle_id === null ? [] : [cycle_id])
  const modules = await lockCyclesOrModules(target, 'modules', module_ids)
  const isOn = (area: string) => projectWriteProblem(project, area) === null
  return {
    cycle_id: isOn('cycles') && cycles.get(cycle_id ?? '') ? cycle_id : null,
    module_ids: isOn('modules') ? module_ids.filter((id) => modules.get(id)) : [],
    epic_id: isOn('epics') ? epic_id : null,
  }
}

const draftColumns = {
  ...itemFields,
  ...{ name: true, project_id: true, parent_id: true, sub_items: true, type_id: true, sort_order: true },
}
type Own = Pick<Draft, keyof typeof draftColumns>

/**
 * Returns the draft after a change. If the project changes, values that do not exist in the new project are
 * dropped.
 */
async function applyChange(ctx: WorkspaceContext, before: Own, sent: Fields): Promise<Own> {
  const now: Own = { ...pickDefinedFields(draftColumns, before), ...pickDefinedFields(draftColumns, sent) }
  if (now.project_id !== null && now.project_id !== before.project_id)
    await loadAccessibleProject(ctx, now.project_id)
  return { ...now, ...(await removeMissingReferences(ctx, now.project_id, now)) }
}

import { LockMode } from '@mikro-orm/postgresql'
import type { BodyOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { positionStep } from '#common/platform/positions.ts'
import type { labelCalls } from '#common/work/labels/calls.ts'
import { labelColors } from '#common/work/labels/defaults.ts'
import { canNestLabel } from '#common/work/labels/rules.ts'
import { type LabelRow, labelRow } from '#common/work/labels/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { assertExternalIdAvailable } from '../../platform/db/external-ids.ts'
import { firstAndLastPosition, lockListOrder, respaceRows } from '../../platform/db/order.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { LabelEntity } from './entity.ts'
import { assertLabelNameAvailable, loadChildLabels, loadLabel } from './load.ts'

type CreateInput = BodyOf<typeof labelCalls.createLabel>
type UpdateInput = BodyOf<typeof labelCalls.updateLabel>

export async function createLabel(ctx: ProjectContext, input: CreateInput): Promise<LabelRow> {
  await assertLabelNameAvailable(ctx, null, input.name)
  await assertExternalIdAvailable(ctx, { table: 'labels', row: null, change: input })
  const id = input.id ?? newId()
  if (input.parent) await assertCanNestLabel(ctx, { id, parent: null, has_children: false }, input.parent)
  const { last, count } = await firstAndLastPosition(
    query(ctx.em)
      .selectFrom('labels')
      .where('project_id', '=', ctx.project.id)
      .where('deleted_at', 'is', null),
  )
  const label = ctx.em.create(LabelEntity, {
    id,
    workspace_id: ctx.workspace.id,
    project_id: ctx.project.id,
    name: input.name,
    color: input.color ?? labelColors[count % labelColors.length] ?? labelColors[0],
    parent: input.parent ?? null,
    sort_order: input.sort_order ?? (last ?? 0) + positionStep,
    external_source: input.external_source ?? null,
    external_id: input.external_id ?? null,
    deleted_at: null,
    created_by: ctx.user.id,
    updated_by: ctx.user.id,
  })
  await ctx.em.flush()
  return presentRow(labelRow, label)
}

/** Creates labels. Leaves out duplicates and names that the project already has. */
export async function createLabels(
  ctx: ProjectContext,
  sent: BodyOf<typeof labelCalls.createLabels>['label_data'],
): Promise<{ labels: LabelRow[] }> {
  const known = await ctx.em.find(LabelEntity, { project_id: ctx.project.id, deleted_at: null })
  const taken = new Set(known.map(({ name }) => name))
  const labels: LabelRow[] = []
  for (const one of sent) {
    if (taken.has(one.name)) continue
    taken.add(one.name)
    labels.push(await createLabel(ctx, one))
  }
  return { labels }
}

export async function updateLabel(ctx: ProjectContext, id: string, input: UpdateInput): Promise<LabelRow> {
  if (input.sort_order !== undefined) await lockListOrder(ctx.em, `labels in ${ctx.project.id}`)
  const label = await loadLabel(ctx, id)
  if (input.name !== undefined) await assertLabelNameAvailable(ctx, id, input.name)
  await assertExternalIdAvailable(ctx, { table: 'labels', row: label, change: input })
  if (input.parent) {
    await assertCanNestLabel(
      ctx,
      { id, parent: label.parent, has_children: (await loadChildLabels(ctx, id)).length > 0 },
      input.parent,
    )
  }
  ctx.em.assign(label, input)
  label.updated_by = ctx.user.id
  if (input.sort_order !== undefined) {
    const all = await ctx.em.find(LabelEntity, { project_id: ctx.project.id, deleted_at: null })
    respaceRows(all, label)
  }
  await ctx.em.flush()
  return presentRow(labelRow, label)
}

async function assertCanNestLabel(
  ctx: ProjectContext,
  label: Parameters<typeof canNestLabel>[0],
  parentId: string,
): Promise<void> {
  const parent = await ctx.em.findOne(
    LabelEntity,
    { id: parentId, project_id: ctx.project.id, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_READ },
  )
  if (parent === null || !canNestLabel(label, parent)) {
    throw invalid('parent', 'The parent must be a top-level label of the same project.')
  }
}

import { LockMode } from '@mikro-orm/postgresql'
import { AppError, notFound } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { type Label, LabelEntity } from './entity.ts'

/** Loads and locks the label, so that no item or child label can get it at the same time. */
export async function loadLabel(ctx: ProjectContext, id: string): Promise<Label> {
  const label = await ctx.em.findOne(
    LabelEntity,
    { id, project_id: ctx.project.id, deleted_at: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (label === null) throw notFound('Label not found')
  return label
}

export async function assertLabelNameAvailable(
  ctx: ProjectContext,
  ownId: string | null,
  name: string,
): Promise<void> {
  const other = await ctx.em.findOne(LabelEntity, { project_id: ctx.project.id, name, deleted_at: null })
  if (other === null || other.id === ownId) return
  throw new AppError('invalid', 'Label with the same name already exists in the project', {
    fields: { name: ['LABEL_NAME_ALREADY_EXISTS'] },
  })
}

export async function loadChildLabels(ctx: ProjectContext, id: string): Promise<Label[]> {
  return ctx.em.find(LabelEntity, { project_id: ctx.project.id, parent: id, deleted_at: null })
}

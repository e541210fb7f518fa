import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/ids.ts'
import { defaultLabels } from '#common/labels/defaults.ts'
import { positionStep } from '#common/positions.ts'
import { defaultStates } from '#common/states/defaults.ts'
import { LabelEntity } from '../labels/entity.ts'
import { StateEntity } from '../states/entity.ts'

/** The states and labels that a new project starts with; written at the next flush. */
export function createDefaults(
  em: EntityManager,
  project: { id: string; workspace_id: string },
  userId: string,
): void {
  const within = { workspace_id: project.workspace_id, project_id: project.id, deleted_at: null }
  const by = { created_by: userId, updated_by: userId }
  for (const state of defaultStates) em.create(StateEntity, { id: newId(), ...state, ...within, ...by })
  for (const [at, label] of defaultLabels.entries()) {
    em.create(LabelEntity, {
      id: newId(),
      ...label,
      parent: null,
      sort_order: (at + 1) * positionStep,
      ...within,
      ...by,
    })
  }
}

import { newId } from '#common/platform/ids.ts'
import { positionStep } from '#common/platform/positions.ts'
import { defaultLabels } from '#common/work/labels/defaults.ts'
import { projectCreated } from '../../organization/projects/events.ts'
import { listenTo } from '../../platform/db/events.ts'
import { LabelEntity } from './entity.ts'

/** Gives a new project its default labels. */
export const createDefaultLabels = listenTo(
  projectCreated,
  async (em, { project: { id, workspace_id, created_at }, by }) => {
    const row = {
      workspace_id,
      project_id: id,
      parent: null,
      deleted_at: null,
      created_at,
      created_by: by,
      updated_by: by,
    }
    for (const [at, label] of defaultLabels.entries())
      em.create(LabelEntity, { id: newId(), ...label, sort_order: (at + 1) * positionStep, ...row })
  },
)

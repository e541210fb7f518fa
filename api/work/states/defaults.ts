import { newId } from '#common/platform/ids.ts'
import { defaultStates } from '#common/work/states/defaults.ts'
import { projectCreated } from '../../organization/projects/events.ts'
import { listenTo } from '../../platform/db/events.ts'
import { StateEntity } from './entity.ts'

/** Gives a new project its default states. */
export const createDefaultStates = listenTo(
  projectCreated,
  async (em, { project: { id, workspace_id, created_at }, by }) => {
    const within = { workspace_id, project_id: id }
    const row = { ...within, deleted_at: null, created_at, created_by: by, updated_by: by }
    for (const state of defaultStates) em.create(StateEntity, { id: newId(), ...state, ...row })
  },
)

import { guestEditableIntakeFields } from '#common/planning/intake/rules.ts'
import { forbidden, invalid } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { defaultStates } from '#common/work/states/defaults.ts'
import { isIntakeItemInTriage } from '#common/work/work-items/triage.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { type State, StateEntity } from '../states/entity.ts'
import type { ItemChange, ItemChangeOptions, PropertyChanges } from './property-setters.ts'

/**
 * Returns the triage state of the project and creates it if it is missing. The caller has locked the project.
 */
export async function getOrCreateTriageState({
  em,
  project,
  workspace,
  user,
}: ProjectContext): Promise<State> {
  const found = await em.findOne(StateEntity, { project_id: project.id, group: 'triage', deleted_at: null })
  const first = defaultStates.find(({ group }) => group === 'triage')
  if (found !== null || first === undefined) return found as State
  const created = em.create(StateEntity, {
    id: newId(),
    ...first,
    workspace_id: workspace.id,
    project_id: project.id,
    deleted_at: null,
    created_by: user.id,
    updated_by: user.id,
  })
  await em.flush()
  return created
}

/**
 * Throws if a change is not allowed for items in intake. They are not part of the project yet, so they cannot get a
 * state, parent, epic, cycle or module, and guests may only edit their text. Only the commands of the intake can move
 * items out of triage.
 */
export function assertAllowedInTriage(
  { project }: ProjectContext,
  items: readonly ItemChange[],
  { leaves_triage }: ItemChangeOptions,
): void {
  for (const { before, change } of items) {
    if (!isIntakeItemInTriage(before) || leaves_triage) continue
    const changedFields = (Object.keys(change) as (keyof PropertyChanges)[]).filter(
      (field) => change[field] !== undefined,
    )
    if (
      !hasRoleAtLeast(project.role, role.member) &&
      !changedFields.every((field) => guestEditableIntakeFields.includes(field))
    )
      throw forbidden('Guests can change only the title and description of their requests.')
    for (const field of ['state_id', 'parent_id', 'epic_id', 'cycle_id', 'module_ids'] as const) {
      if (change[field] === undefined || String(change[field]) === String(before[field])) continue
      throw invalid(field, 'This work item is in intake. Accept it first.')
    }
  }
}

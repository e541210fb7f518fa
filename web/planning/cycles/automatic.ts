import { atom } from 'jotai'
import type { AutomaticCycles } from '#common/organization/projects/automatic-cycles.ts'
import { t } from '../../locales/i18n.ts'
import { mutate, store } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { type AnyMutation, type Mutation, toAnyMutation } from '../../platform/sync/mutation.ts'
import type { Project } from '../../platform/sync/tables.ts'

/** The project whose automatic cycles are being edited, or null while the dialog is closed. */
export const automaticCyclesDialogAtom = atom<string | null>(null)

export function openAutomaticCyclesDialog(projectId: string): void {
  store.set(automaticCyclesDialogAtom, projectId)
}

/**
 * Saves the settings for automatic cycles. Undo restores the previous settings, but does not delete cycles that were
 * created between saving and Undo.
 */
export async function setAutomaticCycles(project: Project, wanted: AutomaticCycles): Promise<void> {
  await mutate({
    ...settingMutation(project, wanted),
    message: t('cycles.automatic.saved', { name: project.name }),
    undo: undoMutation(project),
  })
}

export async function stopAutomaticCycles(project: Project): Promise<void> {
  await mutate({
    ...stopMutation(project),
    message: t('cycles.automatic.stopped', { name: project.name }),
    undo: undoMutation(project),
  })
}

function undoMutation(project: Project): AnyMutation {
  const { automatic_cycles: former } = project
  return former === null
    ? toAnyMutation(stopMutation(project))
    : toAnyMutation(settingMutation(project, former))
}

function settingMutation(project: Project, wanted: AutomaticCycles): Mutation<'setAutomaticCycles'> {
  const { id, automatic_cycles } = project
  const { name, length, gap, ahead, rolls_over, starts_on } = wanted
  const body = { name, length, gap, ahead, rolls_over, starts_on }
  const since = automatic_cycles?.since ?? new Date().toISOString()
  const row = { ...body, since, set_by: getMyId() }
  return {
    call: 'setAutomaticCycles',
    input: { params: { slug: currentSlug(), project_id: id }, body },
    changes: [{ entity: 'projects', id, op: 'update', fields: { automatic_cycles: row } }],
  }
}

function stopMutation({ id }: Project): Mutation<'stopAutomaticCycles'> {
  return {
    call: 'stopAutomaticCycles',
    input: { params: { slug: currentSlug(), project_id: id } },
    changes: [{ entity: 'projects', id, op: 'update', fields: { automatic_cycles: null } }],
  }
}

import type { EpicUpdateRow } from '#common/planning/epics/schema.ts'
import { newId } from '#common/platform/ids.ts'
import type { UpdateStatus } from '#common/platform/update-statuses.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { applyRows, mutate, requestWithVersion } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { formatItemKey } from '../work-items/actions.ts'

/** Converts an item to an epic, which removes its parent, cycle and modules. Undo restores them. */
export async function convertToEpic(row: WorkItemRow): Promise<void> {
  await mutate(
    undoableMutation(becomingEpic(row), t('epics.converted', { key: formatItemKey(row) }), becomingItem(row)),
  )
}

export async function convertToWorkItem(row: WorkItemRow): Promise<void> {
  await mutate(
    undoableMutation(
      becomingItem(row),
      t('epics.convertedBack', { key: formatItemKey(row) }),
      becomingEpic(row),
    ),
  )
}

const items = createRowActions('work_items', {})

function becomingEpic(row: WorkItemRow) {
  const fields = { is_epic: true, parent_id: null, epic_id: null, cycle_id: null, module_ids: [] }
  return items.setting(row, fields, createSentCall('convertToEpic', { params: paramsOf(row) }))
}

function becomingItem(row: WorkItemRow) {
  const { parent_id, epic_id, cycle_id, module_ids } = row
  const place = { parent_id, cycle_id, module_ids }
  const sent = createSentCall('convertToWorkItem', { params: paramsOf(row), body: place })
  return items.setting(row, { ...place, epic_id, is_epic: false }, sent)
}

/** Loads all updates of an epic. Throws `RequestError`. */
export async function loadEpicUpdates(epic: Pick<WorkItemRow, 'id' | 'project_id'>): Promise<void> {
  const { answer, version } = await requestWithVersion('listEpicUpdates', { params: paramsOf(epic) })
  applyRows('epic_updates', answer, version)
}

interface EpicUpdateInput {
  status: UpdateStatus
  text: string
}

const updates = createRowActions('epic_updates', {
  create: ({ id, epic_id, project_id, status, text }) =>
    createSentCall('createEpicUpdate', {
      params: paramsOf({ id: epic_id, project_id }),
      body: { id, status, text },
    }),
  update: (row, input: EpicUpdateInput) =>
    createSentCall('updateEpicUpdate', { params: paramsOfUpdate(row), body: input }),
  remove: (row) => createSentCall('deleteEpicUpdate', { params: paramsOfUpdate(row) }),
  restore: (row) => createSentCall('restoreEpicUpdate', { params: paramsOfUpdate(row) }),
})

export async function addEpicUpdate(epic: WorkItemRow, input: EpicUpdateInput): Promise<void> {
  const now = new Date().toISOString()
  const row: EpicUpdateRow = {
    ...input,
    id: newId(),
    workspace_id: epic.workspace_id,
    project_id: epic.project_id,
    epic_id: epic.id,
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
  }
  await mutate(updates.create(row, t('epics.updates.written', { key: formatItemKey(epic) })))
}

export async function editEpicUpdate(row: EpicUpdateRow, input: EpicUpdateInput): Promise<void> {
  await mutate(updates.update(row, input, t('epics.updates.changed')))
}

export async function removeEpicUpdate(row: EpicUpdateRow): Promise<void> {
  await mutate(updates.remove(row, t('epics.updates.deleted')))
}

function paramsOf({ id, project_id }: Pick<WorkItemRow, 'id' | 'project_id'>) {
  return { slug: currentSlug(), project_id, id }
}

function paramsOfUpdate({ id, epic_id, project_id }: EpicUpdateRow) {
  return { ...paramsOf({ id: epic_id, project_id }), update_id: id }
}

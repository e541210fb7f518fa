import { atom } from 'jotai'
import type { CallName } from '#common/calls.ts'
import { newId } from '#common/platform/ids.ts'
import { firstPosition } from '#common/platform/positions.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { workspaceAtom } from '../../platform/shell/workspace.ts'
import { type AnyMutation, type Mutation, undoableMutation } from '../../platform/sync/mutation.ts'
import type { SentCall } from '../../platform/sync/row-actions.ts'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'
import type { CycleOrModuleRow, CycleOrModuleTable } from './definition.ts'

interface CycleOrModuleDialog {
  project_id: string
  /** The id of the cycle or module to edit, or null while a new one is being created. */
  id: string | null
}

/** The state of the cycle and module dialogs, or null while they are closed. */
export const cycleOrModuleDialogAtoms = {
  cycles: atom<CycleOrModuleDialog | null>(null),
  modules: atom<CycleOrModuleDialog | null>(null),
}

export function openCycleOrModuleForm(table: CycleOrModuleTable, dialog: CycleOrModuleDialog): void {
  bufferKeysUntilFocus()
  store.set(cycleOrModuleDialogAtoms[table], dialog)
}

/** Returns the columns of a new cycle or module that its form does not contain. */
export function newCycleOrModuleRow(project_id: string) {
  const now = new Date().toISOString()
  return {
    id: newId(),
    workspace_id: store.get(workspaceAtom).id ?? '',
    project_id,
    logo_props: {},
    sort_order: firstPosition,
    archived_at: null,
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
}

/** The API calls that archive and reorder a cycle or module, and add or remove its items. */
interface CycleOrModuleCalls<Row, Archive extends CallName, Add extends CallName, Take extends CallName> {
  archive: (row: Row, isArchived: boolean) => SentCall<Archive>
  reorder: (row: Row, sort_order: number, words?: string) => AnyMutation
  add: (row: Row, itemId: string) => SentCall<Add>
  take: (row: Row, itemId: string) => SentCall<Take>
  /**
   * Returns the changed fields of an item after it was added to the cycle or module (`isIn` is true) or
   * removed from it.
   */
  changedFields: (item: WorkItemRow, row: Row, isIn: boolean) => Partial<WorkItemRow>
}

export function createCycleOrModuleActions<
  Row extends CycleOrModuleRow,
  Archive extends CallName,
  Add extends CallName,
  Take extends CallName,
>(table: CycleOrModuleTable, calls: CycleOrModuleCalls<Row, Archive, Add, Take>) {
  const items = (row: Row, id: string, isIn: boolean) => {
    const item = tables.work_items.get(id)
    const fields = item && calls.changedFields(item, row, isIn)
    return { changes: fields ? [{ entity: 'work_items', id, op: 'update', fields } as const] : [] }
  }
  const adding = (row: Row, id: string): Mutation<Add> => ({ ...calls.add(row, id), ...items(row, id, true) })
  const taking = (row: Row, id: string): Mutation<Take> => ({
    ...calls.take(row, id),
    ...items(row, id, false),
  })
  const archiving = (row: Row, isArchived: boolean): Mutation<Archive> => {
    const archived_at = isArchived ? (row.archived_at ?? new Date().toISOString()) : null
    return {
      ...calls.archive(row, isArchived),
      changes: [{ entity: table, id: row.id, op: 'update', fields: { archived_at } }],
    }
  }
  return {
    orderOf: (list: readonly Row[]) =>
      createReordering<Row>({
        find: (id) => list.find((row) => row.id === id),
        listOf: () => list,
        positionOf: ({ sort_order }) => sort_order,
        nameOf: ({ name }) => name,
        messageOf: ({ name }) => t(table === 'cycles' ? 'cycles.moved' : 'modules.changed', { name }),
        placing: (row, position, _, words) => calls.reorder(row, position, words),
      }),
    setArchived: (row: Row, isArchived: boolean) => {
      const words = t(`${table}.${isArchived ? 'archived' : 'unarchived'}`, { name: row.name })
      return mutate(undoableMutation(archiving(row, isArchived), words, archiving(row, !isArchived)))
    },
    addItem: (row: Row, id: string) =>
      mutate(undoableMutation(adding(row, id), t(`${table}.added`, { name: row.name }), taking(row, id))),
    takeItem: (row: Row, id: string) =>
      mutate(undoableMutation(taking(row, id), t(`${table}.taken`, { name: row.name }), adding(row, id))),
  }
}

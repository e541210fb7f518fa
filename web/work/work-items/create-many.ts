import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../locales/i18n.ts'
import {
  beginNewChange,
  mutate,
  onDone,
  onUndone,
  onUndoRefused,
  redo,
  store,
  undo,
} from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { HistoryStep, ReversibleMutation } from '../../platform/sync/history.ts'
import { toAnyMutation } from '../../platform/sync/mutation.ts'
import { deleteItemMutation, restoreItemMutation } from './actions.ts'
import { markRecentlyCreated } from './recently-created.ts'

export interface NewItemOfText {
  name: string
  /**
   * The original line of the text as HTML, if the title does not contain all of it. Otherwise, the description stays
   * empty.
   */
  description_html: string | null | undefined
}

export interface CreatedItems {
  rows: WorkItemRow[]
  /** Undoes or redoes the creation, unless it is already undone or redone. */
  reverse: (isUndone: boolean) => void
}

/**
 * Creates the given items in one call. Calls `onReversed` with true after Undo has moved them to the trash, and with
 * false after Redo or if the server rejects the Undo. Returns null if the server rejected the items.
 */
export async function createWorkItems(
  project_id: string,
  given: readonly NewItemOfText[],
  onReversed: (isUndone: boolean) => void,
): Promise<CreatedItems | null> {
  const items = given.map((item) => ({ id: newId(), ...item }))
  const params = { slug: currentSlug(), project_id }
  for (const { id } of items) markRecentlyCreated(id)
  const remember = beginNewChange()
  const rows = await mutate({
    call: 'createWorkItems',
    input: { params, body: { items } },
    changes: [],
    queueKey: `made in ${project_id}`,
  })
  if (rows === null) return null
  // Only admins may delete several items with one call. Other people delete their new items one by one.
  const isAdmin = store.get(projectRoleAtom(project_id)) === role.admin
  const mutations = isAdmin ? [deletingAll(params, rows)] : rows.map(deletingOne)
  const step: HistoryStep = { message: t('createItems.created', { count: rows.length }), mutations }
  const current = followStep(step, onReversed)
  remember(step)
  return { rows, reverse: (isUndone) => void (isUndone ? undo : redo)(current()) }
}

function deletingAll(
  params: { slug: string; project_id: string },
  rows: readonly WorkItemRow[],
): ReversibleMutation {
  const body = { issue_ids: rows.map(({ id }) => id) }
  return {
    undo: toAnyMutation({
      call: 'deleteWorkItems',
      input: { params, body },
      changes: rows.map(({ id }) => ({ entity: 'work_items', id, op: 'delete', fields: {} })),
    }),
    redo: toAnyMutation({ call: 'restoreWorkItems', input: { params, body }, changes: [] }),
  }
}

function deletingOne(row: WorkItemRow): ReversibleMutation {
  return { undo: toAnyMutation(deleteItemMutation(row)), redo: toAnyMutation(restoreItemMutation(row)) }
}

/**
 * Calls `onReversed` when the user undoes or redoes the change in this tab. Returns a function that returns the step
 * of the change, because each redo replaces the step.
 */
function followStep(first: HistoryStep, onReversed: (isUndone: boolean) => void): () => HistoryStep {
  const inverses = new Set(first.mutations.map(({ undo: inverse }) => inverse))
  const isMeant = ({ mutations }: HistoryStep) => mutations.some((one) => inverses.has(one.undo))
  let current = first
  onUndone((step) => isMeant(step) && onReversed(true))
  onUndoRefused((step) => isMeant(step) && onReversed(false))
  onDone((step) => {
    if (step.isRedo === undefined || !isMeant(step)) return
    current = step
    onReversed(false)
  })
  return () => current
}

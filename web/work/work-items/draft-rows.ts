import { useEffect } from 'react'
import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import { itemFields, pickDefinedFields } from '#common/work/work-items/fields.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { replaceRows, store, tables } from '../../platform/app/sync.ts'
import { statesAtom } from '../states/atoms.ts'

/**
 * Adds a row for each draft to the table of work items, so that lists can filter, group and show drafts like
 * work items. Removes these rows when the component unmounts, because other screens must not count drafts as
 * items.
 */
export function useShowDraftsAsItems(): void {
  useEffect(() => {
    const show = () => showAsItems([...tables.drafts.values()])
    show()
    let waiting = false
    const showSoon = () => {
      if (waiting) return
      waiting = true
      queueMicrotask(() => {
        waiting = false
        if (isOpen) show()
      })
    }
    let isOpen = true
    // The row of a draft without a state shows the default state of the project, so changes of states also
    // update the rows.
    const stops = [tables.drafts.listen(showSoon), tables.states.listen(showSoon)]
    return () => {
      isOpen = false
      for (const stop of stops) stop()
      showAsItems([])
    }
  }, [])
}

function showAsItems(drafts: readonly DraftRow[]): void {
  // The maximum version prevents changes from the feed from replacing these rows, which are derived from the
  // table of drafts.
  replaceRows('work_items', drafts.map(draftToWorkItemRow), Number.MAX_SAFE_INTEGER, (row) => row.is_draft)
}

/** Returns the draft as a row of a work item, in the state that the new item will have. */
export function draftToWorkItemRow(draft: DraftRow): WorkItemRow {
  const states = draft.project_id === null ? [] : store.get(statesAtom(draft.project_id))
  const state =
    states.find(({ id }) => id === draft.state_id) ?? states.find((one) => one.default) ?? states[0]
  return {
    ...pickDefinedFields(itemFields, draft),
    id: draft.id,
    workspace_id: draft.workspace_id,
    name: draft.name,
    project_id: draft.project_id ?? '',
    state_id: state?.id ?? '',
    state__group: state?.group ?? 'backlog',
    sequence_id: 0,
    sort_order: draft.sort_order,
    parent_id: draft.parent_id,
    type_id: draft.type_id,
    completed_at: null,
    is_epic: false,
    is_draft: true,
    archived_at: null,
    subscriber_ids: [],
    mention_ids: [],
    sub_issues_count: draft.sub_items.length,
    link_count: 0,
    attachment_count: 0,
    git_state: null,
    created_at: draft.created_at,
    updated_at: draft.updated_at,
    created_by: draft.created_by,
    updated_by: draft.created_by,
  }
}

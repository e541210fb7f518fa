import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import type { Priority } from '#common/work/work-items/priorities.ts'
import { type SubItemDraft, withKeys } from './sub-item-draft.ts'

/** What is written in the dialog of a new item. */
export interface Draft {
  project_id: string
  name: string
  /** As HTML, which it is sent as; empty where nothing is written. */
  description: string
  state_id: string | null
  priority: Priority
  assignee_ids: string[]
  label_ids: string[]
  estimate_point: string | null
  start_date: string | null
  target_date: string | null
  cycle_id: string | null
  module_ids: string[]
  epic_id: string | null
  sub_items: SubItemDraft[]
}

export const emptyDraft: Draft = {
  project_id: '',
  name: '',
  description: '',
  state_id: null,
  priority: 'none',
  assignee_ids: [],
  label_ids: [],
  estimate_point: null,
  start_date: null,
  target_date: null,
  cycle_id: null,
  module_ids: [],
  epic_id: null,
  sub_items: [],
}

export function hasText({ name, description, sub_items }: Draft): boolean {
  return [name, description, ...sub_items.map((one) => one.name)].join('').trim() !== ''
}

/** States, people, labels and estimates belong to a project. */
export function inProject(draft: Draft, project_id: string): Draft {
  if (draft.project_id === project_id) return draft
  const sub_items = draft.sub_items.map((one) => ({ ...one, ...nothingOfProject }))
  return {
    ...draft,
    ...nothingOfProject,
    cycle_id: null,
    module_ids: [],
    epic_id: null,
    sub_items,
    project_id,
  }
}

const nothingOfProject = { state_id: null, assignee_ids: [], label_ids: [], estimate_point: null }

export function draftOf(row: DraftRow, description: string): Draft {
  const { name, state_id, priority, assignee_ids, label_ids, estimate_point, start_date, target_date } = row
  const own = { name, state_id, priority, assignee_ids, label_ids, estimate_point, start_date, target_date }
  return {
    ...emptyDraft,
    ...own,
    sub_items: withKeys(row.sub_items),
    project_id: row.project_id ?? '',
    description,
  }
}

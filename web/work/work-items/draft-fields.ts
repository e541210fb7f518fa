import type { DraftRow } from '#common/work/work-items/drafts/schema.ts'
import {
  cycleModuleAndEpicFields,
  emptyFieldValues,
  type FieldValues,
  itemFields,
  pickDefinedFields,
  projectSpecificFields,
} from '#common/work/work-items/fields.ts'
import { type SubItemDraft, withReactKeys } from './sub-item-draft.ts'

/** The input of the dialog for a new item, which can be saved as a draft. */
export interface Draft extends FieldValues<typeof itemFields> {
  project_id: string
  parent_id: string | null
  name: string
  /** Description as HTML, or an empty string if there is no text. */
  description: string
  sub_items: SubItemDraft[]
}

export const emptyDraft: Draft = {
  project_id: '',
  parent_id: null,
  name: '',
  description: '',
  ...emptyFieldValues(itemFields),
  sub_items: [],
}

export function hasDraftText({ name, description, sub_items }: Draft): boolean {
  return [name, description, ...sub_items.map((one) => one.name)].join('').trim() !== ''
}

export function moveDraftToProject(draft: Draft, project_id: string): Draft {
  if (draft.project_id === project_id) return draft
  const sub_items = draft.sub_items.map((one) => ({ ...one, ...emptyFieldValues(projectSpecificFields) }))
  return {
    ...draft,
    ...emptyFieldValues(projectSpecificFields),
    ...emptyFieldValues(cycleModuleAndEpicFields),
    sub_items,
    parent_id: null,
    project_id,
  }
}

export function draftFromRow(row: DraftRow, description: string): Draft {
  return {
    ...emptyDraft,
    ...pickDefinedFields(itemFields, row),
    name: row.name,
    sub_items: withReactKeys(row.sub_items),
    project_id: row.project_id ?? '',
    parent_id: row.parent_id,
    description,
  }
}

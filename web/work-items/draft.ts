import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { Priority } from '#common/work-items/priorities.ts'

export interface Draft {
  project_id: string
  name: string
  /** As HTML, which it is sent as; empty where nothing is written. */
  description: string
  state_id: string | null
  priority: Priority
  assignee_ids: string[]
  label_ids: string[]
  start_date: string | null
  target_date: string | null
}

export const emptyDraft: Draft = {
  project_id: '',
  name: '',
  description: '',
  state_id: null,
  priority: 'none',
  assignee_ids: [],
  label_ids: [],
  start_date: null,
  target_date: null,
}

/** The item that is being written in a workspace; it outlives the dialog, so that a stray Escape costs no text. */
export const draftAtom = atomFamily((_slug: string) => atom<Draft>(emptyDraft))

export function hasText({ name, description }: Draft): boolean {
  return `${name}${description}`.trim() !== ''
}

/** States, people and labels belong to a project. */
export function inProject(draft: Draft, project_id: string): Draft {
  if (draft.project_id === project_id) return draft
  return { ...draft, project_id, state_id: null, assignee_ids: [], label_ids: [] }
}

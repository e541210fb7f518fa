import type { ImportNoteReason } from '#common/sharing/item-imports/rules.ts'
import type { NewStateGroup } from '#common/sharing/item-imports/schema.ts'

export type TextKind = 'markdown' | 'html' | 'jira' | 'text'

export interface SourceText {
  kind: TextKind
  text: string
}

export interface SourceComment extends SourceText {
  /** Id of the comment in the source, or a hash of the comment if the source has no id for it. */
  key: string
  author: string | null
  /** ISO timestamp. */
  created_at: string | null
}

/** An entry of the history of an item, such as `status: To Do → Done`. */
export interface SourceChange {
  author: string | null
  /** ISO timestamp. */
  created_at: string | null
  text: string
}

/** An attachment, which is either a file of the uploaded archive or has a web address. */
export interface SourceFile {
  name: string
  path: string | null
  url: string | null
  /** Id of the attachment in the source, if the file contains it. */
  id?: string | undefined
  /** Address of the attachment for people, if `url` is valid only for a short time. */
  page?: string | undefined
}

export type SourceRelation = 'blocks' | 'blocked_by' | 'relates_to' | 'duplicate_of'

/**
 * A work item that a reader has read from a file. It contains only plain data, because a worker thread sends it to
 * the main thread. References to other items contain the keys of these items.
 */
export interface SourceItem {
  /** Number of the row in the file, starting at 1. */
  row: number
  /** Id of the item in the source, unique in the file. */
  key: string
  /** Other names by which the file refers to the item. */
  other_keys: string[]
  title: string
  description: SourceText
  state: string | null
  /** Group of the state, or null if the source does not contain it. */
  state_group: NewStateGroup | null
  priority: string | null
  /** Names or email addresses. */
  assignees: string[]
  author: string | null
  labels: string[]
  cycle: string | null
  modules: string[]
  estimate: string | null
  /** Days as `YYYY-MM-DD`. */
  start_date: string | null
  target_date: string | null
  /** ISO timestamps. */
  created_at: string | null
  completed_at: string | null
  parent: string | null
  comments: SourceComment[]
  links: { url: string; title: string | null }[]
  attachments: SourceFile[]
  /** Changes of the item in the source, oldest first. */
  history: SourceChange[]
  relations: { type: SourceRelation; key: string }[]
  /** Values for which Tandem has no field. The import adds them below the description, one per line. */
  details: { name: string; value: string }[]
  notes: { reason: ImportNoteReason; text: string }[]
}

export function emptyItem(row: number): SourceItem {
  return {
    row,
    key: '',
    other_keys: [],
    title: '',
    description: { kind: 'markdown', text: '' },
    state: null,
    state_group: null,
    priority: null,
    assignees: [],
    author: null,
    labels: [],
    cycle: null,
    modules: [],
    estimate: null,
    start_date: null,
    target_date: null,
    created_at: null,
    completed_at: null,
    parent: null,
    comments: [],
    links: [],
    attachments: [],
    history: [],
    relations: [],
    details: [],
    notes: [],
  }
}

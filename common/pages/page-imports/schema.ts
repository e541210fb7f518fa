import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'
import { pageAccess } from '../pages/schema.ts'
import { importNotes, importProblems, importReasons, importStates } from './rules.ts'

/** Files that a person makes pages of; they alone hear of it. */
export const pageImportRow = z.object({
  id,
  created_at: moment,
  updated_at: moment,
  workspace_id: id,
  /** Null where they become pages of the workspace itself. */
  project_id: id.nullable(),
  created_by: id,
  /** Of the file. */
  name: z.string(),
  size: z.int(),
  /** The page that what comes of it stands below; null at the top. */
  parent: id.nullable(),
  access: pageAccess,
  status: z.enum(importStates),
  problem: z.enum(importProblems).nullable(),
  /** Pages that come of it, once that is known, and those that are there. */
  total: z.int().nullable(),
  done: z.int(),
  left_out: z.int(),
  /** Since when its pages are in the trash. */
  undone_at: moment.nullable(),
})
export type PageImportRow = z.infer<typeof pageImportRow>

export const pageImportNote = z.object({
  kind: z.enum(importNotes),
  /** With its folders. */
  file: z.string(),
  page_id: id.nullable(),
  reason: z.enum(importReasons).nullable(),
  /** The words of a dead link or a lost picture, or how many parts were cut off. */
  text: z.string(),
})
export type PageImportNote = z.infer<typeof pageImportNote>

export const pageImportDetail = pageImportRow.extend({ notes: z.array(pageImportNote) })
export type PageImportDetail = z.infer<typeof pageImportDetail>

import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { pageAccess } from '../pages/schema.ts'
import { importNoteKinds, importProblems, importSkipReasons, importStates } from './rules.ts'

/** One import of files as pages. Only the user who started the import receives it. */
export const pageImportRow = z.object({
  id,
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  workspace_id: id,
  /** Project of the pages. Null if the pages belong to no project. */
  project_id: id.nullable(),
  created_by: id,
  /** Name of the uploaded file. */
  name: z.string(),
  size: z.int(),
  /** Id of the page below which the imported pages are created. Null for the top level. */
  parent: id.nullable(),
  access: pageAccess,
  status: z.enum(importStates),
  problem: z.enum(importProblems).nullable(),
  /**
   * Number of pages that the import will create; null until the file has been examined. `done` counts the
   * pages that exist.
   */
  total: z.int().nullable(),
  done: z.int(),
  left_out: z.int(),
  /** Time at which the import was undone, which moved its pages to the trash. */
  undone_at: isoTimestamp.nullable(),
})
export type PageImportRow = z.infer<typeof pageImportRow>

export const pageImportNote = z.object({
  kind: z.enum(importNoteKinds),
  /** Path of the file inside the archive. */
  file: z.string(),
  page_id: id.nullable(),
  reason: z.enum(importSkipReasons).nullable(),
  /**
   * Depends on the kind of entry: the text of a dead link, the name of a lost picture, or the number of parts
   * that were cut off.
   */
  text: z.string(),
})
export type PageImportNote = z.infer<typeof pageImportNote>

export const pageImportDetail = pageImportRow.extend({ notes: z.array(pageImportNote) })
export type PageImportDetail = z.infer<typeof pageImportDetail>

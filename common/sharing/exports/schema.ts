import { z } from 'zod'
import { userLite } from '../../identity/users/schema.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { exportProviders, exportStates } from './rules.ts'

/** An export of work items. Only its creator receives it. */
export const exportRow = z.object({
  id,
  created_at: isoTimestamp,
  workspace_id: id,
  initiated_by: id,
  provider: z.enum(exportProviders),
  project_ids: z.array(id),
  /** Filters in the format of `common/work/listing/rich-filters.ts`. */
  rich_filters: z.record(z.string(), z.unknown()),
  /** True to create one file per project, together in a ZIP archive. */
  multiple: z.boolean(),
  /** True if rows of a CSV file contain the comments. Other formats always contain the comments. */
  with_comments: z.boolean(),
  status: z.enum(exportStates),
  row_count: z.int().nullable(),
  size: z.int().nullable(),
  expires_at: isoTimestamp.nullable(),
})
export type ExportRow = z.infer<typeof exportRow>

/** Adds fields that only clients of Plane read. */
export const exportResponse = exportRow.extend({
  initiated_by_detail: userLite,
  /** Ids of the projects, as in `project_ids`. */
  project: z.array(id),
  /** Address of the file; null if it cannot be downloaded any more. */
  url: z.string().nullable(),
  /** Id of the export. Although the field is named `token`, its value gives no access. */
  token: id,
  updated_at: isoTimestamp,
  created_by: id,
  updated_by: id,
})
export type ExportResponse = z.infer<typeof exportResponse>

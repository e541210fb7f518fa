import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'
import { exportProviders, exportStates } from './rules.ts'

/** A file of work items that a person has made; its maker alone hears of it. */
export const exportRow = z.object({
  id,
  created_at: moment,
  workspace_id: id,
  initiated_by: id,
  provider: z.enum(exportProviders),
  project_ids: z.array(id),
  /** What narrows it, see `common/work/listing/rich-filters.ts`. */
  rich_filters: z.record(z.string(), z.unknown()),
  /** A file for each project, together in one archive. */
  multiple: z.boolean(),
  /** Of a CSV file: whether what was said about an item stands in its row. The other forms always hold it. */
  with_comments: z.boolean(),
  status: z.enum(exportStates),
  row_count: z.int().nullable(),
  size: z.int().nullable(),
  expires_at: moment.nullable(),
})
export type ExportRow = z.infer<typeof exportRow>

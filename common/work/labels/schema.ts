import { z } from 'zod'
import { externalIdsOfRow } from '../../platform/external-ids.ts'
import { id } from '../../platform/time.ts'

export const labelRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  name: z.string(),
  color: z.string(),
  parent: id.nullable(),
  sort_order: z.number(),
  ...externalIdsOfRow,
})
export type LabelRow = z.infer<typeof labelRow>

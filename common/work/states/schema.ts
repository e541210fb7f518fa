import { z } from 'zod'
import { externalIdsOfRow } from '../../platform/external-ids.ts'
import { id } from '../../platform/time.ts'
import { stateGroups } from './groups.ts'

export const stateGroup = z.enum(stateGroups)
export type StateGroup = z.infer<typeof stateGroup>

export const stateRow = z.object({
  id,
  workspace_id: id,
  project_id: id,
  name: z.string(),
  description: z.string(),
  color: z.string(),
  group: stateGroup,
  default: z.boolean(),
  sequence: z.number(),
  ...externalIdsOfRow,
})
export type StateRow = z.infer<typeof stateRow>

/**
 * A state with `order`, its position within the group as a fraction: 0.5 is the first of two states, 1 is the
 * last.
 */
export const stateResponse = stateRow.extend({ order: z.number() })
export type StateResponse = z.infer<typeof stateResponse>

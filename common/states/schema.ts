import { z } from 'zod'
import { id } from '../time.ts'

export const stateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled', 'triage'] as const
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
})
export type StateRow = z.infer<typeof stateRow>

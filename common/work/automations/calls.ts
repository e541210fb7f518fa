import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { maxAutomationMonths, maxPreviewedItems } from './rules.ts'

const months = z.coerce.number().pipe(z.int().min(0).max(maxAutomationMonths)).optional()

const touched = z.object({
  count: z.int(),
  /** The first affected items, which have been inactive longest. */
  items: z
    .array(z.object({ id, name: z.string(), sequence_id: z.int(), state_id: id, updated_at: isoTimestamp }))
    .max(maxPreviewedItems),
})

/**
 * Calls for automations, which run every night as configured in `archive_in`, `close_in` and `default_state`
 * of the project.
 */
export const automationCalls = declareCalls('projects', {
  previewAutomations: {
    summary: 'Preview which work items the automations would archive or close',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/automations/preview/',
    who: { project: 'admin' },
    query: z.object({ archive_in: months, close_in: months }),
    answer: z.object({
      archives: touched,
      closes: touched,
      /** State that closed items get, or null if the project has no suitable state. */
      closes_into: id.nullable(),
    }),
  },
})

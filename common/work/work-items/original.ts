import { z } from 'zod'
import { emptyAsNull } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'

/**
 * The author and the creation time of a work item or comment in the program that it comes from. Only project admins can
 * set them. Rows with an original author or time cause no notifications.
 */
export const originalAuthor = z.object({
  created_at: emptyAsNull(isoTimestamp).optional(),
  created_by: emptyAsNull(id).optional(),
})
export type OriginalAuthor = z.infer<typeof originalAuthor>

import { z } from 'zod'

/** What people notice of a month's changes. */
export const releaseNote = z.object({
  /** The month, such as November 2026. */
  title: z.string(),
  sections: z.array(z.object({ title: z.string(), entries: z.array(z.string()) })),
})
export type ReleaseNote = z.infer<typeof releaseNote>

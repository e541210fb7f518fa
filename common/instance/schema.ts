import { z } from 'zod'
import { role } from '../roles.ts'
import { id, moment } from '../time.ts'
import { userLite } from '../users/schema.ts'

/** What people notice of a month's changes. */
export const releaseNote = z.object({
  /** The month, such as November 2026. */
  title: z.string(),
  sections: z.array(z.object({ title: z.string(), entries: z.array(z.string()) })),
})
export type ReleaseNote = z.infer<typeof releaseNote>

/** A setting as it counts. */
export const configurationRow = z.object({
  /** The key again: there is one of each. */
  id: z.string(),
  key: z.string(),
  /** As it is written: switches are 1 and 0. Of a secret nothing. */
  value: z.string(),
  category: z.string(),
  kind: z.enum(['switch', 'number', 'text', 'secret']),
  is_encrypted: z.boolean(),
  /** Whether it differs from an empty one; all that is told of a secret. */
  is_set: z.boolean(),
  /** What the environment says cannot be changed here. */
  source: z.enum(['environment', 'screen', 'default']),
  default: z.string(),
  updated_at: moment.nullable(),
})
export type ConfigurationRow = z.infer<typeof configurationRow>

export const instanceAdmin = z.object({
  id,
  user: id,
  role: z.literal(role.admin),
  created_at: moment,
  user_detail: userLite.extend({ email: z.string(), is_active: z.boolean() }),
})
export type InstanceAdmin = z.infer<typeof instanceAdmin>

/** What was said when a mail was sent; a password is never among it. */
export const dialogueLine = z.object({ from: z.enum(['client', 'server', 'note']), text: z.string() })
export type DialogueLine = z.infer<typeof dialogueLine>

export const mailTest = z.object({ message: z.string(), dialogue: z.array(dialogueLine) })
export type MailTest = z.infer<typeof mailTest>

export const instanceWorkspace = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  logo_url: z.string().nullable(),
  owner: userLite.extend({ email: z.string() }).nullable(),
  total_members: z.int(),
  total_projects: z.int(),
  /** Bytes of its files. */
  storage: z.number(),
  created_at: moment,
})

import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'
import { auditActions, auditMeans, auditTargets } from './rules.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type AuditValue = z.infer<typeof value>

/** Who did what, as it was then: whatever it names may be gone or called something else by now. */
export const auditRecord = z.object({
  id,
  created_at: moment,
  action: z.enum(auditActions),
  /** Null for what the server did by itself, and for somebody who is not known. */
  actor: id.nullable(),
  actor_name: z.string().nullable(),
  means: z.enum(auditMeans),
  /** Of the API token, when it was done by one. */
  token_label: z.string().nullable(),
  /** Null for the installation. */
  workspace: id.nullable(),
  workspace_name: z.string().nullable(),
  project: id.nullable(),
  project_name: z.string().nullable(),
  target_kind: z.enum(auditTargets).nullable(),
  target: id.nullable(),
  target_name: z.string().nullable(),
  /** Field by field, what was there before and after. Never a secret. */
  changes: z.record(z.string(), z.object({ before: value, after: value })),
  /** What else is known of it. */
  facts: z.record(z.string(), value),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type AuditRecord = z.infer<typeof auditRecord>

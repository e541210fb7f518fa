import { z } from 'zod'
import { id, isoTimestamp } from '../../platform/time.ts'
import { auditActions, auditAuthenticationMeans, auditTargets } from './rules.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type AuditValue = z.infer<typeof value>

/**
 * An audit entry. It contains the names at the time of the action, because objects can be renamed or deleted
 * later.
 */
export const auditRecord = z.object({
  id,
  created_at: isoTimestamp,
  action: z.enum(auditActions),
  /** User who acted. Null for an action of the server or of an unknown user. */
  actor: id.nullable(),
  actor_name: z.string().nullable(),
  means: z.enum(auditAuthenticationMeans),
  /** Label of the API token. Null if the user did not use a token. */
  token_label: z.string().nullable(),
  /** Workspace of the entry; null for an entry that belongs to the Tandem instance. */
  workspace: id.nullable(),
  workspace_name: z.string().nullable(),
  project: id.nullable(),
  project_name: z.string().nullable(),
  target_kind: z.enum(auditTargets).nullable(),
  target: id.nullable(),
  target_name: z.string().nullable(),
  /** The values of each field before and after the change. Secrets are never included. */
  changes: z.record(z.string(), z.object({ before: value, after: value })),
  /** Additional data about the action. */
  facts: z.record(z.string(), value),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type AuditRecord = z.infer<typeof auditRecord>

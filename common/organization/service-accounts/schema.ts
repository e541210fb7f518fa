import { z } from 'zod'
import { serviceDisabledReasons } from '../../identity/users/service-accounts.ts'
import { role } from '../../platform/roles.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { roleField } from '../workspaces/schema.ts'

/** Roles of a service account. Its owner is an admin, so it never has more permissions than its owner. */
export const serviceRoleField = z.union([z.literal(role.guest), z.literal(role.member)])

/** A service account with the data that only workspace admins see. Its id is the id of its user. */
export const serviceAccount = z.object({
  id,
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  /** Role in the workspace. */
  role: roleField,
  owner_id: id,
  is_active: z.boolean(),
  /** Null for an active account. */
  disabled_reason: z.enum(serviceDisabledReasons).nullable(),
  /** Number of API calls that the account may make with all its tokens together. */
  calls_per_minute: z.int(),
  calls_per_day: z.int(),
  /** The projects of the account, with the role that an admin assigned in each. A guest of the workspace is a guest in all. */
  projects: z.array(z.object({ project_id: id, role: roleField })),
  /** Number of tokens that are neither revoked nor expired. */
  credential_count: z.int(),
  /** Time of the last use of a token, precise to the minute. */
  last_used: isoTimestamp.nullable(),
  created_by: id.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type ServiceAccount = z.infer<typeof serviceAccount>

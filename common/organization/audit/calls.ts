import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { singleLineText } from '../../platform/fields.ts'
import { dayInSupportedYears, id } from '../../platform/time.ts'
import { auditActions, auditGroups, auditPageSize, maxAuditSearchLength } from './rules.ts'
import { auditRecord } from './schema.ts'

const refusal = 'Unknown action.'

/** Filters of the audit log. An entry must match all of them. */
const filter = {
  /** Id of the user who acted. */
  actor: id.optional(),
  action: z.enum(auditActions, refusal).optional(),
  group: z.enum(auditGroups, refusal).optional(),
  /** The first and the last day of the entries to return, in the time zone of the caller. */
  from: dayInSupportedYears.optional(),
  to: dayInSupportedYears.optional(),
  /** Searches for this text in the names of targets and actors, in addresses and in values. */
  search: singleLineText(maxAuditSearchLength).optional(),
}

const listed = z.object({
  ...filter,
  per_page: z.coerce.number().int().min(1).max(200).default(auditPageSize),
  /** Value of `next_cursor` in the previous page, which is the id of its last entry. */
  cursor: id.optional(),
})
export type AuditQuery = z.infer<typeof listed>

const exported = z.object({ ...filter, format: z.enum(['csv', 'json']).default('csv') })
export type AuditExportQuery = z.infer<typeof exported>

const page = z.object({ results: z.array(auditRecord), next_cursor: id.nullable() })

const workspace = '/api/workspaces/{slug}/audit-logs/'
const instance = '/api/instances/audit-logs/'

/**
 * Calls to read the audit log. It records sign-ins and changes to members, roles, settings, tokens and files.
 * No call can modify the log.
 */
export const auditCalls = declareCalls('audit', {
  listAuditRecords: {
    summary: 'List the audit entries of a workspace, newest first',
    method: 'GET',
    path: workspace,
    who: { workspace: 'admin' },
    query: listed,
    answer: page,
  },
  exportAuditRecords: {
    summary: 'Export the audit entries of a workspace as a file',
    method: 'GET',
    path: `${workspace}export/`,
    who: { workspace: 'admin' },
    query: exported,
    transactions: 'own',
  },
  listInstanceAuditRecords: {
    summary: 'List the audit entries of the instance, newest first',
    method: 'GET',
    path: instance,
    who: 'instance-admin',
    query: listed,
    answer: page,
  },
  exportInstanceAuditRecords: {
    summary: 'Export the audit entries of the instance as a file',
    method: 'GET',
    path: `${instance}export/`,
    who: 'instance-admin',
    query: exported,
    transactions: 'own',
  },
})

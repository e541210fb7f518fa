import { z } from 'zod'
import { declareCalls } from '../../platform/call.ts'
import { line } from '../../platform/fields.ts'
import { id, reckonedDay } from '../../platform/time.ts'
import { auditActions, auditGroups, auditPageSize, auditWordsLength } from './rules.ts'
import { auditRecord } from './schema.ts'

const refusal = 'Unknown action.'

/** Which records; all of it must hold. */
const filter = {
  /** Who did it. */
  actor: id.optional(),
  action: z.enum(auditActions, refusal).optional(),
  group: z.enum(auditGroups, refusal).optional(),
  /** Days of the caller, both included. */
  from: reckonedDay.optional(),
  to: reckonedDay.optional(),
  /** Letters in a name of what it is about or of who did it, in an address or in what was written. */
  search: line(auditWordsLength).optional(),
}

const listed = z.object({
  ...filter,
  per_page: z.coerce.number().int().min(1).max(200).default(auditPageSize),
  /** `next_cursor` of the page before: the record that it ended with. */
  cursor: id.optional(),
})
export type AuditQuery = z.infer<typeof listed>

const exported = z.object({ ...filter, format: z.enum(['csv', 'json']).default('csv') })
export type AuditExport = z.infer<typeof exported>

const page = z.object({ results: z.array(auditRecord), next_cursor: id.nullable() })

const workspace = '/api/workspaces/{slug}/audit-logs/'
const instance = '/api/instances/audit-logs/'

/** What was done to people, roles, settings, tokens and files, and who signed in. It changes by no call. */
export const auditCalls = declareCalls('audit', {
  listAuditRecords: {
    summary: 'What was done to people, roles, settings, tokens and files of a workspace, the newest first',
    method: 'GET',
    path: workspace,
    who: { workspace: 'admin' },
    query: listed,
    answer: page,
  },
  exportAuditRecords: {
    summary: 'The same as a file, sent as it is read',
    method: 'GET',
    path: `${workspace}export/`,
    who: { workspace: 'admin' },
    query: exported,
    transactions: 'own',
  },
  listInstanceAuditRecords: {
    summary: 'The same of the whole installation, with sign-ins and accounts',
    method: 'GET',
    path: instance,
    who: 'instance-admin',
    query: listed,
    answer: page,
  },
  exportInstanceAuditRecords: {
    summary: 'The same of the whole installation as a file, sent as it is read',
    method: 'GET',
    path: `${instance}export/`,
    who: 'instance-admin',
    query: exported,
    transactions: 'own',
  },
})

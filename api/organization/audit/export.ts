import { Readable } from 'node:stream'
import type { AuditExportQuery } from '#common/organization/audit/calls.ts'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import { csvByteOrderMark, toCsvLines } from '#common/platform/csv.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { type AuditFilterQuery, type AuditLogScope, listAuditRecordsAfter } from './queries.ts'

/** Number of entries that are loaded at a time, which limits the memory of an export. */
const batchSize = 500

interface Exported {
  log: AuditLogScope
  /** Name of the workspace or of this Tandem instance, as part of the file name. */
  name: string
  /** The function is called before each batch, so that the export ends when the user is no longer an admin. */
  isAllowed: () => Promise<boolean>
}

/** Streams the audit log as a file. The export itself is recorded in the log. */
export async function createAuditExport(
  ctx: UserContext,
  { log, name, isAllowed }: Exported,
  { format, ...filter }: AuditExportQuery,
): Promise<Response> {
  await ctx.writing(async (em) =>
    addAuditEntry(em, { action: 'export.audit', workspace_id: log, facts: { format } }),
  )
  const batches = batchesOf(ctx, log, filter, isAllowed)
  ctx.http.sendBody(Readable.from(format === 'csv' ? asCsv(batches) : asJson(batches)))
  return new Response(null, {
    headers: {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="audit-${name}.${format}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

async function* batchesOf(
  ctx: UserContext,
  log: AuditLogScope,
  filter: AuditFilterQuery,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<AuditRecord[]> {
  let after: string | null = null
  while (await isAllowed()) {
    const records: AuditRecord[] = await listAuditRecordsAfter(ctx, log, filter, { after, limit: batchSize })
    if (records.length > 0) yield records
    if (records.length < batchSize) return
    after = records.at(-1)?.id ?? null
  }
}

const plainColumns = [
  ...([
    'created_at',
    'action',
    'actor',
    'actor_name',
    'means',
    'token_label',
    'workspace',
    'workspace_name',
  ] as const),
  ...(['project', 'project_name', 'target_kind', 'target', 'target_name'] as const),
] as const

async function* asCsv(batches: AsyncGenerator<AuditRecord[]>): AsyncGenerator<string> {
  yield csvByteOrderMark + toCsvLines([['id', ...plainColumns, 'changes', 'facts', 'ip', 'user_agent']])
  for await (const records of batches) {
    yield toCsvLines(
      records.map((record) => [
        record.id,
        ...plainColumns.map((column) => record[column] ?? ''),
        ...[JSON.stringify(record.changes), JSON.stringify(record.facts)],
        ...[record.ip ?? '', record.user_agent ?? ''],
      ]),
    )
  }
}

async function* asJson(batches: AsyncGenerator<AuditRecord[]>): AsyncGenerator<string> {
  let before = '['
  for await (const records of batches) {
    yield records.map((record, at) => `${at === 0 ? before : ','}\n${JSON.stringify(record)}`).join('')
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

import { sql } from 'kysely'
import type { BodyOf, QueryOf, ResponseOf } from '#common/platform/call.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { exportCalls } from '#common/sharing/exports/calls.ts'
import {
  exportDownloadPeriodMs,
  exportFileEnding,
  maxConcurrentExports,
} from '#common/sharing/exports/rules.ts'
import { type ExportResponse, exportResponse } from '#common/sharing/exports/schema.ts'
import { parseFiltersFromRequest } from '#common/work/listing/request-filters.ts'
import { accessibleProjects } from '../../access/access.ts'
import { loadUsersLite } from '../../identity/users/lite.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import type { OrderColumn } from '../../platform/db/keyset.ts'
import { query } from '../../platform/db/orm.ts'
import { buildPageResponse, readPaginatedRows } from '../../platform/db/page.ts'
import { presentRow } from '../../platform/db/present.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { workspaceItemAccessScope } from '../../work/listing/listable.ts'
import { type Export, ExportEntity, exportStorageKey } from './entity.ts'
import { createExportFileJob, listFullyVisibleProjectIds } from './make-export.ts'

type Calls = typeof exportCalls

/** Starts an export. A job creates the file later, with the access that the caller has at that time. */
export async function exportWorkItems(
  ctx: WorkspaceContext,
  { project, rich_filters = {}, provider, multiple, with_comments }: BodyOf<Calls['exportWorkItems']>,
): Promise<ResponseOf<Calls['exportWorkItems']>> {
  const { em, user, workspace } = ctx
  parseFiltersFromRequest(rich_filters, createUserClock(user), 'rich_filters')
  const { project_ids } = await workspaceItemAccessScope(ctx)
  const wanted = project ?? project_ids
  if (!wanted.every((id) => project_ids.includes(id))) throw notFound()
  await refuseMany(ctx)
  const row = em.create(ExportEntity, {
    id: newId(),
    workspace_id: workspace.id,
    initiated_by: user.id,
    project_ids: [...new Set(wanted)],
    ...{ provider, multiple, with_comments, rich_filters },
    status: 'queued',
    row_count: null,
    size: null,
    expires_at: null,
  })
  await em.flush()
  addAuditEntry(em, {
    action: 'export.work_items',
    workspace_id: workspace.id,
    facts: { projects: row.project_ids.length },
  })
  const { timezone, week_starts_on, language } = user
  await ctx.jobs.enqueue(em, createExportFileJob, {
    export_id: row.id,
    initiated_by: user.id,
    timezone,
    week_starts_on,
    language,
  })
  const presented = await presentOwn(ctx)
  return { ...presented(row), message: 'Once the export is ready you will be able to download it' }
}

/**
 * Throws if the user already has too many running exports, because each export reads everything that the user
 * can access.
 */
async function refuseMany(ctx: WorkspaceContext): Promise<void> {
  const { em, user, workspace } = ctx
  // Lock the user's membership, so that concurrent requests cannot exceed the maximum number of running exports.
  await lockOwnMembership(ctx)
  const waiting = await em.count(ExportEntity, {
    workspace_id: workspace.id,
    initiated_by: user.id,
    status: { $in: ['queued', 'processing'] },
  })
  if (waiting >= maxConcurrentExports)
    throw new AppError(
      'rate_limited',
      `You already have ${maxConcurrentExports} running exports. Wait until one is finished.`,
    )
}

export async function listExports(ctx: WorkspaceContext, sent: QueryOf<Calls['listExports']>) {
  const own = query(ctx.em)
    .selectFrom('exports')
    .where('workspace_id', '=', ctx.workspace.id)
    .where('initiated_by', '=', ctx.user.id)
  const { count } = await own.select((of) => of.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const presented = await presentOwn(ctx)
  const page = await readPaginatedRows(own.selectAll(), newestFirst, sent)
  return buildPageResponse(
    page,
    Number(count),
    page.rows.map((row) => presented({ ...row, size: row.size === null ? null : Number(row.size) })),
  )
}

const newestFirst: OrderColumn[] = [
  { value: sql`created_at`, type: 'timestamptz', descending: true },
  { value: sql`id`, type: 'uuid', descending: true },
]

/**
 * Returns the file of an export. Only its creator can download it, and only while they still have full access
 * to the exported projects.
 */
export async function downloadExport(ctx: WorkspaceContext, id: string): Promise<Response> {
  const { em, user, workspace, storage, http } = ctx
  const row = await em.findOne(ExportEntity, { id, workspace_id: workspace.id, initiated_by: user.id })
  const lasts = row?.expires_at != null && row.expires_at.getTime() > Date.now()
  const mine = await accessibleProjects(em, user.id, workspace).select('project_id').execute()
  const whole = await listFullyVisibleProjectIds(ctx)
  const isTheirs =
    row?.project_ids.every((one) => mine.some(({ project_id }) => project_id === one)) &&
    row.seen_whole.every((one) => whole.includes(one))
  const stream = lasts && isTheirs ? await storage.get(exportStorageKey(id)) : null
  if (row === null || stream === null) throw notFound('The export does not exist or has expired.')
  http.sendBody(stream)
  const end = row.multiple ? 'zip' : exportFileEnding(row.provider)
  return new Response(null, {
    headers: {
      'Content-Type': types[end],
      'Content-Length': String(row.size),
      'Content-Disposition': `attachment; filename="work-items-${workspace.slug}-${row.created_at.toISOString().slice(0, 10)}.${end}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}

/** Returns a function that converts the row of an export of the caller to the response. */
async function presentOwn({ em, user, workspace, config }: WorkspaceContext) {
  const initiated_by_detail = (await loadUsersLite(em, [user.id])).get(user.id)
  const folder = `${config.appUrl}/api/workspaces/${workspace.slug}/export-issues/`
  return (row: Omit<Export, 'seen_whole'>): ExportResponse => {
    const lasts = row.expires_at !== null && row.expires_at.getTime() > Date.now()
    return presentRow(exportResponse, {
      ...row,
      initiated_by_detail,
      project: row.project_ids,
      url: lasts ? `${folder}${row.id}/download/` : null,
      token: row.id,
      // The last change of a finished export is the time at which its file was created, which follows from the time
      // at which the file expires.
      updated_at:
        row.expires_at === null
          ? row.created_at
          : new Date(row.expires_at.getTime() - exportDownloadPeriodMs),
      created_by: user.id,
      updated_by: user.id,
    })
  }
}

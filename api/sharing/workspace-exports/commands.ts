import { Readable } from 'node:stream'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { BodyOf } from '#common/platform/call.ts'
import { AppError, invalid, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import type { workspaceExportCalls } from '#common/sharing/workspace-exports/calls.ts'
import {
  isWorkspaceExportRunning,
  maxConcurrentWorkspaceExports,
  maxDailyWorkspaceExports,
} from '#common/sharing/workspace-exports/rules.ts'
import { type WorkspaceExportRow, workspaceExportRow } from '#common/sharing/workspace-exports/schema.ts'
import { findExportReader } from '../../access/exported-rows.ts'
import { lockOwnMembership } from '../../organization/workspaces/membership.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  type WorkspaceExport,
  WorkspaceExportEntity,
  type WorkspaceExportProgress,
  workspaceExportPartKey,
} from './entity.ts'
import { exportWorkspaceJob } from './export-job.ts'

/** Maximum number of exports in the list. Older exports are left out. */
const maxListed = 50

const noProgress: WorkspaceExportProgress = {
  ...{ step: 0, after: null, parts: [], rows: {} },
  ...{ texts: 0, files: 0, file_bytes: 0, unreadable_texts: [], missing_files: [] },
}

export async function listWorkspaceExports({
  em,
  user,
  workspace,
}: WorkspaceContext): Promise<WorkspaceExportRow[]> {
  const rows = await query(em)
    .selectFrom('workspace_exports')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .where('initiated_by', '=', user.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => presentRow(workspaceExportRow, { ...row, size: Number(row.size) }))
}

/** Starts an export. A job writes the archive with the access that the caller has at that time. */
export async function createWorkspaceExport(
  ctx: WorkspaceContext,
  { id = newId(), project_id = null }: BodyOf<typeof workspaceExportCalls.createWorkspaceExport>,
): Promise<WorkspaceExportRow> {
  const { em, user, workspace } = ctx
  const reader = await findExportReader(em, user.id, workspace.id, project_id)
  if (reader === null) throw invalid('project_id', 'Project not found.')
  // Lock the user's membership, so that concurrent requests cannot exceed the maximum number of running exports.
  await lockOwnMembership(ctx)
  const own = { workspace_id: workspace.id, initiated_by: user.id }
  await refuseMany(em, own)
  if ((await em.findOne(WorkspaceExportEntity, { id })) !== null)
    throw new AppError('conflict', 'An export with this id already exists.')
  const row = em.create(WorkspaceExportEntity, {
    ...{ id, ...own, project_id, status: 'queued', problem: null, total: null, expires_at: null },
    progress: noProgress,
  })
  await em.flush()
  addAuditEntry(em, {
    action: project_id === null ? 'export.workspace' : 'export.project',
    workspace_id: workspace.id,
    ...(project_id !== null && { project_id }),
  })
  await ctx.jobs.enqueue(em, exportWorkspaceJob, { export_id: id, initiated_by: user.id })
  return presentRow(workspaceExportRow, row)
}

async function refuseMany(em: EntityManager, own: { workspace_id: string; initiated_by: string }) {
  const running = await em.count(WorkspaceExportEntity, { ...own, status: { $in: ['queued', 'processing'] } })
  if (running >= maxConcurrentWorkspaceExports)
    throw new AppError('rate_limited', 'Another export is running. Wait until it is finished, or stop it.')
  const created_at = { $gt: new Date(Date.now() - 86_400_000) }
  if ((await em.count(WorkspaceExportEntity, { ...own, created_at })) >= maxDailyWorkspaceExports)
    throw new AppError('rate_limited', 'You have started too many exports today. Try again tomorrow.')
}

/** Stops an export. The job checks the status while it writes, and then removes the parts. */
export async function stopWorkspaceExport(ctx: WorkspaceContext, id: string): Promise<WorkspaceExportRow> {
  const row = await ctx.em.findOne(WorkspaceExportEntity, ownExport(ctx, id), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
  })
  if (row === null) throw notFound()
  if (isWorkspaceExportRunning(row)) {
    row.status = 'stopped'
    await ctx.em.flush()
  }
  return presentRow(workspaceExportRow, row)
}

/** Sends the archive. Only its creator can download it, and only while they are an admin of the workspace. */
export async function downloadWorkspaceExport(ctx: WorkspaceContext, id: string): Promise<Response> {
  const row = await ctx.em.findOne(WorkspaceExportEntity, ownExport(ctx, id))
  const lasts = row?.expires_at != null && row.expires_at.getTime() > Date.now()
  const [first] = row?.progress.parts ?? []
  const isStored = first !== undefined && (await ctx.storage.size(workspaceExportPartKey(id, first))) !== null
  if (row === null || !lasts || !isStored) throw notFound('The export does not exist or has expired.')
  ctx.http.sendBody(Readable.from(partsOf(ctx.storage, row)))
  const day = row.created_at.toISOString().slice(0, 10)
  return new Response(null, {
    headers: {
      'Content-Type': 'application/gzip',
      'Content-Length': String(row.size),
      'Content-Disposition': `attachment; filename="${ctx.workspace.slug}-${day}.tar.gz"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

async function* partsOf(storage: Storage, { id, progress }: WorkspaceExport): AsyncGenerator<Buffer> {
  for (const part of progress.parts) {
    const content = await storage.get(workspaceExportPartKey(id, part))
    if (content === null) throw new Error(`The part ${part} of the export ${id} is missing.`)
    yield* content as AsyncIterable<Buffer>
  }
}

function ownExport({ workspace, user }: WorkspaceContext, id: string) {
  return { id, workspace_id: workspace.id, initiated_by: user.id }
}

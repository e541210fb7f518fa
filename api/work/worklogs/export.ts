import { sql } from 'kysely'
import type { QueryOf } from '#common/platform/call.ts'
import { toCsv } from '#common/platform/csv.ts'
import { AppError } from '#common/platform/errors.ts'
import type { workspaceWorklogCalls } from '#common/work/worklogs/calls.ts'
import { maxExportedWorklogs } from '#common/work/worklogs/rules.ts'
import type { ExportedWorklog } from '#common/work/worklogs/schema.ts'
import { localizedDisplayName } from '../../identity/users/display-name.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { selectReadableWorklogs } from './queries.ts'

type ExportQuery = QueryOf<(typeof workspaceWorklogCalls)['exportWorklogs']>

/** Exports worklogs by date, oldest first. */
export async function exportWorklogs(
  ctx: WorkspaceContext,
  filters: ExportQuery,
): Promise<ExportedWorklog[]> {
  const { from, to, project, user } = filters
  const rows = await selectReadableWorklogs(ctx)
    .innerJoin('projects as p', 'p.id', 'l.project_id')
    .innerJoin('users as u', 'u.id', 'l.logged_by')
    .select(['l.date', 'p.name as project', 'i.name as title', 'u.display_name as person'])
    .select(['l.duration as minutes', 'l.description'])
    .select(sql<string>`p.identifier || '-' || i.sequence_id`.as('work_item'))
    .$if(from !== undefined, (logs) => logs.where('l.date', '>=', from ?? ''))
    .$if(to !== undefined, (logs) => logs.where('l.date', '<=', to ?? ''))
    .$if(project !== undefined, (logs) => logs.where('l.project_id', '=', project ?? ''))
    .$if(user !== undefined, (logs) => logs.where('l.logged_by', '=', user ?? ''))
    .orderBy('l.date')
    .orderBy('l.id')
    .limit(maxExportedWorklogs + 1)
    .execute()
  if (rows.length > maxExportedWorklogs)
    throw new AppError(
      'invalid',
      `An export can have at most ${maxExportedWorklogs} time entries. Choose fewer days.`,
    )
  await ctx.writing(async (em) =>
    addAuditEntry(em, {
      action: 'export.time',
      workspace_id: ctx.workspace.id,
      facts: { logs: rows.length },
    }),
  )
  return rows.map(({ date, project: name, work_item, title, person, minutes, description }) => ({
    date,
    project: name,
    work_item,
    title,
    person,
    minutes,
    description,
  }))
}

const columns = ['date', 'project', 'work_item', 'title', 'person', 'minutes', 'description'] as const

export async function exportWorklogFile(ctx: WorkspaceContext, filters: ExportQuery): Promise<Response> {
  const rows = await exportWorklogs(ctx, filters)
  const readable = rows.map((row) => ({
    ...row,
    person: localizedDisplayName(ctx.user.language, row.person),
  }))
  const text = toCsv([columns, ...readable.map((row) => columns.map((name) => row[name]))])
  return new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="time-${ctx.workspace.slug}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { csvByteOrderMark, toCsvLines } from '#common/platform/csv.ts'
import { notFound } from '#common/platform/errors.ts'
import {
  type ItemImportDetail,
  type ItemImportRow,
  itemImportResult,
  itemImportRow,
} from '#common/sharing/item-imports/schema.ts'
import { selectAccessibleProjectIds } from '../../access/access.ts'
import type { ProjectContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type ItemImport, ItemImportEntity } from './entity.ts'

/** Maximum number of imports in the list. Older imports are left out. */
const maxListed = 50
/** Maximum number of rows of the report that the screen shows. The downloaded report contains all rows. */
const maxResults = 200

export async function listItemImports(ctx: WorkspaceContext): Promise<ItemImportRow[]> {
  const { em, workspace, user } = ctx
  const rows = await query(em)
    .selectFrom('item_imports')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .where('created_by', '=', user.id)
    .where('project_id', 'in', selectAccessibleProjectIds(ctx))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => presentRow(itemImportRow, { ...row, size: Number(row.size) }))
}

export async function getItemImport(ctx: ProjectContext, id: string): Promise<ItemImportDetail> {
  const row = await requireOwn(ctx, id)
  const noted = query(ctx.em)
    .selectFrom('item_import_results')
    .where('import_id', '=', id)
    .where(sql<boolean>`(notes <> '[]' or outcome = 'dropped')`)
  const results = await noted.selectAll().orderBy('position').limit(maxResults).execute()
  const { count } = await noted.select((of) => of.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  return {
    ...presentRow(itemImportRow, row),
    results: results.map((result) => presentRow(itemImportResult, result)),
    noted: Number(count),
  }
}

/** Streams the report with one line per row of the file. */
export async function downloadItemImportReport(ctx: ProjectContext, id: string): Promise<Response> {
  const row = await requireOwn(ctx, id)
  ctx.http.sendBody(Readable.from(reportLines(ctx, id)))
  return new Response(null, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="import-${row.created_at.toISOString().slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

const batchSize = 1000

async function* reportLines({ em, project }: ProjectContext, id: string): AsyncGenerator<string> {
  // Use another entity manager, because the stream is read after the transaction of the request has ended.
  const reading = em.fork()
  yield csvByteOrderMark + toCsvLines([['row', 'external_id', 'title', 'outcome', 'work_item', 'notes']])
  for (let after = -1; ; ) {
    const rows = await query(reading)
      .selectFrom('item_import_results as r')
      .leftJoin('work_items as i', 'i.id', 'r.item_id')
      .select(['r.position', 'r.row', 'r.external_id', 'r.title', 'r.outcome', 'r.notes', 'i.sequence_id'])
      .where('r.import_id', '=', id)
      .where('r.position', '>', after)
      .orderBy('r.position')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.position
    yield toCsvLines(
      rows.map(({ row, external_id, title, outcome, notes, sequence_id }) => [
        ...[row, external_id, title, outcome],
        sequence_id === null ? '' : `${project.identifier}-${sequence_id}`,
        notes.map(({ reason, text }) => (text === '' ? reason : `${reason}: ${text}`)).join('\n'),
      ]),
    )
  }
}

async function requireOwn(ctx: ProjectContext, id: string): Promise<ItemImport> {
  const row = await ctx.em.findOne(ItemImportEntity, { id, ...ownItemImportsFilter(ctx) })
  if (row === null) throw notFound()
  return row
}

/** Selects the caller's own imports. Even other admins cannot see them. */
export function ownItemImportsFilter({ workspace, project, user }: ProjectContext) {
  return { workspace_id: workspace.id, project_id: project.id, created_by: user.id }
}

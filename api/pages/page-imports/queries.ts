import { importNoteKinds } from '#common/pages/page-imports/rules.ts'
import {
  type PageImportDetail,
  type PageImportRow,
  pageImportNote,
  pageImportRow,
} from '#common/pages/page-imports/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { presentRow } from '../../platform/db/present.ts'
import { type PageContext, pageContextProjectId } from '../pages/container.ts'
import { PageImportEntity, PageImportNoteEntity } from './entity.ts'

/**
 * Maximum number of imports in the list. Older imports are left out; their reports are deleted after a month.
 */
const mostListed = 50

export async function listPageImports(ctx: PageContext): Promise<PageImportRow[]> {
  const rows = await ctx.em.find(PageImportEntity, ownImportsFilter(ctx), {
    orderBy: { created_at: 'desc', id: 'desc' },
    limit: mostListed,
  })
  return rows.map((row) => presentRow(pageImportRow, row))
}

export async function getPageImport(ctx: PageContext, id: string): Promise<PageImportDetail> {
  const row = await ctx.em.findOne(PageImportEntity, { id, ...ownImportsFilter(ctx) })
  if (row === null) throw notFound()
  const notes = await ctx.em.find(PageImportNoteEntity, { import_id: id }, { orderBy: { id: 'asc' } })
  const place = (kind: (typeof importNoteKinds)[number]) => importNoteKinds.indexOf(kind)
  return {
    ...presentRow(pageImportRow, row),
    notes: notes
      .toSorted((a, b) => place(a.kind) - place(b.kind))
      .map((note) => presentRow(pageImportNote, note)),
  }
}

/** Selects the caller's own imports. Even admins cannot see imports of other users. */
export function ownImportsFilter(ctx: PageContext) {
  return { workspace_id: ctx.workspace.id, project_id: pageContextProjectId(ctx), created_by: ctx.user.id }
}

import { sql } from 'kysely'
import { documentName } from '#common/documents/content/names.ts'
import { canSeePage } from '#common/pages/pages/rules.ts'
import { type PageResponse, pageDetail, pageRow } from '#common/pages/pages/schema.ts'
import { notFound } from '#common/platform/errors.ts'
import { getUserDocumentAccess } from '../../access/documents.ts'
import { computeEtag } from '../../documents/content/etag.ts'
import type { DocumentTarget } from '../../platform/context/documents.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { isPageInContainerSql, type PageContext, pageActor, pageContainerId } from './container.ts'
import { addPageAliasFields, presentPage } from './present-page.ts'

export async function listPages(
  ctx: PageContext,
  parts: readonly ('current' | 'archived')[],
): Promise<PageResponse[]> {
  const rows = await pagesOf(ctx)
    .where(sql<boolean>`case when archived_at is null then 'current' else 'archived' end = any(${parts})`)
    .orderBy('created_at', 'desc')
    .execute()
  const actor = pageActor(ctx)
  return rows.filter((row) => canSeePage(actor, row)).map(presentPage)
}

/**
 * Counts the public, private and archived pages. An archived page counts neither as public nor as private.
 */
export async function summarizePages(ctx: PageContext) {
  const pages = await listPages(ctx, ['current', 'archived'])
  const current = pages.filter(({ archived_at }) => archived_at === null)
  const publicPages = current.filter(({ access }) => access === 0).length
  return {
    public_pages: publicPages,
    private_pages: current.length - publicPages,
    archived_pages: pages.length - current.length,
  }
}

export async function getPage(ctx: PageContext, id: string) {
  const row = await findPage(ctx, id)
  const html = await ctx.documents.html(ctx.em, pageDocumentOf(ctx, id), row.description_html, ctx.user.id)
  ctx.http.setEtag(await computeEtag(html))
  ctx.documents.learnTitle(ctx.user.id, pageDocumentOf(ctx, id).name, row.name)
  return presentRow(pageDetail, { ...addPageAliasFields(row), description_html: html, issue_ids: [] })
}

/** Returns the Yjs state as bytes. The state is empty if nobody has edited the page. */
export async function getPageDescription(ctx: PageContext, id: string): Promise<Response> {
  const row = await findPage(ctx, id)
  const target = pageDocumentOf(ctx, id)
  const { binary, html } = await ctx.documents.binary(ctx.em, target, row.description_html, ctx.user.id)
  const headers = { 'Content-Type': 'application/octet-stream', ETag: await computeEtag(html) }
  return new Response(Buffer.from(binary), { headers })
}

function pageDocumentOf(ctx: PageContext, id: string): DocumentTarget {
  return { name: documentName('page', id), workspace_id: ctx.workspace.id }
}

export async function findPage(ctx: PageContext, id: string) {
  const row = await pagesOf(ctx).select('description_html').where('id', '=', id).executeTakeFirst()
  if (row === undefined) return findMoved(ctx, id)
  if (!canSeePage(pageActor(ctx), row)) throw notFound()
  return row
}

/** Finds a moved page by its old address, if the caller can see it in its new project or workspace. */
async function findMoved(ctx: PageContext, id: string) {
  const row = await query(ctx.em)
    .selectFrom('pages')
    .select(columns)
    .select('description_html')
    .where('id', '=', id)
    .where('workspace_id', '=', ctx.workspace.id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`former_project_ids @> array[${pageContainerId(ctx)}]::uuid[]`)
    .executeTakeFirst()
  const sees = row && (await getUserDocumentAccess(ctx.em, ctx.user.id, documentName('page', id))) !== null
  if (!sees) throw notFound()
  return row
}

/**
 * Columns without the text, which callers select only when needed. The JSON of a text may take megabytes,
 * which the driver would parse.
 */
const columns = pageRow.keyof().options

function pagesOf(ctx: PageContext) {
  return query(ctx.em).selectFrom('pages').select(columns).where(isPageInContainerSql(ctx))
}

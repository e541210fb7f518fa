import { sql } from 'kysely'
import { documentName } from '#common/document/names.ts'
import { notFound } from '#common/errors.ts'
import { canSeePage } from '#common/pages/rules.ts'
import { type PageRow, pageDetail, pageRow } from '#common/pages/schema.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { actorOf } from './actor.ts'

export async function listPages(ctx: ProjectContext): Promise<PageRow[]> {
  const rows = await ofProject(ctx).orderBy('created_at', 'desc').execute()
  const actor = actorOf(ctx)
  return rows.filter((row) => canSeePage(actor, row)).map((row) => present(pageRow, row))
}

export async function getPage(ctx: ProjectContext, id: string) {
  const row = await find(ctx, id)
  const { html } = await ctx.documents.read(ctx.em, {
    name: documentName('page', id),
    workspace_id: ctx.workspace.id,
  })
  return present(pageDetail, { ...row, description_html: html })
}

/** Bytes, not JSON; empty for a page that nobody has written in. */
export async function getPageDescription(ctx: ProjectContext, id: string): Promise<Response> {
  await find(ctx, id)
  const { binary } = await ctx.documents.read(ctx.em, {
    name: documentName('page', id),
    workspace_id: ctx.workspace.id,
  })
  return new Response(Buffer.from(binary), { headers: { 'Content-Type': 'application/octet-stream' } })
}

async function find(ctx: ProjectContext, id: string) {
  const row = await ofProject(ctx).where('id', '=', id).executeTakeFirst()
  if (row === undefined || !canSeePage(actorOf(ctx), row)) throw notFound()
  return row
}

function ofProject(ctx: ProjectContext) {
  return query(ctx.em)
    .selectFrom('pages')
    .selectAll()
    .where('workspace_id', '=', ctx.workspace.id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`project_ids @> array[${ctx.project.id}]::uuid[]`)
}

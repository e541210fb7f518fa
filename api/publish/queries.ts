import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#common/call.ts'
import { withoutPeople } from '#common/document/mention.ts'
import { pictureStart } from '#common/document/pictures.ts'
import { notFound } from '#common/errors.ts'
import { readPage } from '#common/listing/read-query.ts'
import {
  type PublicItem,
  type PublishedBoard,
  publicItem,
  type publishCalls,
  publishedBoard,
} from '#common/publish/calls.ts'
import type { FileAsset } from '../assets/entity.ts'
import { type Reading, serveFile } from '../assets/serve.ts'
import type { Context } from '../context.ts'
import { query } from '../db/orm.ts'
import { pageOfRows } from '../db/page.ts'
import { present } from '../db/present.ts'

/*
 * What strangers read. It knows no caller, so nothing here goes by what somebody may see: each statement begins with the board that the
 * address names, takes what lists of its project show, and answers public fields alone.
 */

export async function getPublishedBoard({ em }: Context, anchor: string): Promise<PublishedBoard> {
  const { project_id, view_props: views } = await boardOf({ em }, anchor)
  const project = await query(em)
    .selectFrom('projects')
    .select(['name', 'description', 'logo_props'])
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const states = await query(em)
    .selectFrom('states')
    .select(['id', 'name', 'color', 'group'])
    .where('project_id', '=', project_id)
    .where('deleted_at', 'is', null)
    .where('group', '<>', 'triage')
    .orderBy('sequence')
    .orderBy('id')
    .execute()
  const labels = await query(em)
    .selectFrom('labels')
    .select(['id', 'name', 'color'])
    .where('project_id', '=', project_id)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return present(publishedBoard, { ...project, anchor, views, states, labels })
}

export async function listPublishedItems(
  { em }: Context,
  anchor: string,
  sent: QueryOf<typeof publishCalls.listPublishedItems>,
) {
  const { project_id } = await boardOf({ em }, anchor)
  const { size, number } = readPage(sent)
  const { rows } = await sql<PublicItem>`
    select ${columns} from work_items i join projects p on p.id = i.project_id
    where ${published(project_id)} order by i.sort_order, i.id limit ${size} offset ${size * number}`.execute(
    query(em),
  )
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from work_items i where ${published(project_id)}`.execute(query(em))
  return pageOfRows(
    sent,
    counted[0]?.count ?? 0,
    rows.map((row) => present(publicItem, row)),
  )
}

export async function getPublishedItem({ em }: Context, anchor: string, id: string) {
  const { project_id } = await boardOf({ em }, anchor)
  const { rows } = await sql<PublicItem & { description_html: string }>`
    select ${columns}, i.description_html
    from work_items i join projects p on p.id = i.project_id
    where ${published(project_id)} and i.id = ${id}`.execute(query(em))
  const [row] = rows
  if (row === undefined) throw notFound('Issue not found')
  // As the renderer of documents made it when it was stored: safe by construction. Nothing is rendered for strangers.
  return { ...present(publicItem, row), description_html: withoutPeople(row.description_html) }
}

/** For whoever knows a project's own address: each answer but this one says the same, whether there is such a project or not. */
export async function findPublishedBoard(
  { em }: Context,
  { slug, project_id }: { slug: string; project_id: string },
) {
  const row = await boards({ em })
    .select(['b.anchor', 'b.project_id as entity_identifier'])
    .where('w.slug', '=', slug)
    .where('b.project_id', '=', project_id)
    .executeTakeFirst()
  if (row === undefined) throw notPublished()
  return { ...row, entity_name: 'project' as const }
}

/**
 * A picture that stands in the description of an item that is shown now. That it was sent for the item, or came to it from another text, is not
 * enough: what was taken out of a text is no longer shown to anybody outside.
 */
export async function getPublishedPicture(
  ctx: Context,
  anchor: string,
  id: string,
  reading: Reading,
): Promise<Response> {
  const { project_id } = await boardOf(ctx, anchor)
  const { rows } = await sql<Pick<FileAsset, 'id' | 'attributes' | 'entity_type'>>`
    select f.id, f.attributes, f.entity_type from file_assets f
    where f.id = ${id} and f.uploaded_at is not null and f.deleted_at is null and exists (
      select 1 from work_items i
      where ${published(project_id)} and position(${pictureStart(id)} in i.description_html) > 0 and (
        (f.entity_type = 'ISSUE_DESCRIPTION' and i.id = f.entity_identifier)
        or i.id in (select u.entity_identifier from file_uses u where u.asset_id = f.id)
      )
    )`.execute(query(ctx.em))
  const [file] = rows
  if (file === undefined) throw notFound('The requested asset could not be found.')
  // What it was called on somebody's device is for nobody outside.
  return serveFile(ctx, { ...file, attributes: { ...file.attributes, name: 'picture' } }, reading)
}

/** Of a project that is there; one in the archive is read further on. */
async function boardOf({ em }: Pick<Context, 'em'>, anchor: string) {
  const row = await boards({ em })
    .select(['b.project_id', 'b.view_props'])
    .where('b.anchor', '=', anchor)
    .executeTakeFirst()
  if (row === undefined) throw notPublished()
  return row
}

function boards({ em }: Pick<Context, 'em'>) {
  return query(em)
    .selectFrom('deploy_boards as b')
    .innerJoin('projects as p', 'p.id', 'b.project_id')
    .innerJoin('workspaces as w', 'w.id', 'b.workspace_id')
    .where('p.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)
}

function notPublished() {
  return notFound('Project is not published')
}

const columns = sql`i.id, p.identifier || '-' || i.sequence_id as key, i.sequence_id, i.name, i.state_id, i.priority,
  i.label_ids, i.start_date::text, i.target_date::text`

function published(projectId: string): RawBuilder<boolean> {
  return sql`i.project_id = ${projectId} and i.deleted_at is null and i.archived_at is null and not i.is_draft
    and not i.is_epic and i.state__group <> 'triage'`
}

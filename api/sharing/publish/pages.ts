import { sql } from 'kysely'
import { fileElementPrefixes } from '#common/documents/content/pictures.ts'
import { syncedReferencesInHtml } from '#common/documents/content/synced-blocks.ts'
import { isPictureType } from '#common/documents/files/file-types.ts'
import { parsePageAppearance, parsePageCover } from '#common/pages/pages/style.ts'
import { type AppError, notFound } from '#common/platform/errors.ts'
import { type PublishedPage, publishedPage, publishedPageLink } from '#common/sharing/publish/page-schema.ts'
import { findPublishedPages, type PublishedPages } from '../../access/published-pages.ts'
import { renderSyncedContents } from '../../documents/content/synced-contents.ts'
import type { FileAsset } from '../../documents/files/entity.ts'
import { type ServeOptions, serveFile } from '../../documents/files/serve.ts'
import type { Context } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'
import { publicPageHtml } from './public-page-html.ts'

/*
 * Queries for anonymous readers of published pages. They read only pages that `findPublishedPages` returns, and return
 * public fields only.
 */

export async function getPublishedPage(
  ctx: Context,
  anchor: string,
  pageId: string | undefined,
): Promise<PublishedPage> {
  const { pages, publication } = await loadPublishedPages(ctx, anchor)
  const [root] = pages
  const page = pageId === undefined ? root : pages.find(({ id }) => id === pageId)
  if (page === undefined) throw notPublicError()
  if (!publication.is_indexed) ctx.http.hideFromSearchEngines()
  const pageIds = new Set(pages.map(({ id }) => id))
  const stored = (await readStoredText(ctx, page.id)) ?? ''
  const synced = new Set(syncedReferencesInHtml(stored).map((reference) => reference.page))
  const description_html = await renderSyncedContents(stored, {
    canRead: async (id) => pageIds.has(id),
    read: (id, maxBytes) => readStoredText(ctx, id, maxBytes),
  })
  // The parent of the page at the top is not public, so its id is not returned.
  const links = pages.map((one) =>
    presentRow(publishedPageLink, { ...one, parent: one === root ? null : one.parent }),
  )
  return presentRow(publishedPage, {
    ...page,
    parent: page === root ? null : page.parent,
    view_props: parsePageAppearance(page.view_props),
    description_html: publicPageHtml(description_html, {
      anchor,
      appUrl: ctx.config.appUrl,
      pageIds,
    }),
    synced_page_ids: [...synced].filter((id) => pageIds.has(id)),
    is_indexed: publication.is_indexed,
    pages: links,
  })
}

/** Returns the stored HTML of a page, or null if it has more bytes than allowed. */
async function readStoredText(
  { em }: Context,
  id: string,
  maxBytes: number | null = null,
): Promise<string | null> {
  const row = await query(em)
    .selectFrom('pages')
    .select('description_html')
    .where('id', '=', id)
    .$if(maxBytes !== null, (texts) =>
      texts.where(sql<boolean>`octet_length(description_html) <= ${maxBytes}`),
    )
    .executeTakeFirst()
  return row?.description_html ?? null
}

/** Returns a picture or file that the text of a public page contains now, or its cover. */
export async function getPublishedPageFile(
  ctx: Context,
  anchor: string,
  id: string,
  reading: ServeOptions,
): Promise<Response> {
  const { pages, workspace_id, publication } = await loadPublishedPages(ctx, anchor)
  const ids = pages.map((page) => page.id)
  const covers = pages.map(({ view_props }) => parsePageCover(view_props)?.toLowerCase())
  const { picture, file: block } = fileElementPrefixes(id)
  const { rows } = await sql<Pick<FileAsset, 'id' | 'attributes' | 'entity_type'>>`
    with owners as (
      select entity_identifier as owner from file_assets where id = ${id}
      union all select entity_identifier from file_uses where asset_id = ${id}
    )
    select f.id, f.attributes, f.entity_type from file_assets f
    where f.id = ${id} and f.workspace_id = ${workspace_id} and f.uploaded_at is not null and f.deleted_at is null
      and exists (
        select 1 from pages p join owners o on o.owner = p.id where p.id = any(${ids}::uuid[]) and (
          ${covers.includes(id.toLowerCase())}::boolean
          or position(${picture} in p.description_html) > 0 or position(${block} in p.description_html) > 0)
      )`.execute(query(ctx.em))
  const [file] = rows
  if (file === undefined) throw notFound('The requested asset could not be found.')
  // Replace the original file name of a picture, which may be private. The names of other files are visible
  // in the text anyway.
  const { name, type } = file.attributes
  const attributes = { ...file.attributes, name: isPictureType(type) ? 'picture' : name }
  const response = await serveFile(ctx, { ...file, attributes }, reading)
  if (!publication.is_indexed) response.headers.set('X-Robots-Tag', 'noindex')
  return response
}

async function loadPublishedPages({ em }: Context, anchor: string): Promise<PublishedPages> {
  const found = await findPublishedPages(em, anchor)
  if (found === null) throw notPublicError()
  return found
}

function notPublicError(): AppError {
  return notFound('Page is not published')
}

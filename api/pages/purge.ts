import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { documentName } from '#common/document/names.ts'
import { forbidden } from '#common/errors.ts'
import { canManagePage } from '#common/pages/rules.ts'
import { audit } from '../audit/deed.ts'
import { aboutPage } from '../audit/pages.ts'
import { query } from '../db/orm.ts'
import { recordBatch } from '../feed/batch.ts'
import { loadPage } from './load.ts'
import { actorOf, type PagePlace } from './place.ts'
import { holdPages } from './tree.ts'

/** Deletes a page of the trash forever, with its text, versions and comments; one that is not in the trash stays. Its files are deleted by the next hourly job. */
export async function purgePage(ctx: PagePlace, id: string): Promise<undefined> {
  await holdPages(ctx)
  const page = await loadPage(ctx, id, { trashed: true })
  if (!canManagePage(actorOf(ctx), page)) throw forbidden()
  if (page.deleted_at === null) return
  await deleteForever(ctx.em, [id])
  audit(ctx.em, { action: 'page.purged', ...aboutPage(page) })
  // Clients received the delete when the page went to the trash. It is sent again for the screens that show the trash.
  recordBatch(ctx.em, 'pages', [{ before: { ...page, deleted_at: null }, after: { ...page } }])
}

/** Pages that are deleted in one statement. */
const batch = 500

/** Deletes what no trash shows any more, so no client needs to know. */
export async function purgePagesTrashedBefore(em: EntityManager, moment: Date): Promise<void> {
  for (;;) {
    const rows = await query(em)
      .selectFrom('pages')
      .select('id')
      .where('deleted_at', '<', moment)
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    await deleteForever(
      em,
      rows.map(({ id }) => id),
    )
  }
}

/** The page goes last, so a job that is killed before that finds it again. */
async function deleteForever(em: EntityManager, ids: string[]): Promise<void> {
  const documents = ids.map((id) => documentName('page', id))
  await sql`delete from document_updates where name = any(${documents}::text[])`.execute(query(em))
  await sql`delete from documents where name = any(${documents}::text[])`.execute(query(em))
  await sql`delete from pages where id = any(${ids}::uuid[])`.execute(query(em))
}

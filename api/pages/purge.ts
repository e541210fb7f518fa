import { forbidden } from '#common/errors.ts'
import { canManagePage } from '#common/pages/rules.ts'
import { audit } from '../audit/deed.ts'
import { aboutPage } from '../audit/pages.ts'
import { deleteOwners } from '../documents/delete-owners.ts'
import { recordBatch } from '../feed/batch.ts'
import { endNotifications } from '../notifications/receipts.ts'
import { loadPage } from './load.ts'
import { actorOf, type PagePlace } from './place.ts'
import { holdPages } from './tree.ts'

/** Deletes a page of the trash forever, with its text, versions and comments; one that is not in the trash stays. Its files are deleted by the next hourly job. */
export async function purgePage(ctx: PagePlace, id: string): Promise<undefined> {
  await holdPages(ctx)
  const page = await loadPage(ctx, id, { trashed: true })
  if (!canManagePage(actorOf(ctx), page)) throw forbidden()
  if (page.deleted_at === null) return
  await endNotifications(ctx.em, [id], new Date())
  await deleteOwners(ctx.em, 'page', [id])
  audit(ctx.em, { action: 'page.purged', ...aboutPage(page) })
  // Clients received the delete when the page went to the trash. It is sent again for the screens that show the trash.
  recordBatch(ctx.em, 'pages', [{ before: { ...page, deleted_at: null }, after: { ...page } }])
}

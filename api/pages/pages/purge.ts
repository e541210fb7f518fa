import { canManagePage } from '#common/pages/pages/rules.ts'
import { forbidden } from '#common/platform/errors.ts'
import { deleteOwners } from '../../documents/content/delete-owners.ts'
import { purging } from '../../documents/content/events.ts'
import { aboutPage } from '../../organization/audit/pages.ts'
import { emit } from '../../platform/db/events.ts'
import { recordBatch } from '../../platform/feed/batch.ts'
import { audit } from '../../platform/feed/deed.ts'
import { type PageContext, pageActorOf } from './container.ts'
import { loadPage } from './load.ts'
import { lockPageTree } from './tree.ts'

/** Deletes a page of the trash forever, with its text, versions and comments; one that is not in the trash stays. Its files are deleted by the next hourly job. */
export async function purgePage(ctx: PageContext, id: string): Promise<undefined> {
  await lockPageTree(ctx)
  const page = await loadPage(ctx, id, { trashed: true })
  if (!canManagePage(pageActorOf(ctx), page)) throw forbidden()
  if (page.deleted_at === null) return
  await emit(ctx.em, purging, { ids: [id] })
  await deleteOwners(ctx.em, 'page', [id])
  audit(ctx.em, { action: 'page.purged', ...aboutPage(page) })
  // Clients received the delete when the page went to the trash. It is sent again for the screens that show the trash.
  recordBatch(ctx.em, 'pages', [{ before: { ...page, deleted_at: null }, after: { ...page } }])
}

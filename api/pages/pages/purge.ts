import { canManagePage } from '#common/pages/pages/rules.ts'
import { forbidden } from '#common/platform/errors.ts'
import { deletePagesOrItems } from '../../documents/content/delete-owners.ts'
import { documentOwnersPurging } from '../../documents/content/events.ts'
import { describePageForAudit } from '../../organization/audit/describe-page.ts'
import { emitEvent } from '../../platform/db/events.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { recordBulkChanges } from '../../platform/feed/batch.ts'
import { type PageContext, pageActor } from './container.ts'
import { loadPage } from './load.ts'
import { lockPageTree } from './tree.ts'

/**
 * Permanently deletes a page from the trash, with its text, versions and comments. A page that is not in the trash
 * stays unchanged. The next hourly job deletes its files.
 */
export async function purgePage(ctx: PageContext, id: string): Promise<undefined> {
  await lockPageTree(ctx)
  const page = await loadPage(ctx, id, { trashed: true })
  if (!canManagePage(pageActor(ctx), page)) throw forbidden()
  if (page.deleted_at === null) return
  await emitEvent(ctx.em, documentOwnersPurging, { ids: [id] })
  await deletePagesOrItems(ctx.em, 'page', [id])
  addAuditEntry(ctx.em, { action: 'page.purged', ...describePageForAudit(page) })
  // Record the delete again: clients removed the page when it went to the trash, but clients that show the trash must
  // remove it from there now.
  recordBulkChanges(ctx.em, 'pages', [{ before: { ...page, deleted_at: null }, after: { ...page } }])
}

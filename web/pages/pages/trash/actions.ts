import type { PageRow, TrashedPage } from '#common/pages/pages/schema.ts'
import { t } from '../../../locales/i18n.ts'
import { callForContainer } from '../../../platform/app/call-for-container.ts'
import { mutateTogether, request } from '../../../platform/app/sync.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { toAnyMutation, undoableMutation } from '../../../platform/sync/mutation.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { deletePageMutation, pageCallParams, projectIdOfPage, restorePageMutation } from '../actions.ts'

/** Restores pages from the trash, each to its old position. */
export async function restorePages(rows: readonly TrashedPage[]): Promise<void> {
  const pages = rows.map(({ deleted_at, deleted_by, ...page }): PageRow => page)
  await mutateTogether(
    pages.map((page) =>
      toAnyMutation(
        undoableMutation(
          restorePageMutation(page),
          t('trash.pages.restoredOne', { name: page.name || t('pages.untitled') }),
          deletePageMutation(page),
        ),
      ),
    ),
    (accepted) =>
      accepted[0]?.message && accepted.length === 1
        ? accepted[0].message
        : t('trash.pages.restored', { count: accepted.length }),
  )
}

/**
 * Deletes pages permanently. The requests are not sent through the offline queue, because a permanent
 * deletion must not run later without the user noticing it.
 */
export async function purgePages(rows: readonly TrashedPage[]): Promise<void> {
  let purged = 0
  try {
    for (const page of rows) {
      await request(callForContainer(projectIdOfPage(page), 'purgePage'), { params: pageCallParams(page) })
      purged += 1
    }
    toast.ok(t('trash.pages.purged', { count: purged }))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast.error(t('trash.pages.notPurged', { count: rows.length - purged }), {
      text: t('shell.refusedServer'),
    })
  }
}

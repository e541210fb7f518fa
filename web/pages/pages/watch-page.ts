import type { PageRow } from '#common/pages/pages/schema.ts'
import { pageIdsFromRoot } from '#common/pages/pages/tree.ts'
import { type WatchScope, watchScopeToStore } from '#common/pages/pages/watches.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../locales/i18n.ts'
import { callForContainer } from '../../platform/app/call-for-container.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import type { LocalChange } from '../../platform/sync/local-rows.ts'
import { type Mutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createSentCall } from '../../platform/sync/row-actions.ts'
import { pageCallParams, projectIdOfPage } from './actions.ts'

/** Sets which edits of the page the user is notified of. Undo restores the previous choice. */
export async function watchPage(page: PageRow, scope: WatchScope): Promise<void> {
  const stored = store.get(tables.page_watches.allAtom).find((watch) => watch.page_id === page.id)
  const id = stored?.id ?? newId()
  const setting = (from: WatchScope | null, wanted: WatchScope | null) =>
    watchMutation(page, id, { from, to: wanted })
  const before = stored?.scope ?? null
  const pages = new Map([...tables.pages.values()].map((row) => [row.id, row]))
  const scopes = new Map(store.get(tables.page_watches.allAtom).map((row) => [row.page_id, row.scope]))
  const wanted = watchScopeToStore(scope, pageIdsFromRoot(page.id, pages).toReversed(), scopes)
  if (wanted === before) return
  await mutate(
    undoableMutation(setting(before, wanted), t(`pages.watch.set.${scope}`), setting(wanted, before)),
  )
}

function watchMutation(
  page: PageRow,
  id: string,
  { from, to }: { from: WatchScope | null; to: WatchScope | null },
): Mutation<'watchPage'> {
  const { workspace_id, id: page_id } = page
  const row = { id, workspace_id, page_id, user_id: getMyId(), scope: to ?? 'off' }
  const change: LocalChange =
    to === null
      ? { entity: 'page_watches', id, op: 'delete', fields: {} }
      : { entity: 'page_watches', id, op: from === null ? 'create' : 'update', fields: row }
  return {
    ...createSentCall(callForContainer(projectIdOfPage(page), 'watchPage'), {
      params: pageCallParams(page),
      body: { id, scope: to },
    }),
    changes: [change],
    queueKey: id,
  }
}

import { defineEntity, p } from '@mikro-orm/postgresql'
import type { WatchScope } from '#common/pages/pages/watches.ts'

/** A user's choice of the edits of a page of which the user is notified. Only this user receives the row. */
export const PageWatchEntity = defineEntity({
  name: 'PageWatch',
  tableName: 'page_watches',
  properties: {
    id: p.uuid().primary(),
    workspace_id: p.uuid(),
    page_id: p.uuid(),
    user_id: p.uuid(),
    scope: p.string().$type<WatchScope>(),
    /** Time at which the user chose this scope. */
    since: p.datetime(),
  },
})

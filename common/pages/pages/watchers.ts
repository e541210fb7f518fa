/**
 * The edits of which a person is notified. `page`: edits of this page. `tree`: edits of this page and its
 * sub-pages. `off`: no edits, even if the person has chosen `tree` for an ancestor page.
 */
export const watchScopes = ['page', 'tree', 'off'] as const
export type WatchScope = (typeof watchScopes)[number]

/** Maximum number of users whose choice of notifications is stored for one page. */
export const maxPageWatchers = 200

/**
 * The scopes by user id. All users who can see the page receive these scopes, because they are stored in the row of the
 * page.
 */
export type PageWatchers = Readonly<Record<string, WatchScope>>

interface WatchedPage {
  id: string
  watchers: PageWatchers
}

/**
 * Returns the scope of a user for a page. `above` is the id of the ancestor page whose scope `tree` also applies to
 * this page, or null. `path` contains the page, followed by its ancestors.
 */
export function findWatchScope(
  userId: string,
  path: readonly WatchedPage[],
): { scope: WatchScope; above: string | null } {
  const [page, ...ancestors] = path
  const own = page?.watchers[userId]
  if (own !== undefined) return { scope: own, above: null }
  const nearest = ancestors.find(({ watchers }) => ['tree', 'off'].includes(watchers[userId] ?? ''))
  const isWatched = nearest?.watchers[userId] === 'tree'
  return { scope: isWatched ? 'tree' : 'off', above: isWatched ? nearest.id : null }
}

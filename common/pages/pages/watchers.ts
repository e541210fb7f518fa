/**
 * The edits of which a person is notified: edits of this page, edits of this page and its sub-pages, or no edits.
 * The value `off` also ends the notifications that a person receives because of a page above.
 */
export const watchScopes = ['page', 'tree', 'off'] as const
export type WatchScope = (typeof watchScopes)[number]

/** Maximum number of people whose scope is stored for one page. */
export const maxPageWatchers = 200

/** Scopes by user id. All people who can see the page receive them, because they are part of the row of the page. */
export type PageWatchers = Readonly<Record<string, WatchScope>>

interface WatchedPage {
  id: string
  watchers: PageWatchers
}

/**
 * Returns the scope of a user for a page, and the page above because of which the user is notified. `path` contains
 * the page and its ancestors, the page first.
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

/**
 * The edits of which a person is notified. `page`: edits of this page. `tree`: edits of this page and its
 * sub-pages. `off`: no edits, even if the person has chosen `tree` for an ancestor page.
 */
export const watchScopes = ['page', 'tree', 'off'] as const
export type WatchScope = (typeof watchScopes)[number]

/**
 * Returns the scope of a user for a page. `above` is the id of the ancestor page whose scope `tree` also applies to
 * this page, or null. `path` contains the id of the page, followed by the ids of its ancestors, and `scopes` contains
 * the user's choices by page id.
 */
export function findWatchScope(
  [page, ...ancestors]: readonly string[],
  scopes: ReadonlyMap<string, WatchScope>,
): { scope: WatchScope; above: string | null } {
  const own = page === undefined ? undefined : scopes.get(page)
  if (own !== undefined) return { scope: own, above: null }
  const nearest = ancestors.find((id) => ['tree', 'off'].includes(scopes.get(id) ?? ''))
  const isWatched = nearest !== undefined && scopes.get(nearest) === 'tree'
  return { scope: isWatched ? 'tree' : 'off', above: isWatched ? nearest : null }
}

/**
 * Returns the choice to store if the user chooses `scope` for a page. Null means that no choice is stored: `off` is
 * stored only if it overrides the choice `tree` for an ancestor page.
 */
export function watchScopeToStore(
  scope: WatchScope | null,
  [page, ...ancestors]: readonly string[],
  scopes: ReadonlyMap<string, WatchScope>,
): WatchScope | null {
  if (scope !== 'off' || page === undefined) return scope
  const others = new Map([...scopes].filter(([id]) => id !== page))
  return findWatchScope([page, ...ancestors], others).above === null ? null : 'off'
}

/** What can be a favourite. A folder holds others and is nothing but itself. */
export const favoriteThings = ['project', 'cycle', 'module', 'view', 'page'] as const
export type FavoriteThing = (typeof favoriteThings)[number]

export const favoriteTypes = ['folder', ...favoriteThings] as const
export type FavoriteType = (typeof favoriteTypes)[number]

export const favoriteNameLength = 255

/** Of one person in a workspace; more are found faster by a search. */
export const favoritesLimit = 500

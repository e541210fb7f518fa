/** Types of objects that can be favorites. A folder of favorites is not one of them. */
export const favoriteObjectTypes = [
  'project',
  'cycle',
  'module',
  'view',
  'page',
  'teamspace',
  'issue',
  'dashboard',
] as const
export type FavoriteObjectType = (typeof favoriteObjectTypes)[number]

export const favoriteTypes = ['folder', ...favoriteObjectTypes] as const
export type FavoriteType = (typeof favoriteTypes)[number]

export const maxFavoriteNameLength = 255

/**
 * Maximum favorites of a user in a workspace. In a longer list, users would find an object more slowly than
 * with the search.
 */
export const favoritesLimit = 500

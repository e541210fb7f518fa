import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { FavoriteObjectType } from '#common/organization/favorites/rules.ts'
import { tables } from '../../platform/app/sync.ts'

/** Ids of the user's favorites of one type. */
export const favoriteIdsAtom = atomFamily((type: FavoriteObjectType) =>
  atom(
    (get): ReadonlySet<string> =>
      new Set(
        get(tables.favorites.allAtom).flatMap(({ entity_type, entity_identifier: id }) =>
          entity_type === type && id !== null ? [id] : [],
        ),
      ),
  ),
)

import { z } from 'zod'
import { singleLineText } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { favoriteTypes, maxFavoriteNameLength } from './rules.ts'

/** A favorite of a user in a workspace: an object, or a folder of favorites. Other users cannot see it. */
export const favoriteRow = z.object({
  id,
  workspace_id: id,
  user_id: id,
  /** Project of the object. Null for a folder and for objects that belong to no project. */
  project_id: id.nullable(),
  entity_type: z.enum(favoriteTypes),
  /** Id of the object; null for a folder. */
  entity_identifier: id.nullable(),
  /** Name of a folder. Other favorites have the current name of their object. */
  name: z.string().nullable(),
  is_folder: z.boolean(),
  /** Id of the folder that contains the favorite. */
  parent: id.nullable(),
  /** Position in the list. The smallest value is listed first. */
  sequence: z.number(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type FavoriteRow = z.infer<typeof favoriteRow>

/** A favorite with the current data of its object. */
const favoriteWithData = favoriteRow.extend({
  entity_data: z.object({
    name: z.string(),
    logo_props: logoProps,
    /** The teamspace of a view. */
    teamspace_id: id.nullable().optional(),
    /** The key of a work item, such as `ATL-12`. */
    key: z.string().optional(),
  }),
})
export const favoriteResponse = favoriteWithData.extend({
  /** Favorites in the folder. Empty for everything else. */
  children: z.array(favoriteWithData),
})
export type FavoriteResponse = z.infer<typeof favoriteResponse>

export const folderNameField = singleLineText(maxFavoriteNameLength).min(1, 'A name is required.')

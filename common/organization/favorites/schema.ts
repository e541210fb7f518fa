import { z } from 'zod'
import { line } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, moment } from '../../platform/time.ts'
import { favoriteNameLength, favoriteTypes } from './rules.ts'

/** What one person keeps at hand in a workspace: a thing of it, or a folder of such. Nobody else knows of it. */
export const favoriteRow = z.object({
  id,
  workspace_id: id,
  user_id: id,
  /** Of the thing; null of a folder and of what is of the workspace itself. */
  project_id: id.nullable(),
  entity_type: z.enum(favoriteTypes),
  /** Null of a folder. */
  entity_identifier: id.nullable(),
  /** Of a folder; anything else goes by the name that it has now. */
  name: z.string().nullable(),
  is_folder: z.boolean(),
  /** The folder that it is in. */
  parent: id.nullable(),
  /** The least is on top. */
  sequence: z.number(),
  created_at: moment,
  updated_at: moment,
})
export type FavoriteRow = z.infer<typeof favoriteRow>

/** With what is said of the thing now. */
export const favoriteAnswer = favoriteRow.extend({
  entity_data: z.object({ name: z.string(), logo_props: logoProps }),
})
export type FavoriteAnswer = z.infer<typeof favoriteAnswer>

export const folderName = line(favoriteNameLength).min(1, 'A name is required.')

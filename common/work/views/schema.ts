import { z } from 'zod'
import { multiLineText, singleLineText } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { listingQuery } from '../listing/schema.ts'
import { viewSettingsChange, viewSettingsColumns } from '../user-properties/schema.ts'
import { maxViewNameLength } from './rules.ts'

/**
 * Access to a view. 0 is private: only the owner can see it. 1 is public: all members of the project or workspace can
 * see it, and guests who see the whole project. For pages, the numbers have the opposite meaning.
 */
export const viewAccess = z.union([z.literal(0), z.literal(1)])
export type ViewAccess = z.infer<typeof viewAccess>

export const viewRow = z.object({
  id,
  workspace_id: id,
  /** Project of the view; null for a view of the whole workspace. */
  project_id: id.nullable(),
  /** The teamspace that contains the view, if any. Then `project_id` is null. */
  teamspace_id: id.nullable(),
  name: z.string(),
  description: z.string(),
  access: viewAccess,
  owned_by: id,
  is_locked: z.boolean(),
  logo_props: logoProps,
  /** Secret part of the public link, or null if the view is not published. */
  anchor: z.string().nullable(),
  ...viewSettingsColumns,
  sort_order: z.number(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type ViewRow = z.infer<typeof viewRow>

/** Adds the ids of project and workspace under the names that clients of Plane use. */
export const viewResponse = viewRow.extend({
  workspace: id,
  project: id.nullable(),
  is_favorite: z.boolean(),
})
export type ViewResponse = z.infer<typeof viewResponse>

const name = singleLineText(maxViewNameLength).min(1, 'A name is required.')

export const viewChange = z.object({
  name: name.optional(),
  description: multiLineText(10_000).optional(),
  logo_props: logoProps.optional(),
  access: viewAccess.optional(),
  is_locked: z.boolean().optional(),
  ...viewSettingsChange,
})

export const newView = viewChange.extend({ id: id.optional(), name })

/** Query for the items of a view. The view's settings replace parameters that are omitted. */
export const viewListingQuery = listingQuery.extend({
  order_by: listingQuery.shape.order_by.unwrap().optional(),
})
export type ViewListingQuery = z.infer<typeof viewListingQuery>

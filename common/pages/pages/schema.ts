import { z } from 'zod'
import { emptyAsNull } from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { visitedItem, visitedPage } from '../recent-visits/schema.ts'
import { pageShareRoles } from './shares.ts'
import { pageFonts } from './style.ts'
import { watchScopes } from './watches.ts'

/**
 * Access to a page. 0 is shared: everybody in the page's projects, or all members of the workspace, can see it. 1
 * is private: only the owner and the people in `shares` can see it.
 */
export const pageAccess = z.union([z.literal(0), z.literal(1)])
export type PageAccess = z.infer<typeof pageAccess>

/**
 * The people with whom a page is shared individually, and their roles, by user id. They can see the page even if it
 * is private.
 */
export const pageShares = z.record(id, z.enum(pageShareRoles))

/**
 * Appearance of a page, as clients send it. Fields that are missing do not change. The cover is the id of a
 * picture that the caller can see, or null.
 */
export const pageAppearance = z
  .object({
    full_width: z.boolean(),
    font: z.enum(pageFonts),
    small_text: z.boolean(),
    cover: emptyAsNull(id),
  })
  .partial()

/** The public link of a page. */
export const pagePublication = z.object({
  /** Secret part of the link. Anybody who knows it can read the page. */
  anchor: z.string(),
  /** True if the sub-pages that `published_by` may publish are public too. */
  has_sub_pages: z.boolean(),
  /** True if search engines may list the page. */
  is_indexed: z.boolean(),
  /** The link works only while this user may publish the page. */
  published_by: id,
})
export type PagePublication = z.infer<typeof pagePublication>

export const pageRow = z.object({
  id,
  workspace_id: id,
  /** Projects of the page. The list is empty for a page that belongs to no project. */
  project_ids: z.array(id),
  name: z.string(),
  owned_by: id,
  access: pageAccess,
  color: z.string(),
  logo_props: logoProps,
  view_props: z.record(z.string(), z.unknown()),
  label_ids: z.array(id),
  /** Ids of the users whom the text mentions. */
  mention_ids: z.array(id),
  parent: id.nullable(),
  sort_order: z.number(),
  is_locked: z.boolean(),
  archived_at: isoTimestamp.nullable(),
  /** The people with whom the page is shared, and their roles, by user id. */
  shares: pageShares,
  /** The public link of the page. Null if the page is not published. */
  publication: pagePublication.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})
export type PageRow = z.infer<typeof pageRow>

/** A user's choice of the edits of a page of which the user is notified. Only this user receives the row. */
export const pageWatchRow = z.object({
  id,
  workspace_id: id,
  page_id: id,
  user_id: id,
  scope: z.enum(watchScopes),
})
export type PageWatchRow = z.infer<typeof pageWatchRow>

/** Adds some ids under the names that clients of Plane expect. */
export const pageResponse = pageRow.extend({
  workspace: id,
  labels: z.array(id),
  is_favorite: z.boolean(),
  is_global: z.boolean(),
})
export type PageResponse = z.infer<typeof pageResponse>

/** A page in the trash. */
export const trashedPage = pageRow.extend({ deleted_at: isoTimestamp, deleted_by: id.nullable() })
export type TrashedPage = z.infer<typeof trashedPage>

/** `issue_ids` is always empty; the field exists for clients of Plane. */
export const pageDetail = pageResponse.extend({ description_html: z.string(), issue_ids: z.array(id) })

/** A page or work item that links to a page. The API calls work items "issue". */
export const backLink = z.discriminatedUnion('entity_name', [
  z.object({ entity_name: z.literal('page'), entity_data: visitedPage }),
  z.object({ entity_name: z.literal('issue'), entity_data: visitedItem }),
])
export type BackLink = z.infer<typeof backLink>

/** The original of a synced block, as one reader sees it. */
export const syncedBlock = z.object({
  page: visitedPage.pick({ id: true, name: true, logo_props: true, project_id: true }),
  /** `deleted`: the page contains the block no more. `trashed`: the page is in the trash. */
  state: z.enum(['available', 'deleted', 'trashed']),
  /** The content of the block. Is null if the block is not available. */
  description_html: z.string().nullable(),
  /** The pages and work items that refer to the block and that you can see. Is null unless you ask for them. */
  places: z.array(backLink).nullable(),
  /** Is true if more texts may refer to the block, because only a limited number of texts is searched and listed. */
  has_more_places: z.boolean(),
})
export type SyncedBlock = z.infer<typeof syncedBlock>

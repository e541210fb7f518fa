import { z } from 'zod'
import { singleLineText } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { maxVersionNameLength } from './rules.ts'

const sharedColumns = z.object({
  id,
  workspace_id: id,
  /** Id of the user who started the version. Null for a text that was stored before Tandem had versions. */
  owned_by: id.nullable(),
  /** Ids of all users who wrote in this version, including its owner. */
  editor_ids: z.array(id),
  last_saved_at: isoTimestamp,
  /** If the text was restored from an older version: the time at which that older version was saved. */
  restored_from: isoTimestamp.nullable(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})

/**
 * The state of a description at the end of an editing session. The newest version is the current text. Lists
 * omit the text, which clients read separately for each version.
 */
export const versionRow = sharedColumns.extend({ project_id: id, issue_id: id })
export type VersionRow = z.infer<typeof versionRow>

/** Adds fields that clients of Plane expect. */
export const versionResponse = versionRow.extend({ workspace: id, project: id, issue: id })
export type VersionResponse = z.infer<typeof versionResponse>

/** A version of a page. */
export const pageVersionRow = sharedColumns.extend({
  page_id: id,
  /** The name that a user gave the version. A version with a name is never deleted. */
  name: z.string().nullable(),
})
export type PageVersionRow = z.infer<typeof pageVersionRow>

export const pageVersionResponse = pageVersionRow.extend({ workspace: id, page: id })
export type PageVersionResponse = z.infer<typeof pageVersionResponse>

export const pageVersionChange = z.object({
  /** The new name of the version. If null, the version loses its name. */
  name: singleLineText(maxVersionNameLength).min(1, 'A name is required.').nullable(),
})

const text = z.object({
  description_html: z.string(),
  description_stripped: z.string(),
  /** The text as editor JSON. Null if the text is too long; clients then use the HTML, which has the same content. */
  description_json: z.record(z.string(), z.unknown()).nullable(),
  description_binary: z.string().nullable(),
})
export type VersionText = z.infer<typeof text>

export const versionDetail = versionResponse.extend(text.shape)
export type VersionDetail = z.infer<typeof versionDetail>

export const pageVersionDetail = pageVersionResponse.extend(text.shape)
export type PageVersionDetail = z.infer<typeof pageVersionDetail>

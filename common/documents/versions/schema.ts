import { z } from 'zod'
import { id, moment } from '../../platform/time.ts'

const kept = z.object({
  id,
  workspace_id: id,
  /** Who began it; null of a text from before there were versions. */
  owned_by: id.nullable(),
  /** Everybody who wrote in it, at the same time as its owner. */
  editor_ids: z.array(id),
  last_saved_at: moment,
  /** Of a text that was brought back: when the version that it was brought back from had been saved. */
  restored_from: moment.nullable(),
  created_at: moment,
  updated_at: moment,
  created_by: id.nullable(),
  updated_by: id.nullable(),
})

/** What a description was after somebody had written in it; the last version is what it is now. The text is told of one at a time. */
export const versionRow = kept.extend({ project_id: id, issue_id: id })
export type VersionRow = z.infer<typeof versionRow>

/** With what clients of the reference product read of it besides. */
export const versionAnswer = versionRow.extend({ workspace: id, project: id, issue: id })
export type VersionAnswer = z.infer<typeof versionAnswer>

/** The same of a page. */
export const pageVersionRow = kept.extend({ page_id: id })
export type PageVersionRow = z.infer<typeof pageVersionRow>

export const pageVersionAnswer = pageVersionRow.extend({ workspace: id, page: id })
export type PageVersionAnswer = z.infer<typeof pageVersionAnswer>

const text = z.object({
  description_html: z.string(),
  description_stripped: z.string(),
  /** Null of a long text, as is `description_binary`, a Yjs state in base64: its HTML says the same. */
  description_json: z.record(z.string(), z.unknown()).nullable(),
  description_binary: z.string().nullable(),
})
export type VersionText = z.infer<typeof text>

export const versionDetail = versionAnswer.extend(text.shape)
export type VersionDetail = z.infer<typeof versionDetail>

export const pageVersionDetail = pageVersionAnswer.extend(text.shape)
export type PageVersionDetail = z.infer<typeof pageVersionDetail>

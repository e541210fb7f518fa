import type { VersionRow } from '#common/documents/versions/schema.ts'
import { currentLanguageTag } from '../../locales/i18n.ts'

/** A version of the text of a work item or page. */
export type ListedVersion = Pick<
  VersionRow,
  'id' | 'owned_by' | 'editor_ids' | 'last_saved_at' | 'restored_from'
> & {
  /** The name that a user gave the version of a page. */
  name?: string | null
}

/** Formats the exact time, which distinguishes versions of the same day. */
export function formatFullDateTime(moment: string): string {
  return new Date(moment).toLocaleString(currentLanguageTag(), { dateStyle: 'medium', timeStyle: 'short' })
}

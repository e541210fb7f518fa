import type { VersionRow } from '#common/documents/versions/schema.ts'
import { shownLanguage } from '../../locales/i18n.ts'

/** A version of any text, of a work item or a page. */
export type ListedVersion = Pick<
  VersionRow,
  'id' | 'owned_by' | 'editor_ids' | 'last_saved_at' | 'restored_from'
>

/** Formats the exact time, which distinguishes versions of the same day. */
export function formatFullDateTime(moment: string): string {
  return new Date(moment).toLocaleString(shownLanguage(), { dateStyle: 'medium', timeStyle: 'short' })
}

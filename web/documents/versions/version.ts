import type { VersionRow } from '#common/documents/versions/schema.ts'
import { shownLanguage } from '../../locales/i18n.ts'

/** One of what a text was, whatever the text belongs to. */
export type Version = Pick<VersionRow, 'id' | 'owned_by' | 'editor_ids' | 'last_saved_at' | 'restored_from'>

/** The moment itself, as one tells versions of one day apart. */
export function exactly(moment: string): string {
  return new Date(moment).toLocaleString(shownLanguage(), { dateStyle: 'medium', timeStyle: 'short' })
}

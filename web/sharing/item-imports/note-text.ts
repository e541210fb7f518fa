import type { ImportNoteReason } from '#common/sharing/item-imports/rules.ts'
import type { ImportNote } from '#common/sharing/item-imports/schema.ts'
import type { t } from '../../locales/i18n.ts'

/** Several reasons of import notes share one text. Maps these reasons to the translation key of that text. */
const sameText = {
  author_unknown: 'person_unknown',
  parent_refused: 'parent_missing',
  relation_refused: 'relation_missing',
  description_not_read: 'text_plain',
  comment_not_read: 'text_plain',
} as const

export function importNoteText({ reason, text }: ImportNote, translate: typeof t): string {
  return translate(`itemImports.reasons.${textOf(reason)}`, { text })
}

function textOf(reason: ImportNoteReason) {
  return hasSameText(reason) ? sameText[reason] : reason
}

function hasSameText(reason: ImportNoteReason): reason is keyof typeof sameText {
  return Object.hasOwn(sameText, reason)
}

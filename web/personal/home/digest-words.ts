import type { DigestItem } from '#common/personal/notifications/digest/calls.ts'
import { shownLanguage, t } from '../../locales/i18n.ts'

const told = [
  'created',
  'name',
  'description',
  'state',
  'priority',
  'start_date',
  'target_date',
  'labels',
  'assignees',
  'cycles',
  'modules',
  'epic',
  'parent',
  'link',
  'attachment',
  'project',
  'archived_at',
] as const

/** What was done in few words: "State, priority, 2 comments". */
export function digestWords({ fields, comments }: Pick<DigestItem, 'fields' | 'comments'>): string {
  const words = told
    .filter((field) => fields.includes(field))
    .map((field) => t(`home.digest.fields.${field}`))
  const isOther = fields.some((field) => !told.some((one) => one === field))
  const all = [
    ...words,
    ...(isOther ? [t('home.digest.fields.other')] : []),
    ...(comments > 0 ? [t('home.digest.comments', { count: comments })] : []),
  ]
  const list = new Intl.ListFormat(shownLanguage(), { type: 'unit', style: 'short' }).format(all)
  return list.charAt(0).toLocaleUpperCase(shownLanguage()) + list.slice(1)
}

import type { DigestItem } from '#common/personal/notifications/digest/calls.ts'
import { listNames } from '../../locales/formats.ts'
import { currentLanguageTag, t } from '../../locales/i18n.ts'

const fieldOrder = [
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

/** Summarizes changes, for example "State, priority, 2 comments". */
export function digestSummary({ fields, comments }: Pick<DigestItem, 'fields' | 'comments'>): string {
  const words = fieldOrder
    .filter((field) => fields.includes(field))
    .map((field) => t(`home.digest.fields.${field}`))
  const isOther = fields.some((field) => !fieldOrder.some((one) => one === field))
  const all = [
    ...words,
    ...(isOther ? [t('home.digest.fields.other')] : []),
    ...(comments > 0 ? [t('home.digest.comments', { count: comments })] : []),
  ]
  const list = listNames(all)
  return list.charAt(0).toLocaleUpperCase(currentLanguageTag()) + list.slice(1)
}

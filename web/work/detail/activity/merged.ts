import type { Activity } from '#common/work/activities/schema.ts'
import { dateFields, plainFields } from '#common/work/work-items/fields.ts'

/** Consecutive changes by one person, without a longer break between them. */
export interface Deed {
  /** Id of the first record. */
  id: string
  actor: Activity['actor_detail']
  /** Time of the last record. */
  at: string
  records: Activity[]
}

/** Maximum milliseconds between two changes of one group. */
const longestBreak = 5 * 60_000

/**
 * Repeated changes of these fields are merged into one record from the first old value to the last new value. The record is omitted
 * if both are the same.
 */
const single = new Set<string | null>([
  'name',
  'state',
  ...Object.keys({ ...plainFields, ...dateFields }),
  'parent',
  'project',
  'description',
])

export function deedsOf(history: readonly Activity[]): Deed[] {
  const deeds: Deed[] = []
  for (const record of history) {
    const last = deeds.at(-1)
    const isSame =
      last !== undefined &&
      last.actor?.id === record.actor_detail?.id &&
      Date.parse(record.created_at) - Date.parse(last.at) < longestBreak
    if (!isSame) {
      deeds.push({ id: record.id, actor: record.actor_detail, at: record.created_at, records: [record] })
      continue
    }
    last.at = record.created_at
    last.records = mergedInto(last.records, record)
  }
  return deeds.filter(({ records }) => records.length > 0)
}

type Merging = Pick<Activity, 'verb' | 'field' | 'old_value' | 'new_value' | 'old_identifier'>

/** Adds a record to a group, merged with an earlier change of the same field. */
export function mergedInto<Record extends Merging>(records: Record[], record: Record): Record[] {
  const before = single.has(record.field)
    ? records.find(({ field, verb }) => field === record.field && verb === record.verb)
    : undefined
  if (before === undefined) return [...records, record]
  const others = records.filter((one) => one !== before)
  const whole = { ...record, old_value: before.old_value, old_identifier: before.old_identifier }
  const isBack = whole.field !== 'description' && whole.old_value === whole.new_value
  return isBack ? others : [...others, whole]
}

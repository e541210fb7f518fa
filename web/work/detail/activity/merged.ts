import type { Activity } from '#common/work/activities/schema.ts'
import { dateFields, plainFields } from '#common/work/work-items/fields.ts'

/** What one person did without a longer break. */
export interface Deed {
  /** Of its first record. */
  id: string
  actor: Activity['actor_detail']
  /** When it ended. */
  at: string
  records: Activity[]
}

/** Milliseconds between two changes of one deed. */
const longestBreak = 5 * 60_000

/** Of what was changed back and forth only where it began and where it ended is told; nothing where that is the same. */
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

/** One more of what one person did. */
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

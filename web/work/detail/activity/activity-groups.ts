import type { Activity } from '#common/work/activities/schema.ts'
import { dateFields, projectIndependentFields } from '#common/work/work-items/fields.ts'

/** Consecutive changes by one person, without a longer break between them. */
export interface ActivityGroup {
  /** The id of the first record in the group. */
  id: string
  actor: Activity['actor_detail']
  /** The time of the last record in the group. */
  at: string
  records: Activity[]
}

/** The maximum time between two changes of one group, in milliseconds. */
const maxGap = 5 * 60_000

/**
 * Repeated changes of these fields are merged into one record from the first old value to the last new value.
 * If these two values are equal, the record is omitted.
 */
const mergedFields = new Set<string | null>([
  'name',
  'state',
  ...Object.keys({ ...projectIndependentFields, ...dateFields }),
  'parent',
  'project',
  'description',
])

export function groupActivity(history: readonly Activity[]): ActivityGroup[] {
  const groups: ActivityGroup[] = []
  for (const record of history) {
    const last = groups.at(-1)
    const isSame =
      last !== undefined &&
      last.actor?.id === record.actor_detail?.id &&
      Date.parse(record.created_at) - Date.parse(last.at) < maxGap
    if (!isSame) {
      groups.push({ id: record.id, actor: record.actor_detail, at: record.created_at, records: [record] })
      continue
    }
    last.at = record.created_at
    last.records = mergeActivityRecord(last.records, record)
  }
  return groups.filter(({ records }) => records.length > 0)
}

/**
 * Returns the time text of each record of a group. The text of a record is null if the text of the previous record is
 * equal, so that a group of changes within one minute shows its time only once.
 */
export function activityTimeTexts(
  records: readonly Pick<Activity, 'created_at'>[],
  textOf: (time: string) => string,
): (string | null)[] {
  const texts = records.map(({ created_at }) => textOf(created_at))
  return texts.map((text, index) => (text === texts[index - 1] ? null : text))
}

type Merging = Pick<Activity, 'verb' | 'field' | 'old_value' | 'new_value' | 'old_identifier'>

/**
 * Adds a record to a group, or merges it into an earlier record of the same field. If the merged record has the same
 * old and new value, it is removed from the group.
 */
export function mergeActivityRecord<Record extends Merging>(records: Record[], record: Record): Record[] {
  const before = mergedFields.has(record.field)
    ? records.find(({ field, verb }) => field === record.field && verb === record.verb)
    : undefined
  if (before === undefined) return [...records, record]
  const others = records.filter((one) => one !== before)
  const whole = { ...record, old_value: before.old_value, old_identifier: before.old_identifier }
  const isUnchanged = whole.field !== 'description' && whole.old_value === whole.new_value
  return isUnchanged ? others : [...others, whole]
}

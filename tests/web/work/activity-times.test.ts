import { expect, test } from 'vitest'
import { activityTimeTexts } from '#web/work/detail/activity/activity-groups.ts'

test('each change of a group shows its own time, and equal times once', () => {
  const records = ['10:00', '10:00', '10:04', '10:07', '10:07'].map((created_at) => ({ created_at }))
  expect(activityTimeTexts(records, (time) => `at ${time}`)).toEqual([
    'at 10:00',
    null,
    'at 10:04',
    'at 10:07',
    null,
  ])
  expect(activityTimeTexts([], (time) => time)).toEqual([])
})

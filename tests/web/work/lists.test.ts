import { expect, test } from 'vitest'
import { maxPreferenceNames } from '#common/work/user-properties/rules.ts'
import { toggleGroup } from '#web/work/listing/collapsed-groups.ts'
import { newestTarget } from '#web/work/listing/layouts/use-newest-target.ts'

test('a list scrolls to the id that was set most recently, and not back to an older one', () => {
  const known = { ids: [null, 'selected'], newest: 'selected' }
  expect(newestTarget(known, ['wanted', 'selected'])).toBe('wanted')
  expect(newestTarget({ ids: ['wanted', 'selected'], newest: 'wanted' }, [null, 'selected'])).toBeNull()
  expect(newestTarget({ ids: [null, 'selected'], newest: null }, [null, 'other'])).toBe('other')
  expect(newestTarget(known, ['selected', null])).toBe('selected')
})

test('collapsing a group drops the groups that were collapsed first if there are too many', () => {
  const names = Array.from({ length: maxPreferenceNames }, (_, at) => `group ${at}`)
  expect(toggleGroup(names, 'new')).toEqual([...names.slice(1), 'new'])
  expect(toggleGroup(names, 'group 3')).toHaveLength(maxPreferenceNames - 1)
  expect(toggleGroup(['a'], 'b')).toEqual(['a', 'b'])
})

import { expect, test } from 'vitest'
import { stateGroups } from '#common/work/states/groups.ts'
import { colorOfAxisValue } from '#web/planning/analytics/chart-data.ts'

test('each state group has its own color in charts, and only one of them is gray', () => {
  const colors = stateGroups.map((group) => colorOfAxisValue('STATE_GROUPS', group))
  expect(new Set(colors).size).toBe(stateGroups.length)
  const grays = ['var(--state-backlog)', 'var(--state-unstarted)', 'var(--state-cancelled)']
  expect(colors.filter((color) => color !== null && grays.includes(color))).toEqual(['var(--state-backlog)'])
})

import { expect, test } from 'vitest'
import { stateGroups } from '#common/work/states/groups.ts'
import { colorOfAxisValue } from '#web/planning/analytics/chart-data.ts'
import { applyRows } from '#web/platform/app/sync.ts'
import type { Project } from '#web/platform/sync/tables.ts'

test('each state group has its own color in charts, and only one of them is gray', () => {
  const colors = stateGroups.map((group) => colorOfAxisValue('STATE_GROUPS', group))
  expect(new Set(colors).size).toBe(stateGroups.length)
  const grays = ['var(--state-backlog)', 'var(--state-unstarted)', 'var(--state-cancelled)']
  expect(colors.filter((color) => color !== null && grays.includes(color))).toEqual(['var(--state-backlog)'])
})

test('a project has the same color in every chart', () => {
  const color = () => colorOfAxisValue('PROJECTS', 'b')
  applyRows(
    'projects',
    ['a', 'b'].map((id) => ({ id }) as Project),
    0,
  )
  const before = color()
  applyRows('projects', [{ id: 'c' } as Project], 0)
  expect(color()).toBe(before)
  expect(new Set(['a', 'b', 'c'].map((id) => colorOfAxisValue('PROJECTS', id))).size).toBe(3)
})

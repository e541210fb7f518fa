import { describe, expect, test } from 'vitest'
import {
  defaultProjectListSettings,
  filterAndSortProjects,
  noProjectFilters,
} from '#web/organization/projects/list-settings.ts'
import type { Project } from '#web/platform/sync/tables.ts'
import { matchesRecentDayFilter } from '#web/platform/ui/recent-days.ts'

const today = '2026-11-29'

function project(name: string, created: string, rest: Partial<Project> = {}): Project {
  const empty = { project_lead: null, health: null, target_date: null }
  return { id: name, name, created_at: created, network: 2, ...empty, ...rest } as Project
}

const projects = [
  project('Zebra', '2026-11-01T10:00:00Z', { project_lead: 'ann' }),
  project('Atlas', '2026-11-29T10:00:00Z', { network: 0 }),
  project('Berth', '2026-11-28T23:30:00Z'),
]

const known = {
  today,
  timezone: 'Europe/Berlin',
  membersOf: ({ id }: Project) => ({ Zebra: ['ann', 'max'], Atlas: ['ann'] })[id],
  positionOf: ({ id }: Project) => (id === 'Berth' ? 1 : 2),
  leadName: ({ project_lead }: Project) => project_lead ?? '',
  isMine: ({ id }: Project) => id !== 'Berth',
}

const shown = (change: Partial<typeof defaultProjectListSettings>) =>
  filterAndSortProjects(projects, { ...defaultProjectListSettings, ...change }, known).map(({ name }) => name)

describe('the list of projects', () => {
  test('starts with the first created project', () => {
    expect(shown({})).toEqual(['Zebra', 'Berth', 'Atlas'])
    expect(shown({ isDescending: true })).toEqual(['Atlas', 'Berth', 'Zebra'])
  })

  test('is ordered by name, number of members and by hand', () => {
    expect(shown({ order: 'name' })).toEqual(['Atlas', 'Berth', 'Zebra'])
    expect(shown({ order: 'members_length' })).toEqual(['Atlas', 'Zebra', 'Berth'])
    expect(shown({ order: 'sort_order' })).toEqual(['Berth', 'Atlas', 'Zebra'])
  })

  test('is ordered and filtered by health, lead and end date', () => {
    const healthy = [
      project('Calm', '2026-11-01T10:00:00Z', { health: 'on_track', target_date: '2026-12-24' }),
      project('Late', '2026-11-02T10:00:00Z', { health: 'off_track', project_lead: 'ann' }),
      project('Mute', '2026-11-03T10:00:00Z', { target_date: '2026-12-01', project_lead: 'max' }),
    ]
    const names = (change: Partial<typeof defaultProjectListSettings>) =>
      filterAndSortProjects(healthy, { ...defaultProjectListSettings, ...change }, known).map(
        ({ name }) => name,
      )
    expect(names({ order: 'health' })).toEqual(['Late', 'Calm', 'Mute'])
    expect(names({ order: 'target_date' })).toEqual(['Mute', 'Calm', 'Late'])
    expect(names({ order: 'lead' })).toEqual(['Late', 'Mute', 'Calm'])
    // Projects without a value stay last in descending order.
    expect(names({ order: 'health', isDescending: true })).toEqual(['Calm', 'Late', 'Mute'])
    expect(names({ order: 'target_date', isDescending: true })).toEqual(['Calm', 'Mute', 'Late'])
    expect(names({ order: 'lead', isDescending: true })).toEqual(['Mute', 'Late', 'Calm'])
    expect(names({ filters: { ...noProjectFilters, health: ['off_track', 'none'] } })).toEqual([
      'Late',
      'Mute',
    ])
  })

  test('matches one value of each filter', () => {
    const filtered = (filters: Partial<typeof noProjectFilters>) =>
      shown({ order: 'name', filters: { ...noProjectFilters, ...filters } })
    expect(filtered({ access: ['secret'] })).toEqual(['Atlas'])
    expect(filtered({ access: ['secret', 'public'], lead: ['ann'] })).toEqual(['Zebra'])
    expect(filtered({ members: ['max', 'ann'] })).toEqual(['Atlas', 'Zebra'])
    // The project "Berth" was created after midnight in Berlin, so it was created today in that time zone.
    expect(filtered({ created_at: ['today'] })).toEqual(['Atlas', 'Berth'])
    expect(shown({ onlyMine: true })).toEqual(['Zebra', 'Atlas'])
  })
})

test('recent days include today and end after their number', () => {
  expect(matchesRecentDayFilter('2026-11-28', 'yesterday', today)).toBe(true)
  expect(matchesRecentDayFilter('2026-11-23', 'last_7_days', today)).toBe(true)
  expect(matchesRecentDayFilter('2026-11-22', 'last_7_days', today)).toBe(false)
  expect(matchesRecentDayFilter('2026-10-31', 'last_30_days', today)).toBe(true)
  expect(matchesRecentDayFilter('2026-10-30', 'last_30_days', today)).toBe(false)
  expect(matchesRecentDayFilter('2026-11-30', 'last_30_days', today)).toBe(false)
})

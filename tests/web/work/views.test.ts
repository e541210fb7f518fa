import { expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import { isSameJson } from '../../../web/platform/sync/is-same-json.ts'
import { findPublishedProjects } from '../../../web/work/views/published-projects.ts'
import { areSameFilters, withDefaultDisplaySettings } from '../../../web/work/views/saved-settings.ts'

const urgent = { priority__in: 'urgent' }
const mine = { assignee_id: 'me' }

test('a single filter equals an "and" with only that filter', () => {
  expect(areSameFilters(urgent, { and: [urgent] })).toBe(true)
  expect(areSameFilters({}, { and: [] })).toBe(true)
  expect(areSameFilters({ and: [urgent, mine] }, { and: [urgent] })).toBe(false)
  expect(areSameFilters(urgent, { not: urgent })).toBe(false)
})

test('the order of keys is irrelevant, the order of values is not', () => {
  expect(isSameJson({ a: 1, b: { c: null, d: [1, 2] } }, { b: { d: [1, 2], c: null }, a: 1 })).toBe(true)
  expect(isSameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  expect(isSameJson({ a: 1 }, { a: 1, b: false })).toBe(false)
})

test('missing settings of a view get default values', () => {
  const { display_filters, display_properties } = createDefaultUserProperties()
  const { gantt: _, ...older } = display_filters
  // These settings have no zoom of the timeline, like settings that were saved before the zoom existed.
  const view = { display_filters: { ...older, layout: 'list' } as typeof display_filters, display_properties }
  expect(withDefaultDisplaySettings(view).display_filters).toEqual({ ...display_filters, layout: 'list' })
  expect(
    isSameJson(
      withDefaultDisplaySettings(withDefaultDisplaySettings(view)),
      withDefaultDisplaySettings(view),
    ),
  ).toBe(true)
})

test('counts the projects of a view and names the secret ones', () => {
  const project = (id: string, network: 0 | 2, archived_at: string | null = null) => ({
    ...{ id, network, archived_at },
    name: `Project ${id}`,
  })
  const projects = [
    project('a', 2),
    project('z', 0),
    project('c', 0),
    project('d', 0, '2026-01-01T00:00:00Z'),
  ]
  const roleIn = (id: string) => (id === 'c' ? role.member : role.admin)
  const { filters } = createDefaultUserProperties()
  const view = { project_id: null, owned_by: 'ann', filters, rich_filters: {} }
  const shown = (changes: object) => findPublishedProjects({ ...view, ...changes }, 'ann', projects, roleIn)
  const all = { count: 2, secret: ['Project z'] }
  expect(shown({})).toEqual(all)
  const [open, secret] = [
    { count: 1, secret: [] },
    { count: 1, secret: ['Project z'] },
  ]
  const filtered = (rich_filters: object) => shown({ rich_filters })
  expect(filtered({ and: [urgent, { project_id__in: 'a,c' }] })).toEqual(open)
  expect(filtered({ and: [urgent, { project_id__in: ['z'] }] })).toEqual(secret)
  expect(filtered({ and: [urgent, { not: { project_id__in: 'z' } }] })).toEqual(open)
  expect(filtered({ not: { and: [urgent, { project_id__exact: 'z' }] } })).toEqual(all)
  expect(filtered({ or: [urgent, { project_id: 'a' }] })).toEqual(all)
  expect(filtered({ or: [{ project_id: 'a' }, { project_id: 'z', ...urgent }] })).toEqual(all)
  expect(filtered({ project_id__in: 'c' })).toEqual({ count: 0, secret: [] })
  expect(shown({ filters: { ...filters, project: ['a'] } })).toEqual(open)
  expect(shown({ project_id: 'z' })).toEqual(secret)
  expect(shown({ owned_by: 'max' })).toBeNull()
})

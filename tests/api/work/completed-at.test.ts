import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
  for (const [name, moment] of [
    ['January', '2026-01-15T12:00:00Z'],
    ['February', '2026-02-15T12:00:00Z'],
    ['Open', null],
  ]) {
    const { id } = await atlas.make(name ?? '')
    await runSql(atlas.server.databaseUrl, 'update work_items set completed_at = $1 where id = $2', [
      moment,
      id,
    ])
  }
})
afterAll(() => atlas.close())

async function names(query: Record<string, string>): Promise<string[]> {
  const { results } = await atlas.cast.ann.call('listWorkItems', { params: atlas.params, query })
  return Array.isArray(results) ? results.map((item) => item.name) : []
}

describe('the completion date', () => {
  test('filters a list by one day and by a range', async () => {
    const tree = (filter: object) => ({ filters: JSON.stringify(filter) })
    expect(await names(tree({ completed_at__range: '2026-01-01,2026-01-31' }))).toEqual(['January'])
    expect(await names(tree({ completed_at__exact: '2026-02-15' }))).toEqual(['February'])
    const others = await names(tree({ not: { completed_at__range: '2026-01-01,2026-01-31' } }))
    expect(others.toSorted()).toEqual(['February', 'Open'])
  })

  test('sorts a list, with open items last in both directions', async () => {
    expect(await names({ order_by: 'completed_at' })).toEqual(['January', 'February', 'Open'])
    expect(await names({ order_by: '-completed_at' })).toEqual(['February', 'January', 'Open'])
  })

  test('is shown to users who turn it on', async () => {
    const where = { params: atlas.params, query: { context: 'project' } } as const
    const before = await atlas.cast.ann.call('getUserProperties', where)
    expect(before.display_properties.completed_at).toBe(false)
    await atlas.cast.ann.call('updateUserProperties', {
      ...where,
      body: {
        display_properties: { completed_at: true },
        display_filters: { spreadsheet: { widths: { completed_at: 200 } } },
      },
    })
    const after = await atlas.cast.ann.call('getUserProperties', where)
    expect(after.display_properties.completed_at).toBe(true)
    const others = await atlas.cast.max.call('getUserProperties', where)
    expect(others.display_properties.completed_at).toBe(false)
  })
})

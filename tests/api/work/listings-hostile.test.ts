import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import { acceptedOrders, fieldByGroupKey, groupKeyByAlias } from '#common/work/listing/keys.ts'
import { legacyFilters } from '#common/work/listing/legacy-filters.ts'
import { groupsFromListingResponse } from '#common/work/listing/listing-response-groups.ts'
import { listPropertiesWithPart } from '#common/work/listing/properties.ts'
import type { WorkItemListResponse } from '#common/work/listing/schema.ts'
import { workItemRow } from '#common/work/work-items/schema.ts'
import { runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'
import { createRawCaller, type RawCaller } from '../../support/raw-caller.ts'

let atlas: ProjectTestServer
let caller: RawCaller
let items: string[]

beforeAll(async () => {
  atlas = await startProjectTestServer({ TRUSTED_PROXIES: '1' })
  caller = await createRawCaller(atlas.server)
  items = [(await atlas.make('One')).id, (await atlas.make('Two')).id, (await atlas.make('Three')).id]
})
afterAll(() => atlas.close())

function list(query: Record<string, string>) {
  return atlas.cast.ann.call('listWorkItems', { params: atlas.params, query })
}

function idsIn(listing: WorkItemListResponse): string[] {
  return [...new Set(groupsFromListingResponse(listing).rows.map((row) => row.id))].sort()
}

/** The filters that filter trees support according to the specification, by property. */
const treeFilters: string[] = [
  ...listPropertiesWithPart('filter').flatMap(({ filter }) => ('tree' in filter ? [filter.tree] : [])),
  'is_draft',
  'is_archived',
]

describe('security 29: a list', () => {
  test('sorts, groups, filters and answers only by public columns', async () => {
    const names = [...new Set((await atlas.tables.columns()).map((column) => column.name))]
    expect(names).toContain('password_hash')
    const paths = [
      '',
      'created_by__',
      'assignees__',
      'state__',
      'labels__',
      'project__',
      'workspace__owner__',
    ]
    const open: Record<string, readonly string[]> = {
      order_by: acceptedOrders,
      group_by: [...Object.keys(fieldByGroupKey), ...Object.keys(groupKeyByAlias)],
      sub_group_by: [...Object.keys(fieldByGroupKey), ...Object.keys(groupKeyByAlias)],
      fields: Object.keys(workItemRow.shape),
    }
    const schema = calls.listWorkItems.query
    for (const name of names.flatMap((column) => paths.map((path) => path + column))) {
      for (const [parameter, allowed] of Object.entries(open)) {
        for (const value of parameter === 'order_by' ? [name, `-${name}`] : [name]) {
          const isTaken = schema.safeParse({ [parameter]: value }).success
          expect({ [`${parameter}=${value}`]: isTaken }).toEqual({
            [`${parameter}=${value}`]: allowed.includes(value),
          })
        }
      }
    }
    for (const name of names.filter((column) => !treeFilters.includes(column))) {
      const filters = JSON.stringify({ [name]: 'x' })
      const refusal = await atlas.cast.ann.refused('listWorkItems', {
        params: atlas.params,
        query: { filters },
      })
      expect({ [name]: refusal.status, ...refusal.fields }).toEqual({
        [name]: 400,
        filters: ['Unknown filter.'],
      })
    }
  })

  test('rejects unknown parameters by name', async () => {
    const known = [...Object.keys(calls.listWorkItems.query.shape), ...passedOver]
    const names = [...new Set((await atlas.tables.columns()).map((column) => column.name))]
    const unknown = names.filter((name) => !known.includes(name))
    const query = Object.fromEntries(unknown.map((name) => [name, 'x']))
    const { status, fields } = await atlas.cast.ann.refused('listWorkItems', { params: atlas.params, query })
    expect([status, Object.keys(fields ?? {}).toSorted()]).toEqual([400, unknown.toSorted()])
  })
})

/** Existing API clients send these parameters with every list, so the server must accept them. */
const passedOver = ['entity_name', 'type', 'all', 'issues']

describe('security 30: a list', () => {
  const hostile = [
    `'); drop table work_items; --`,
    `" or ""="`,
    `' or '1'='1`,
    `\\'; select pg_sleep(10); --`,
    `$1 $2 ? :name %s %_`,
    `{"a":1}`,
    `{a,b}`,
    `1) union select password_hash from users --`,
  ]

  const dates = legacyFilters.filter((name) => /_(at|date)$/.test(name))

  test.each(legacyFilters.filter((name) => !dates.includes(name)))(
    'takes whatever is sent as %s for a value',
    async (filter) => {
      for (const value of hostile) expect(idsIn(await list({ [filter]: value }))).toEqual([])
    },
  )

  test.each(dates)('refuses whatever is sent as %s and is no date', async (filter) => {
    for (const value of hostile)
      expect(
        await atlas.cast.ann.refused('listWorkItems', { params: atlas.params, query: { [filter]: value } }),
      ).toMatchObject({ status: 400, fields: { [filter]: expect.any(Array) } })
    expect(idsIn(await list({}))).toEqual(items.toSorted())
  })

  test('treats everything in a tree as a value', async () => {
    for (const value of hostile) {
      for (const name of treeFilters) {
        for (const filters of [
          { [name]: value },
          { [`${name}__in`]: [value] },
          { [`${name}__range`]: `${value},${value}` },
        ]) {
          const refusal = await atlas.cast.ann.refused('listWorkItems', {
            params: atlas.params,
            query: { filters: JSON.stringify(filters) },
          })
          expect(refusal).toMatchObject({ status: 400, fields: { filters: expect.any(Array) } })
        }
      }
    }
  })

  test('sorts and groups by hostile names like any others', async () => {
    const { ann } = atlas.cast
    for (const [at, name] of hostile.entries()) {
      const { id: state_id } = await ann.call('createState', {
        params: atlas.params,
        body: { name, color: '#60646c' },
      })
      const { id: label_id } = await ann.call('createLabel', { params: atlas.params, body: { name } })
      await ann.call('updateWorkItem', {
        params: { ...atlas.params, id: items[at % items.length] ?? '' },
        body: { state_id, label_ids: [label_id], assignee_ids: [ann.id] },
      })
      await runSql(atlas.server.databaseUrl, 'update users set first_name = $1 where id = $2', [name, ann.id])
      for (const order_by of ['state__name', '-labels__name', 'assignees__first_name']) {
        for (const group_by of ['', 'state', 'labels', 'assignees']) {
          expect(idsIn(await list({ order_by, group_by }))).toEqual(items.toSorted())
        }
      }
      expect(idsIn(await list({ state: state_id, labels: label_id }))).toEqual([items[at % items.length]])
    }
  })
})

describe('security 64: a list', () => {
  const lists = [
    calls.listWorkItems,
    calls.listDetailedWorkItems,
    calls.listArchivedWorkItems,
    calls.listWorkspaceWorkItems,
    calls.listMyWorkItems,
    calls.listUserWorkItems,
    calls.syncWorkItems,
  ]
  const odd = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '٣',
      'NaN',
      'Infinity',
      ' 5 ',
      '9007199254740993',
      'null',
      'true',
      'None',
    ),
    fc.constantFrom(
      '1:0:0',
      '1000:9999999:1',
      '1:0',
      '-1:0:0',
      '1001:0:0',
      '1:99999999:0',
      '1:1:2',
      '1:1:1:1',
      '::',
    ),
    fc.constantFrom(
      '2026-02-30',
      '0000-00-00;after',
      '99999999_weeks;after;fromnow',
      '-1_months;before',
      ';;;',
      '2026-01-01;after,',
    ),
    fc.constantFrom(
      '{}',
      '[]',
      '{"and":[]}',
      '{"not":{"not":{"priority":"low"}}}',
      '{"__proto__":1}',
      '{"and":'.repeat(100),
    ),
    fc.constantFrom('state_id', 'labels__id', '-priority', 'constructor', '__proto__', 'toString'),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )
  const names = [...new Set(lists.flatMap(({ query }) => Object.keys(query.shape)))]
  const queries = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), odd), { selector: ([name]) => name, maxLength: 6 })
    .map((entries) => Object.fromEntries(entries.map(([name, value]) => [name, value.toWellFormed()])))

  test('answers or rejects by name, whatever is requested', async () => {
    const { ann } = atlas.cast
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...lists), queries, async (call, query) => {
        const params = { ...atlas.params, user_id: ann.id }
        const { status, answer } = await caller.send(call, ann, { params, query })
        expect([200, 400]).toContain(status)
        if (status === 200) return
        const { code, fields } = Object(answer)
        expect(code).toBe('invalid')
        for (const name of Object.keys(fields)) expect(Object.keys(query)).toContain(name)
      }),
      { numRuns: 400 },
    )
  }, 90_000)
})

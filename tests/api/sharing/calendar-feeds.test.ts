import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#common/platform/clock.ts'
import { newId } from '#common/platform/ids.ts'
import { calendarFeedsLimit } from '#common/sharing/calendar-feeds/rules.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let project: string
/** A day in the next weeks. */
const day = (number: number) => addDays(new Date().toISOString().slice(0, 10), number)
const compact = (text: string) => text.replaceAll('-', '')

beforeAll(async () => {
  atlas = await startProjectTestServer()
  project = atlas.params.project_id
  await atlas.cast.ann.call('updateProject', {
    params: atlas.params,
    body: { cycle_view: true, module_view: true, issue_views_view: true, timezone: 'Pacific/Auckland' },
  })
})
afterAll(() => atlas.close())

const create = (
  who: ApiClient,
  body: { kind: 'assigned' | 'project' | 'view' | 'cycle' | 'module'; target?: string },
) => who.call('createCalendarFeed', { params: { slug: atlas.params.slug }, body })

/** Loads the address as a calendar program does: without a session. */
async function load(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(atlas.server.url + new URL(address).pathname, { headers })
  const text = (await response.text()).replaceAll('\r\n ', '')
  const titles = [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)
  return { status: response.status, etag: response.headers.get('etag') ?? '', text, titles, response }
}

test('a feed of a project contains its dated work items, cycles and modules', async () => {
  const { ann, max } = atlas.cast
  const item = await atlas.make('Ship, finally', { start_date: day(3), target_date: day(5) })
  await atlas.make('Done', { target_date: day(6), state_id: atlas.states['completed'] })
  await atlas.make('Someday')
  await atlas.make('Long ago', { target_date: '2001-01-01' })
  const { params } = atlas
  await ann.call('createCycle', { params, body: { name: 'One', start_date: day(10), end_date: day(12) } })
  await ann.call('createModule', { params, body: { name: 'Engine', target_date: day(20) } })
  const { address, ...feed } = await create(max, { kind: 'project', target: project })
  expect(address).toMatch(/\/api\/calendars\/tandem_cal_[0-9a-f]{64}\.ics$/)
  expect(feed).toMatchObject({ kind: 'project', target: project, name: 'Atlas', project, last_used: null })
  const { text, titles, response } = await load(address)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(titles.toSorted()).toEqual(['ATL-1 Ship\\, finally', 'Cycle: One', 'Module: Engine', '✓ ATL-2 Done'])
  expect(text).toContain('X-WR-CALNAME:Atlas')
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
  const event = text.slice(text.indexOf(`UID:work-item-${item.id}@tandem`)).split('END:VEVENT')[0] ?? ''
  expect(event).toContain(`DTSTART;VALUE=DATE:${compact(day(3))}`)
  expect(event).toContain(`DTEND;VALUE=DATE:${compact(day(6))}`)
  expect(event).toMatch(/URL:http.*\/acme\/browse\/ATL-1/)
  // The cycle begins and ends in the time zone of its project, which is half a day ahead of UTC.
  expect(text).toContain(`DTSTART;VALUE=DATE:${compact(day(10))}`)
  expect(text).toContain(`DTEND;VALUE=DATE:${compact(day(13))}`)
  const [listed] = await max.call('listCalendarFeeds', {})
  expect(listed?.id).toBe(feed.id)
  expect(listed?.last_used).not.toBeNull()
  const [stored] = await runSql<object>(
    atlas.server.databaseUrl,
    'select f::text as row from calendar_feeds f where id = $1',
    [feed.id],
  )
  expect(JSON.stringify(stored)).not.toContain(address.slice(-68, -4))
})

test('an unchanged feed answers 304', async () => {
  const { address } = await create(atlas.cast.ann, { kind: 'project', target: project })
  const { etag } = await load(address)
  const again = await load(address, { 'if-none-match': `"other", ${etag}` })
  expect(again).toMatchObject({ status: 304, text: '', etag })
  await atlas.make('New', { target_date: day(7) })
  expect(await load(address, { 'if-none-match': etag })).toMatchObject({ status: 200 })
})

test('feeds of views, cycles, modules and assigned work items contain only their items', async () => {
  const { ann, max } = atlas.cast
  const { params } = atlas
  const cycle = await ann.call('createCycle', {
    params,
    body: { name: 'Two', start_date: day(14), end_date: day(15) },
  })
  const module = await ann.call('createModule', { params, body: { name: 'Hull' } })
  const view = await ann.call('createView', {
    params,
    body: { name: 'Urgent', rich_filters: { priority__in: 'urgent' }, display_filters: { sub_issue: false } },
  })
  const date = { target_date: day(9) }
  await atlas.make('In the cycle', { ...date, cycle_id: cycle.id })
  await atlas.make('In the module', { ...date, module_ids: [module.id] })
  const parent = await atlas.make('Hurry', { ...date, priority: 'urgent' })
  await atlas.make('Part', { ...date, priority: 'urgent', parent_id: parent.id })
  await atlas.make('Mine', { ...date, assignee_ids: [max.id] })
  const titles = async (body: Parameters<typeof create>[1]) =>
    (await load((await create(max, body)).address)).titles.map((title) => title?.replace(/^ATL-\d+ /, ''))
  expect(await titles({ kind: 'cycle', target: cycle.id })).toEqual(['In the cycle', 'Cycle: Two'])
  expect(await titles({ kind: 'module', target: module.id })).toEqual(['In the module'])
  expect(await titles({ kind: 'view', target: view.id })).toEqual(['Hurry'])
  expect(await titles({ kind: 'assigned' })).toEqual(['Mine'])
})

test('a feed shows what its owner can see at the time of the request', async () => {
  const { ann, gus, max } = atlas.cast
  const own = await atlas.make('Reported by the guest', { target_date: day(8) })
  await atlas.give(own, gus)
  const guest = await create(gus, { kind: 'project', target: project })
  const shown = await load(guest.address)
  expect(shown.text).toContain('Reported by the guest')
  expect(shown.text).not.toContain('finally')
  const view = await ann.call('createView', { params: atlas.params, body: { name: 'Shared' } })
  const { address } = await create(max, { kind: 'view', target: view.id })
  expect((await load(address)).titles).not.toEqual([])
  await ann.call('updateView', { params: { ...atlas.params, view_id: view.id }, body: { access: 0 } })
  expect(await load(address)).toMatchObject({ status: 200, titles: [] })
  expect((await max.call('listCalendarFeeds', {}))[0]).toMatchObject({ name: null, target: view.id })
  const set = (column: string) =>
    runSql(atlas.server.databaseUrl, `update ${column} where member_id = $1`, [gus.id])
  await set('project_members set is_active = false')
  const hidden = await load(guest.address)
  expect(hidden).toMatchObject({ status: 200, titles: [] })
  expect(hidden.text).not.toContain('Atlas')
  await set('workspace_members set is_active = false')
  expect(await load(guest.address)).toMatchObject({ status: 200, titles: [] })
})

test('the address stops working when it is deleted or its owner is deactivated', async () => {
  const { max, eve } = atlas.cast
  const { id, address } = await create(max, { kind: 'assigned' })
  const active = (is: boolean) =>
    runSql(atlas.server.databaseUrl, 'update users set is_active = $1 where id = $2', [is, max.id])
  await active(false)
  expect((await load(address)).status).toBe(404)
  await active(true)
  expect((await load(address)).status).toBe(200)
  const params = { calendar_feed_id: id }
  await atlas.changingNothing(async () => {
    expect(await eve.refused('deleteCalendarFeed', { params })).toMatchObject({ status: 404 })
  })
  await max.call('deleteCalendarFeed', { params })
  expect((await load(address)).status).toBe(404)
  expect((await load(address.replace(/[0-9a-f]{4}\.ics$/, '0000.ics'))).status).toBe(404)
  expect((await load('https://x.example/api/calendars/none.ics')).status).toBe(404)
})

test('the audit log does not contain the name of a private view', async () => {
  const { ann } = atlas.cast
  const body = { name: 'My secret plan', access: 0 as const }
  const view = await ann.call('createView', { params: atlas.params, body })
  const feed = await create(ann, { kind: 'view', target: view.id })
  const rows = await runSql<object>(
    atlas.server.databaseUrl,
    'select to_jsonb(a)::text as row from audit_records a where to_jsonb(a)::text like $1',
    [`%${feed.id}%`],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('secret plan')
})

test('a feed of something that the caller cannot see is refused', async () => {
  const { eve, max } = atlas.cast
  await atlas.changingNothing(async () => {
    const refused = (who: ApiClient, body: object) =>
      who.refused('createCalendarFeed', { params: { slug: atlas.params.slug }, body: body as never })
    expect(await refused(eve, { kind: 'assigned' })).toMatchObject({ status: 404 })
    const evil = { kind: 'project', target: atlas.eves.project_id }
    expect(await refused(max, evil)).toMatchObject({ status: 404 })
    expect(await refused(max, { kind: 'cycle', target: newId() })).toMatchObject({ status: 404 })
    const missing = await refused(max, { kind: 'view' })
    expect(missing).toMatchObject({ status: 400 })
    expect(Object.keys(missing.fields ?? {})).toEqual(['target'])
  })
})

test('a person has a limited number of addresses', async () => {
  const { ann } = atlas.cast
  const { length } = await ann.call('listCalendarFeeds', {})
  for (let number = length; number < calendarFeedsLimit; number++) await create(ann, { kind: 'assigned' })
  const body = { kind: 'assigned' as const }
  const params = { slug: atlas.params.slug }
  expect(await ann.refused('createCalendarFeed', { params, body })).toMatchObject({ status: 409 })
})

test('the audit log names who created and deleted an address', async () => {
  const { ann, max } = atlas.cast
  const { id } = await create(max, { kind: 'project', target: project })
  await max.call('deleteCalendarFeed', { params: { calendar_feed_id: id } })
  const { results } = await ann.call('listAuditRecords', {
    params: { slug: atlas.params.slug },
    query: { group: 'calendar_feed' },
  })
  expect(results.filter(({ target }) => target === id)).toMatchObject([
    { action: 'calendar_feed.deleted', actor: max.id, target_name: 'Atlas' },
    { action: 'calendar_feed.created', actor: max.id, target_name: 'Atlas' },
  ])
})

test('an address is loaded a limited number of times per hour', async () => {
  const { address } = await create(atlas.cast.gus, { kind: 'assigned' }).catch(() =>
    create(atlas.cast.max, { kind: 'assigned' }),
  )
  const statuses: number[] = []
  for (let number = 0; number < 121; number++) statuses.push((await load(address)).status)
  expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
  expect(statuses[120]).toBe(429)
})

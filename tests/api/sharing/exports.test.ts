import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markdownToJira } from '#api/sharing/exports/jira-markup.ts'
import { createExportFileJob, removeExpiredExportsJob } from '#api/sharing/exports/make-export.ts'
import { jiraToMarkdown } from '#api/sharing/item-imports/reading/jira-markup.ts'
import { readSource } from '#api/sharing/item-imports/reading/read-source.ts'
import { calls } from '#common/calls.ts'
import { parseCsvRows } from '#common/documents/content/reading/csv.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { maxConcurrentExports } from '#common/sharing/exports/rules.ts'
import { type ApiClient, fillPath, runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestJobRunner, type TestJobRunner } from '../../support/job-runner.ts'
import { lockTable } from '../../support/lock-table.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let atlas: { slug: string; project_id: string }
let runner: TestJobRunner
let secret: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  runner = await startTestJobRunner(server, [createExportFileJob, removeExpiredExportsJob])
  const make = async (name: string, identifier: string) => {
    const body = { name, identifier, network: 0 }
    const { id } = await cast.ann.call('createProject', { params: { slug: cast.slug }, body })
    return { slug: cast.slug, project_id: id }
  }
  atlas = await make('Atlas', 'ATL')
  secret = await make('Secret', 'SEC')
  await cast.ann.call('addProjectMembers', {
    params: atlas,
    body: { members: [{ member_id: cast.max.id, role: role.member }] },
  })
  await cast.ann.call('createWorkItem', {
    params: atlas,
    body: { name: '=cmd|"/c calc"!A1', priority: 'urgent', assignee_ids: [cast.max.id] },
  })
  await cast.ann.call('createWorkItem', { params: atlas, body: { name: 'Plain, with a comma' } })
  await cast.ann.call('createWorkItem', { params: secret, body: { name: 'Nobody else knows' } })
})
afterAll(async () => {
  await runner.stop()
  await server.close()
})

interface Exported {
  response: Response
  bytes: Uint8Array
  lines: string[]
}

async function exported(who: ApiClient, body: object = {}): Promise<Exported> {
  const { id } = await who.call('exportWorkItems', { params: { slug: cast.slug }, body })
  await runner.done(createExportFileJob)
  const response = await fetched(who, id)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const lines = Buffer.from(bytes)
    .toString()
    .split('\r\n')
    .filter((line) => line !== '')
  return { response, bytes, lines }
}

function fetched(who: ApiClient, export_id: string): Promise<Response> {
  const path = fillPath(calls.downloadExport.path, { slug: cast.slug, export_id })
  return fetch(server.url + path, { headers: { cookie: who.cookie } })
}

const history = async (who: ApiClient) =>
  (
    await who.call('listExports', {
      params: { slug: cast.slug },
      query: { per_page: '20', cursor: '20:0:0' },
    })
  ).results

test('security 27, 30: items are exported as far as one sees them, and none of them as a formula', async () => {
  const { response, lines } = await exported(cast.max)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="work-items-acme-.*\.csv"$/,
  )
  expect(lines[0]).toMatch(/^\ufeff?id,key,name,description,project,state,/)
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^[-\w]{36},ATL-1,"'=cmd\|""\/c calc""!A1",,Atlas,Backlog,backlog,urgent,max,/),
    expect.stringMatching(/^[-\w]{36},ATL-2,"Plain, with a comma",,Atlas,/),
  ])
  expect((await exported(cast.ann)).lines).toHaveLength(4)
  const [row] = await history(cast.max)
  expect(row).toMatchObject({ status: 'completed', row_count: 2, expires_at: expect.any(String) })
})

test('honest text comes out as it was written', async () => {
  const file = join(import.meta.dirname, '../../support/foreign-files/honest-cells.csv')
  const [, ...cells] = parseCsvRows(readFileSync(file, 'utf8'), ',').rows.flat()
  expect(cells).toHaveLength(4)
  const made = []
  for (const name of cells)
    made.push(
      await cast.ann.call('createWorkItem', {
        params: secret,
        // Names cannot contain line breaks, but texts can.
        body: {
          name: name.replaceAll('\n', ' '),
          description_html: `<p>${name.replaceAll('\n', '<br>')}</p>`,
        },
      }),
    )
  const { bytes } = await exported(cast.ann, { project: [secret.project_id] })
  const [head = [], ...rows] = parseCsvRows(new TextDecoder().decode(bytes)).rows
  const exportedAs = (id: string) => rows.find((row) => row[0] === id) ?? []
  for (const [at, { id, name }] of made.entries()) {
    expect(exportedAs(id)[head.indexOf('name')]).toBe(name)
    expect(name).toBe(cells[at]?.replaceAll('\n', ' '))
    expect(exportedAs(id)[head.indexOf('description')]).toBe(cells[at])
  }
})

test('a workbook has dates, and moments in the time zone that it names', async () => {
  await cast.max.call('updateMe', { body: { user_timezone: 'Asia/Kolkata' } })
  const { id, created_at } = await cast.max.call('createWorkItem', {
    params: atlas,
    body: { name: 'Dated', start_date: '2026-03-01', target_date: '2026-03-31' },
  })
  const book = unzipSync((await exported(cast.max, { provider: 'xlsx' })).bytes)
  const sheet = strFromU8(book['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const [names = [], ...rows] = [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c .*?<\/c>|<c>.*?<\/c>/gs)].map(([cell]) => cell),
  )
  const row = rows.find(([first]) => first?.includes(id)) ?? []
  const cell = (name: string) => row[names.findIndex((one) => one.includes(`>${name}<`))]
  expect(cell('start_date')).toBe('<c s="1"><v>46082</v></c>')
  expect(cell('target_date')).toBe('<c s="1"><v>46112</v></c>')
  const [, serial] = /^<c s="2"><v>([\d.]+)<\/v><\/c>$/.exec(cell('created_at (Asia/Kolkata)') ?? '') ?? []
  const shown = Math.round((Number(serial) - 25_569) * 86_400) - 5.5 * 3600
  expect(shown).toBe(Math.floor(Date.parse(created_at) / 1000))
  expect(strFromU8(book['xl/styles.xml'] ?? new Uint8Array())).toContain('yyyy\\-mm\\-dd')
  await cast.max.call('deleteWorkItem', { params: { ...atlas, id } })
})

test('security 1, 2: nobody exports what they are not in, or fetches what others made', async () => {
  const params = { slug: cast.slug }
  for (const [who, body, status] of [
    [cast.max, { project: [secret.project_id] }, 404],
    [cast.ann, { project: [newId()] }, 404],
    [cast.gus, {}, 403],
    [cast.eve, {}, 404],
  ] as const)
    expect(await who.refused('exportWorkItems', { params, body: { ...body } as object })).toMatchObject({
      status,
    })
  expect((await exported(cast.ann, { project: [secret.project_id] })).lines[1]).toMatch(/,SEC-1,/)
  const [mine] = await history(cast.ann)
  expect((await fetched(cast.max, mine?.id ?? '')).status).toBe(404)
  expect((await history(cast.max)).map(({ id }) => id)).not.toContain(mine?.id)
})

test('filters narrow it; another form than these is not made', async () => {
  expect((await exported(cast.max, { rich_filters: { priority__in: 'urgent' } })).lines).toHaveLength(2)
  const params = { slug: cast.slug }
  expect(
    await cast.max.refused('exportWorkItems', { params, body: { rich_filters: { nonsense: 1 } } }),
  ).toMatchObject({ status: 400 })
  const refused = await cast.max.refused('exportWorkItems', { params, body: { provider: 'pdf' as 'csv' } })
  expect(JSON.stringify(refused)).toContain("Provider 'pdf' not found.")
})

test('a workbook holds texts as texts, JSON holds rows, an archive a file for each project', async () => {
  const { bytes, response } = await exported(cast.max, { provider: 'xlsx' })
  expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet')
  const parts = unzipSync(bytes)
  expect(Object.keys(parts).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
  ])
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain('<t xml:space="preserve">=cmd|&quot;/c calc&quot;!A1</t>')
  expect(sheet).not.toContain('<f>')
  expect(sheet.match(/<row>/g)).toHaveLength(3)
  const json = await exported(cast.max, { provider: 'json' })
  expect(JSON.parse(Buffer.from(json.bytes).toString())).toMatchObject([{ key: 'ATL-1' }, { key: 'ATL-2' }])
  const many = unzipSync((await exported(cast.ann, { provider: 'json', multiple: true })).bytes)
  expect(Object.keys(many).toSorted()).toEqual(['ATL.json', 'SEC.json'])
})

test('security 60: relations, files and comments are told, and fetched only while one sees what they name', async () => {
  const items = await runSql<{ id: string }>(
    server.databaseUrl,
    'select id from work_items where project_id = $1 and sequence_id = 2',
    [atlas.project_id],
  )
  const far = await cast.ann.call('createWorkItem', { params: secret, body: { name: 'Far away' } })
  const item = { ...atlas, id: items[0]?.id ?? '' }
  await cast.ann.call('createRelations', {
    params: item,
    body: { relation_type: 'blocked_by', issues: [far.id] },
  })
  await cast.ann.call('createComment', { params: item, body: { comment_html: '<p>Soon done</p>' } })
  const told = async (who: ApiClient) => {
    const { bytes } = await exported(who, { provider: 'json', project: [atlas.project_id] })
    return JSON.parse(Buffer.from(bytes).toString())[1]
  }
  expect(await told(cast.max)).toMatchObject({
    relations: null,
    comment_count: 1,
    comments: [{ author: 'ann', text: 'Soon done' }],
  })
  await cast.ann.call('addProjectMembers', {
    params: secret,
    body: { members: [{ member_id: cast.max.id, role: role.member }] },
  })
  expect(await told(cast.max)).toMatchObject({ relations: `blocked by SEC-${far.sequence_id}` })
  const [row] = await history(cast.max)
  expect((await fetched(cast.max, row?.id ?? '')).status).toBe(200)
  await runSql(
    server.databaseUrl,
    'update project_members set is_active = false where project_id = $1 and member_id = $2',
    [secret.project_id, cast.max.id],
  )
  expect((await fetched(cast.max, row?.id ?? '')).status).toBe(404)
  const plain = await exported(cast.max, { project: [atlas.project_id] })
  expect(plain.lines.join()).not.toContain('Soon done')
  const ticked = await exported(cast.max, { project: [atlas.project_id], with_comments: true })
  expect(ticked.lines[2]).toContain(': Soon done')
  const book = unzipSync((await exported(cast.max, { provider: 'xlsx' })).bytes)
  expect(strFromU8(book['xl/worksheets/sheet2.xml'] ?? new Uint8Array())).toContain('Soon done')
})

test('security 60: who is taken out of a project fetches nothing of it any more', async () => {
  const { response } = await exported(cast.max)
  expect(response.status).toBe(200)
  const [row] = await history(cast.max)
  const taken = (is_active: boolean) =>
    runSql(
      server.databaseUrl,
      'update project_members set is_active = $1 where project_id = $2 and member_id = $3',
      [is_active, atlas.project_id, cast.max.id],
    )
  await taken(false)
  expect((await fetched(cast.max, row?.id ?? '')).status).toBe(404)
  await taken(true)
  expect((await fetched(cast.max, row?.id ?? '')).status).toBe(200)
})

test('security 60: who sees only their own items by now fetches nothing of others', async () => {
  await exported(cast.max, { project: [atlas.project_id] })
  const [row] = await history(cast.max)
  const has = (held: number) =>
    runSql(
      server.databaseUrl,
      'update project_members set role = $1 where project_id = $2 and member_id = $3',
      [held, atlas.project_id, cast.max.id],
    )
  await runSql(server.databaseUrl, 'update projects set guest_view_all_features = false')
  await has(role.guest)
  expect((await fetched(cast.max, row?.id ?? '')).status).toBe(404)
  const { response, lines } = await exported(cast.max, { project: [atlas.project_id] })
  expect(response.status).toBe(200)
  expect(lines).toHaveLength(1)
  await has(role.member)
  expect((await fetched(cast.max, row?.id ?? '')).status).toBe(200)
})

test('a file is no longer there when its days are over, and then goes', async () => {
  await exported(cast.max)
  const [row] = await history(cast.max)
  const id = row?.id ?? ''
  await runSql(
    server.databaseUrl,
    "update exports set expires_at = now() - interval '1 minute' where id = $1",
    [id],
  )
  expect((await fetched(cast.max, id)).status).toBe(404)
  await runSql(
    server.databaseUrl,
    "update exports set created_at = now() - interval '9 days' where id = $1",
    [id],
  )
  await runner.enqueue(
    runner.orm.em.fork() as Parameters<typeof runner.enqueue>[0],
    removeExpiredExportsJob,
    {},
  )
  await runner.done(removeExpiredExportsJob)
  expect((await history(cast.max)).map((one) => one.id)).not.toContain(id)
})

test('security 63: of many that one person asks for at once a few are made, and keep nobody else waiting', async () => {
  const params = { slug: cast.slug }
  const held = await lockTable(server.databaseUrl, 'work_items')
  const asked = await Promise.all(
    Array.from({ length: 40 }, () =>
      cast.max.call('exportWorkItems', { params, body: {} }).then(
        () => 201,
        (error: Error) => Number(/with (\d+)/.exec(error.message)?.[1]),
      ),
    ),
  )
  await held.release()
  expect(asked.filter((status) => status === 429)).toHaveLength(40 - maxConcurrentExports)
  await runner.done(createExportFileJob)
  expect((await exported(cast.max)).response.status).toBe(200)
  const of = { timezone: 'UTC', week_starts_on: 0, initiated_by: cast.max.id }
  expect(createExportFileJob.groupOf?.({ ...of, export_id: newId() })).toBe(cast.max.id)
})

test('one that was killed to the last attempt has failed, and does not wait for ever', async () => {
  const id = newId()
  await runSql(
    server.databaseUrl,
    `insert into exports (id, workspace_id, initiated_by, provider, project_ids, multiple, rich_filters, status, created_at)
     values ($1, $2, $3, 'csv', '{}', false, '{}', 'processing', now() - interval '25 hours')`,
    [id, cast.workspace_id, cast.max.id],
  )
  await runner.enqueue(
    runner.orm.em.fork() as Parameters<typeof runner.enqueue>[0],
    removeExpiredExportsJob,
    {},
  )
  await runner.done(removeExpiredExportsJob)
  expect((await history(cast.max)).find((one) => one.id === id)).toMatchObject({ status: 'failed' })
})

test('the formats of Jira and Linear are read without loss by the imports', async () => {
  const { ann } = cast
  const body = { name: 'Trips', identifier: 'TRI', cycle_view: true, module_view: true }
  const { id: project_id } = await ann.call('createProject', { params: { slug: cast.slug }, body })
  const params = { slug: cast.slug, project_id }
  const label = (name: string) => ann.call('createLabel', { params, body: { name } })
  const labels = [await label('Sea side'), await label('Urgent')]
  const module = await ann.call('createModule', { params, body: { name: 'Boats' } })
  const dates = { start_date: '2099-01-04', end_date: '2099-01-18' }
  const cycle = await ann.call('createCycle', { params, body: { name: 'Winter', ...dates } })
  const parent = await ann.call('createWorkItem', { params, body: { name: 'Plan, "quoted"' } })
  const html =
    '<h2>Steps</h2><p>Some <strong>bold</strong> text and <a href="https://example.com">a link</a></p><ul><li><p>One</p></li></ul>'
  const item = await ann.call('createWorkItem', {
    params,
    body: {
      ...{ name: 'Rent a boat', priority: 'urgent', description_html: html, parent_id: parent.id },
      ...{ assignee_ids: [ann.id], label_ids: labels.map(({ id }) => id), module_ids: [module.id] },
      ...{ cycle_id: cycle.id, start_date: '2099-01-05', target_date: '2099-01-06' },
    },
  })
  const at = { ...params, id: item.id }
  const relation = { relation_type: 'blocking', issues: [parent.id] } as const
  await ann.call('createRelations', { params: at, body: relation })
  const comment = { comment_html: '<p>Which one; a big one?</p>' }
  for (let count = 0; count < 2; count++) await ann.call('createComment', { params: at, body: comment })

  const markdown = { jira: jiraToMarkdown, linear: (text: string) => text }
  for (const provider of ['jira', 'linear'] as const) {
    const { bytes, response } = await exported(ann, { provider, project: [project_id], with_comments: true })
    expect(response.headers.get('content-disposition')).toMatch(/\.csv"$/)
    const { format, rows, asks_date_order } = readSource(bytes, {})
    expect({ format, asks_date_order, rows: rows.length }).toEqual({
      format: provider,
      asks_date_order: false,
      rows: 2,
    })
    const [first, second] = rows
    expect(first).toMatchObject({ key: 'TRI-1', title: 'Plan, "quoted"', parent: null, author: 'ann' })
    expect(second).toMatchObject({
      ...{ key: 'TRI-2', title: 'Rent a boat', state: 'Backlog', author: 'ann', assignees: ['ann'] },
      ...{ priority: provider === 'jira' ? 'Highest' : 'Urgent', cycle: 'Winter', modules: ['Boats'] },
      ...{ target_date: '2099-01-06', created_at: item.created_at.replace(/\.\d+/, '.000') },
      relations: expect.arrayContaining([{ type: 'blocks', key: 'TRI-1' }]),
    })
    expect(second?.labels).toEqual(expect.arrayContaining(['Sea side', 'Urgent']))
    expect([...(first?.other_keys ?? []), first?.key]).toContain(second?.parent)
    expect(markdown[provider](second?.description.text ?? '')).toMatch(
      /^## Steps\n+Some \*\*bold\*\* text and \[a link\]\(https:\/\/example\.com\/?\)\n+[-*] One$/,
    )
    if (provider === 'linear') continue
    expect(second?.start_date).toBe('2099-01-05')
    const said = { author: 'ann', text: 'Which one; a big one?' }
    expect(second?.comments).toMatchObject([said, said])
  }
})

test('the file for Jira contains the plain text of a description that cannot be converted', async () => {
  const { ann } = cast
  const body = { name: 'Deep', identifier: 'DEE' }
  const { id: project_id } = await ann.call('createProject', { params: { slug: cast.slug }, body })
  const params = { slug: cast.slug, project_id }
  const { id } = await ann.call('createWorkItem', { params, body: { name: 'Nested' } })
  await runSql(
    server.databaseUrl,
    'update work_items set description_html = $2, description_stripped = $3 where id = $1',
    [id, `${'<blockquote>'.repeat(5000)}Nested text`, 'Nested text'],
  )
  const { bytes } = await exported(ann, { provider: 'jira', project: [project_id] })
  const { rows } = readSource(bytes, {})
  expect(rows).toMatchObject([{ title: 'Nested', description: { text: 'Nested text' } }])
})

test('Markdown becomes the markup of Jira, from which the import reads the same Markdown', () => {
  const texts = [
    '# Title\n\nA **bold**, *leaning*, ~~old~~ and `code` word',
    '- One\n- Two\n   - Inside',
    '1. One\n1. Two',
    '```js\nconst a = **1**\n```',
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
    '> Said\n\n---',
    'See [the log](https://example.com/a_b)',
  ]
  for (const text of texts) expect(normal(jiraToMarkdown(markdownToJira(text)))).toBe(normal(text))
  expect(markdownToJira('- [x] Done')).toBe('* (/) Done')
})

/** Ignores differences that do not change the meaning of Markdown. */
function normal(markdown: string): string {
  return markdown
    .replace(/^\| --- .*$|^\|(?: --- \|)+$/gm, '')
    .replace(/\n+/g, '\n')
    .trim()
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import { removeItemImportsJob } from '#api/sharing/item-imports/import-job.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { maxItemImportBytes, maxItemImportDrafts } from '#common/sharing/item-imports/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { runSql } from '../../support/api-client.ts'
import { importItems, uploadItems, waitForItemImport } from '../../support/imports/item-imports.ts'
import { startTestJobRunner } from '../../support/job-runner.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [notificationsReader, activitiesReader])
})
afterAll(() => atlas.close())

/** Returns an empty project whose cycles and modules are enabled. */
async function emptyProject(identifier: string) {
  const params = await atlas.makeProject(`Project ${identifier}`, identifier)
  await atlas.cast.ann.call('updateProject', { params, body: { cycle_view: true, module_view: true } })
  const members = [{ member_id: atlas.cast.max.id, role: role.member }]
  await atlas.cast.ann.call('addProjectMembers', { params, body: { members } })
  return params
}

type Params = Awaited<ReturnType<typeof emptyProject>>

const ofAnn = (params: Params, name: string, bytes: string | Uint8Array, settings = {}) =>
  importItems(atlas.server, atlas.cast.ann, params, { name, bytes }, settings)

async function itemsOf(params: Params): Promise<WorkItemRow[]> {
  return runSql<WorkItemRow>(
    atlas.server.databaseUrl,
    'select *, start_date::text, target_date::text from work_items where project_id = $1 and deleted_at is null order by sequence_id',
    [params.project_id],
  )
}

const table = [
  'ID,Title,Description,Status,Priority,Assignee,Labels,Cycle,Module,Start date,Due date,Created,Parent,Comments,URL',
  'A-1,Write the plan,"**Bold** text, with a comma",In Progress,High,max@example.com,"docs, plan",Sprint 1,Launch,2026-03-01,2026-03-20,2025-12-24 10:00,,"2026-01-02 09:00;Nora;Looks ""good""",https://example.com/1',
  'A-2,"Line',
  'break",Second,Waiting for QA,Low,Nora Unknown,docs,,,,,,A-1,,',
  'A-3,,No title,Todo,,,,,,,,,,,',
].join('\n')

describe('a table', () => {
  test('is imported with all fields, a report and a second run without doubles', async () => {
    const params = await emptyProject('TAB')
    const report = await ofAnn(params, 'items.csv', table)
    expect(report).toMatchObject({ status: 'completed', format: 'csv', total: 3, created: 2, dropped: 1 })
    const [first, second] = await itemsOf(params)
    const { ann, max } = atlas.cast
    expect(first).toMatchObject({
      ...{ name: 'Write the plan', priority: 'high', assignee_ids: [max.id], start_date: '2026-03-01' },
      ...{ target_date: '2026-03-20', state__group: 'started', link_count: 1, created_by: ann.id },
    })
    expect(new Date(first?.created_at ?? '').toISOString()).toBe('2025-12-24T10:00:00.000Z')
    // An import sets `updated_at` to the time of the import, so that automations do not archive old items immediately.
    expect(Date.now() - new Date(first?.updated_at ?? '').getTime()).toBeLessThan(600_000)
    expect(first?.label_ids).toHaveLength(2)
    expect(first?.cycle_id).not.toBeNull()
    expect(first?.module_ids).toHaveLength(1)
    expect(second).toMatchObject({ name: 'Line break', parent_id: first?.id, assignee_ids: [] })
    const detail = await ann.call('getWorkItem', { params: { ...params, id: second?.id ?? '' } })
    expect(detail.description_html).toContain('Nora Unknown')
    const comments = await ann.call('listComments', { params: { ...params, id: first?.id ?? '' } })
    expect(comments).toMatchObject([{ created_at: '2026-01-02T09:00:00.000Z' }])
    expect(comments[0]?.comment_html).toContain('Looks &quot;good&quot;')
    const reasons = report.results.flatMap(({ row, notes }) => notes.map(({ reason }) => `${row} ${reason}`))
    expect(reasons.sort()).toEqual(['2 author_unknown', '3 person_unknown', '4 no_title'])

    const again = await ofAnn(params, 'items.csv', table)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2, dropped: 1 })
    const changed = await ofAnn(params, 'items.csv', table.replace('Write the plan', 'Write the whole plan'))
    expect(changed).toMatchObject({ created: 0, updated: 1, unchanged: 1, dropped: 1 })
    expect((await itemsOf(params)).map(({ name }) => name)).toEqual(['Write the whole plan', 'Line break'])

    const undo = await ann.call('undoItemImport', { params: { ...params, item_import_id: changed.id } })
    expect(undo.status).toBe('undoing')
    await waitForItemImport(ann, { ...params, item_import_id: changed.id })
    expect((await itemsOf(params))[0]?.name).toBe('Write the plan')
    await ann.call('undoItemImport', { params: { ...params, item_import_id: report.id } })
    const undone = await waitForItemImport(ann, { ...params, item_import_id: report.id })
    expect(undone).toMatchObject({ status: 'undone', done: 0 })
    expect(await itemsOf(params)).toEqual([])
    const labels = await ann.call('listLabels', { params })
    expect(labels.map(({ name }) => name)).not.toContain('docs')
    const back = await ofAnn(params, 'items.csv', table)
    expect(back).toMatchObject({ created: 2 })
  })

  test('leaves a row unchanged after its state was renamed, and assigns a person who has joined', async () => {
    const { ann } = atlas.cast
    const params = await emptyProject('REN')
    const rows = 'ID,Title,Status,Assignee\nA-1,One,Waiting,max@example.com\nA-2,Two,Waiting,eve@example.com'
    await ofAnn(params, 'a.csv', rows)
    const state_id = (await itemsOf(params))[0]?.state_id ?? ''
    await ann.call('updateState', { params: { ...params, state_id }, body: { name: 'Paused' } })
    expect(await ofAnn(params, 'a.csv', rows)).toMatchObject({ updated: 0, unchanged: 2 })
    const people = { 'eve@example.com': ann.id }
    expect(await ofAnn(params, 'a.csv', rows, { people })).toMatchObject({ updated: 1, unchanged: 1 })
    expect((await itemsOf(params))[1]).toMatchObject({ assignee_ids: [ann.id] })
  })

  test('imports rows with values that the database cannot store', async () => {
    const params = await emptyProject('BAD')
    const issues = [
      { number: 1, title: 'Ni\0ce', labels: ['a\0b\ud800'], state: 'open', due_date: '2024-02-31T10:00:00Z' },
      { number: 2, title: 'Fine', assignee: { email: 'max@example.com' }, state: 'open' },
    ]
    const bytes = JSON.stringify(issues)
    expect(await ofAnn(params, 'a.json', bytes)).toMatchObject({ status: 'completed', created: 2 })
    expect(await itemsOf(params)).toMatchObject([
      { name: 'Nice', target_date: null },
      { name: 'Fine', assignee_ids: [atlas.cast.max.id] },
    ])
  })

  test('sends no notifications', async () => {
    const params = await emptyProject('QUI')
    await ofAnn(params, 'items.csv', 'Title,Assignee\nQuiet,max@example.com')
    const loud = await atlas.make('Loud', { assignee_ids: [atlas.cast.max.id] })
    await expect
      .poll(() =>
        runSql(atlas.server.databaseUrl, 'select 1 from notifications where issue_id = $1', [loud.id]),
      )
      .toHaveLength(1)
    const [quiet] = await itemsOf(params)
    expect(quiet?.assignee_ids).toEqual([atlas.cast.max.id])
    const sent = await runSql(atlas.server.databaseUrl, 'select 1 from notifications where issue_id = $1', [
      quiet?.id,
    ])
    expect(sent).toEqual([])
  })

  test.each([
    [
      'UTF-16',
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('Title;Status\nÄnderung für Zoë;Todo', 'utf16le'),
      ]),
    ],
    ['Windows-1252', Buffer.from('Title;Status\nÄnderung für Zoë;Todo', 'latin1')],
  ])('is read in the encoding %s', async (_, bytes) => {
    const params = await emptyProject(`E${newId().slice(-6)}`.toUpperCase())
    expect(await ofAnn(params, 'items.csv', bytes)).toMatchObject({ created: 1 })
    expect((await itemsOf(params))[0]?.name).toBe('Änderung für Zoë')
  })
})

describe('Undo', () => {
  const undo = async (params: Params, id: string) => {
    const where = { ...params, item_import_id: id }
    await atlas.cast.ann.call('undoItemImport', { params: where })
    return waitForItemImport(atlas.cast.ann, where)
  }

  test('restores only values that nobody has changed since, and reports the others', async () => {
    const { ann } = atlas.cast
    const params = await emptyProject('UND')
    const first =
      'ID,Title,Description,Priority,Start date,Due date\nA-1,One,Old text,Low,2026-01-01,2026-01-05'
    await ofAnn(params, 'a.csv', first)
    const second = first.replace(
      'One,Old text,Low,2026-01-01,2026-01-05',
      'Two,New,High,2026-02-01,2026-02-05',
    )
    const report = await ofAnn(params, 'a.csv', second)
    expect(report).toMatchObject({ updated: 1 })
    const [item] = await itemsOf(params)
    const where = { ...params, id: item?.id ?? '' }
    await ann.call('updateWorkItem', { params: where, body: { name: 'Three' } })
    const undone = await undo(params, report.id)
    expect(undone.results).toMatchObject([{ notes: [{ reason: 'not_restored', text: 'name' }] }])
    expect(await ann.call('getWorkItem', { params: where })).toMatchObject({
      ...{ name: 'Three', priority: 'low', start_date: '2026-01-01', target_date: '2026-01-05' },
      description_html: expect.stringContaining('Old text'),
    })
  })

  test('reports a former value that is rejected, such as a deleted state', async () => {
    const { ann } = atlas.cast
    const params = await emptyProject('REF')
    await ofAnn(params, 'a.csv', 'ID,Title,Status,Priority\nA-1,One,Waiting,Low')
    const report = await ofAnn(params, 'a.csv', 'ID,Title,Status,Priority\nA-1,One,Todo,High')
    const states = await ann.call('listStates', { params })
    const waiting = Array.isArray(states) ? states.find(({ name }) => name === 'Waiting')?.id : undefined
    await ann.call('deleteState', { params: { ...params, state_id: waiting ?? '' }, body: {} })
    const undone = await undo(params, report.id)
    expect(undone).toMatchObject({ status: 'undone' })
    expect(undone.results[0]?.notes).toEqual([{ reason: 'not_restored', text: 'state_id' }])
    expect((await itemsOf(params))[0]).toMatchObject({ priority: 'low' })
  })

  test('continues if its job was lost', async () => {
    const params = await emptyProject('LOS')
    const report = await ofAnn(params, 'a.csv', 'Title\nOne')
    const change = "update item_imports set status = 'undoing', updated_at = now() - interval '3 hours'"
    await runSql(atlas.server.databaseUrl, `${change} where id = $1`, [report.id])
    const jobs = await startTestJobRunner(atlas.server, [removeItemImportsJob])
    await jobs.enqueue(jobs.orm.em.fork() as never, removeItemImportsJob, {})
    await jobs.done(removeItemImportsJob)
    await jobs.stop()
    const where = { ...params, item_import_id: report.id }
    expect(await waitForItemImport(atlas.cast.ann, where)).toMatchObject({ status: 'undone', done: 0 })
    expect(await itemsOf(params)).toEqual([])
  })

  test('moves sub-items that the import did not create to the top level', async () => {
    const params = await emptyProject('SUB')
    const report = await ofAnn(params, 'a.csv', 'ID,Title,Parent\nA-1,Above,\nA-2,Below,A-1')
    const [above] = await itemsOf(params)
    const body = { name: 'Own', parent_id: above?.id ?? '' }
    await atlas.cast.ann.call('createWorkItem', { params, body })
    expect(await undo(params, report.id)).toMatchObject({ status: 'undone' })
    expect(await itemsOf(params)).toMatchObject([{ name: 'Own', parent_id: null }])
  })
})

describe('the history', () => {
  test('of the source becomes a folded list, and an entry names the source', async () => {
    const params = await emptyProject('HIS')
    const notes = [{ id: 1, body: 'added label', system: true, author: { username: 'nora' } }]
    const bytes = JSON.stringify([{ iid: 1, title: 'Old', state: 'opened', notes }])
    await ofAnn(params, 'a.json', bytes)
    const [item] = await itemsOf(params)
    const where = { params: { ...params, id: item?.id ?? '' } }
    const { description_html } = await atlas.cast.ann.call('getWorkItem', where)
    expect(description_html).toMatch(/<details.*History.*nora · added label/s)
    const entries = async () =>
      (await atlas.cast.ann.call('listHistory', { ...where, query: { activity_type: 'issue-property' } }))
        .flatMap((entry) => ('field' in entry ? [entry] : []))
        .filter(({ field }) => field === 'import')
    await expect.poll(entries).toHaveLength(1)
    expect((await entries())[0]).toMatchObject({
      verb: 'created',
      new_value: 'GitLab',
      actor: atlas.cast.ann.id,
    })
  })
})

describe('comments', () => {
  // The queue of worker threads holds fewer texts of one user than this item has comments.
  test('of an item with hundreds of comments are all imported', async () => {
    const params = await emptyProject('LONGTALK')
    const comments = Array.from({ length: 250 }, (_, at) => ({
      ...{ id: at + 1, body: `Comment **${at}**`, user: { login: 'max' } },
      created_at: '2026-01-02T09:00:00Z',
    }))
    const bytes = JSON.stringify([{ number: 1, title: 'Long talk', state: 'open', comments }])
    const report = await ofAnn(params, 'github.json', bytes)
    expect(report).toMatchObject({ status: 'completed', created: 1, dropped: 0 })
    const [{ count } = { count: 0 }] = await runSql<{ count: number }>(
      atlas.server.databaseUrl,
      'select count(*)::int as count from work_item_comments where project_id = $1',
      [params.project_id],
    )
    expect(count).toBe(250)
  }, 120_000)

  test('are shortened if they are too long, and belong to their authors', async () => {
    const params = await emptyProject('COM')
    const comments = [
      { id: 1, body: 'x'.repeat(60_000), author: { email: 'max@example.com' } },
      {
        id: 2,
        body: '<image-component src="01890000-0000-7000-8000-000000000000"></image-component>Picture',
      },
    ]
    const bytes = JSON.stringify([{ number: 1, title: 'Talk', state: 'open', comments }])
    const report = await ofAnn(params, 'a.json', bytes)
    expect(report).toMatchObject({ created: 1, results: [{ notes: [{ reason: 'refused' }] }] })
    const [item] = await itemsOf(params)
    const found = await atlas.cast.ann.call('listComments', { params: { ...params, id: item?.id ?? '' } })
    expect(found.map(({ actor }) => actor).sort()).toEqual([atlas.cast.ann.id, atlas.cast.max.id].sort())
    expect(found.map(({ comment_html }) => comment_html).join()).not.toContain('<image-component')
  })
})

describe('the preview', () => {
  test('shows guesses, values and totals, and changes nothing', async () => {
    const params = await emptyProject('PRE')
    const { answer } = await uploadItems(atlas.server, atlas.cast.ann, params, {
      name: 'a.csv',
      bytes: table,
    })
    const call = { params: { ...params, item_import_id: answer.id }, body: {} }
    const preview = await atlas.changingNothing(() => atlas.cast.ann.call('previewItemImport', call))
    expect(preview).toMatchObject({
      format: 'csv',
      totals: { items: 2, updates: 0, dropped: 1, comments: 1, parents: 1, links: 1 },
      settings: { states: { 'Waiting for QA': 'started' }, priorities: { High: 'high' } },
    })
    expect(preview.settings.people['max@example.com']).toBe(atlas.cast.max.id)
    expect(preview.settings.people['Nora Unknown']).toBeNull()
    expect(preview.items.map(({ title }) => title)).toEqual(['Write the plan', 'Line break'])
  })

  test('asks for the order of day and month only if the dates do not decide it', async () => {
    const params = await emptyProject('DAY')
    const rows = 'Title,Due date\nOne,03/04/2026'
    const { answer } = await uploadItems(atlas.server, atlas.cast.ann, params, { name: 'a.csv', bytes: rows })
    const item_import_id = answer.id
    const call = { params: { ...params, item_import_id }, body: {} }
    expect(await atlas.cast.ann.call('previewItemImport', call)).toMatchObject({ asks_date_order: true })
    await expect(atlas.cast.ann.call('startItemImport', call)).rejects.toThrow('refused with 400')
    await atlas.cast.ann.call('startItemImport', { ...call, body: { date_order: 'mdy' } })
    await waitForItemImport(atlas.cast.ann, { ...params, item_import_id })
    expect((await itemsOf(params))[0]?.target_date).toBe('2026-03-04')
    await ofAnn(params, 'b.csv', 'Title,Due date\nTwo,03/04/2026\nThree,13/04/2026')
    expect((await itemsOf(params))[1]?.target_date).toBe('2026-04-03')
  })

  test('follows the mapping of the user', async () => {
    const params = await emptyProject('MAP')
    const listed = await atlas.cast.ann.call('listStates', { params })
    const done = Array.isArray(listed) ? listed.find(({ group }) => group === 'completed')?.id : undefined
    await ofAnn(params, 'a.csv', 'What,Wer,Stand\nBuild,Chef,erledigt', {
      columns: ['title', 'assignees', 'state'],
      states: { erledigt: done },
      people: { Chef: atlas.cast.ann.id },
    })
    expect(await itemsOf(params)).toMatchObject([
      { name: 'Build', state_id: done, assignee_ids: [atlas.cast.ann.id] },
    ])
  })
})

describe('access and limits', () => {
  const file = { name: 'a.csv', bytes: 'Title\nOne' }

  test('only admins of the project can import, and see only their own imports', async () => {
    const { ann, max, gus, eve } = atlas.cast
    const upload = (who: typeof ann, where = atlas.params) => uploadItems(atlas.server, who, where, file)
    for (const who of [max, gus]) expect((await upload(who)).status).toBe(403)
    expect((await upload(eve)).status).toBe(404)
    expect((await upload(ann, atlas.eves)).status).toBe(404)
    const { answer } = await upload(ann)
    const params = { ...atlas.params, item_import_id: answer.id }
    for (const call of [
      'getItemImport',
      'stopItemImport',
      'undoItemImport',
      'downloadItemImportReport',
    ] as const)
      await expect(max.call(call, { params })).rejects.toThrow('refused with 403')
    await expect(max.call('startItemImport', { params, body: {} })).rejects.toThrow('refused with 403')
    const { slug } = atlas.params
    expect((await ann.call('listItemImports', { params: { slug } })).map(({ id }) => id)).toContain(answer.id)
    expect(await max.call('listItemImports', { params: { slug } })).toEqual([])
    const elsewhere = { ...atlas.eves, item_import_id: answer.id }
    await expect(eve.call('getItemImport', { params: elsewhere })).rejects.toThrow('refused with 404')
  })

  test('refuses files without items, unreadable files and files that are too large', async () => {
    const { ann } = atlas.cast
    for (const bytes of ['Title', '{"a":', '[]', 'Title\n,']) {
      const { answer } = await uploadItems(atlas.server, ann, atlas.params, { name: 'a.csv', bytes })
      const params = { ...atlas.params, item_import_id: answer.id }
      await expect(ann.call('startItemImport', { params, body: {} })).rejects.toThrow('refused with 400')
    }
    expect((await uploadItems(atlas.server, ann, atlas.params, { name: 'a.csv', bytes: '' })).status).toBe(
      400,
    )
    const bytes = new Uint8Array(maxItemImportBytes + 1)
    expect((await uploadItems(atlas.server, ann, atlas.params, { name: 'a.csv', bytes })).status).toBe(413)
  })

  test('a user has a limited number of uploads that were not imported', async () => {
    const { ann } = atlas.cast
    const first = await uploadItems(atlas.server, ann, atlas.params, file)
    for (let at = 0; at < maxItemImportDrafts; at++) await uploadItems(atlas.server, ann, atlas.params, file)
    const rows = await ann.call('listItemImports', { params: { slug: atlas.params.slug } })
    expect(rows.filter(({ status }) => status === 'draft')).toHaveLength(maxItemImportDrafts)
    const params = { ...atlas.params, item_import_id: first.answer.id }
    await expect(ann.call('getItemImport', { params })).rejects.toThrow('refused with 404')
  })

  test('a stopped upload cannot be started, and the report is a file', async () => {
    const { ann } = atlas.cast
    const { answer } = await uploadItems(atlas.server, ann, atlas.params, file)
    const params = { ...atlas.params, item_import_id: answer.id }
    expect(await ann.call('stopItemImport', { params })).toMatchObject({ status: 'stopped' })
    await expect(ann.call('startItemImport', { params, body: {} })).rejects.toThrow('refused with 409')
    const done = await importItems(atlas.server, ann, atlas.params, { name: 'a.csv', bytes: 'Title\n=1+1' })
    const path = `/api/workspaces/${params.slug}/projects/${params.project_id}/item-imports/${done.id}/report/`
    const response = await fetch(atlas.server.url + path, { headers: { cookie: ann.cookie } })
    expect(await response.text()).toMatch(
      /row,external_id,title,outcome,work_item,notes\r\n2,[^,]*,'=1\+1,created,ATL-\d+,/,
    )
  })
})

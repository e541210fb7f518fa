import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { WorkspaceEntity } from '#api/organization/workspaces/entity.ts'
import { createBus } from '#api/platform/bus.ts'
import type { Orm } from '#api/platform/db/orm.ts'
import { recordBulkChanges } from '#api/platform/feed/batch.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { LabelEntity } from '#api/work/labels/entity.ts'
import { entities, isSyncedTable } from '#common/entities.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { recordFeedChanges } from '../../support/changes.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { forgeEventsByProvider, sendForgeWebhook } from '../../support/forges.ts'
import { uploadItems } from '../../support/imports/item-imports.ts'
import { sendImport } from '../../support/imports/send-import.ts'
import { connectLive } from '../../support/live-client.ts'
import { findInvalidOldFields } from '../../support/old-fields.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createTableInspector, type TableInspector } from '../../support/table-inspector.ts'
import { attachFileToItem } from '../../support/upload.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let tables: TableInspector
let orm: Orm
const bus = createBus(null)
const projects: { slug: string; project_id: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  tables = await createTableInspector(server.databaseUrl)
  orm = await createOrm(server.databaseUrl, bus)
  for (const [name, identifier] of [
    ['Atlas', 'ATL'],
    ['Borealis', 'BOR'],
  ]) {
    const project = await cast.ann.call('createProject', {
      params: { slug: cast.slug },
      body: { name, identifier },
    })
    projects.push({ slug: cast.slug, project_id: project.id })
  }
})
afterAll(async () => {
  await orm.close(true)
  await bus.close()
  await tables.close()
  await server.close()
})

function project(at = 0): { slug: string; project_id: string } {
  const found = projects[at % projects.length]
  if (found === undefined) throw new Error('there are projects')
  return found
}

const origin = () => ({ actor_id: cast.ann.id, mutation_id: null })

function newLabel(name: string) {
  return {
    id: newId(),
    workspace_id: cast.workspace_id,
    project_id: project().project_id,
    name,
    color: '#123456',
    parent: null,
    sort_order: 1,
    deleted_at: null,
    created_by: cast.ann.id,
    updated_by: cast.ann.id,
  }
}

test('two deadlocked commands both succeed exactly once', async () => {
  const labels = [newLabel('One'), newLabel('Other')]
  await runInChangeBatch(orm.em, origin(), async (em) => {
    for (const label of labels) em.create(LabelEntity, label)
    await em.flush()
  })
  const runs: string[] = []
  const meeting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const rename = (mine: number) =>
    runInChangeBatch(orm.em, origin(), async (em) => {
      const isFirstRun = !runs.includes(`${mine}`)
      runs.push(`${mine}`)
      for (const at of [mine, 1 - mine]) {
        const label = await em.findOneOrFail(LabelEntity, { id: labels[at]?.id ?? '' })
        label.sort_order += 10 + mine
        await em.flush()
        meeting[mine]?.resolve()
        if (isFirstRun && at === mine) await meeting[1 - mine]?.promise
      }
    })
  const left = await recordFeedChanges(server, cast.workspace_id, () => Promise.all([rename(0), rename(1)]))
  // Each of the two transactions ran once, and at least one of them was rolled back and repeated.
  expect(runs.length).toBeGreaterThan(2)
  expect(left.map((change) => change.op)).toEqual(Array(4).fill('update'))
})

test('versions have no gaps under fifty parallel writers', async () => {
  const live = await connectLive(server, cast.ann)
  const answer = await live.subscribe(cast.slug)
  if (!answer.ok) throw new Error(answer.message)
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      cast.ann.call('createWorkItem', { params: project(at), body: { name: `Item ${at}` } }),
    ),
  )
  await Promise.all(made.map((item) => live.hears((change) => change.id === item.id)))
  expect(live.heard.map((change) => change.version)).toEqual(
    Array.from({ length: 50 }, (_, at) => answer.version + 1 + at),
  )
  const [stored] = await runSql<{ versions: number[] }>(
    server.databaseUrl,
    'select array_agg(version::int order by version) as versions from changes where workspace_id = $1',
    [cast.workspace_id],
  )
  expect(stored?.versions).toEqual(Array.from({ length: answer.version + 50 }, (_, at) => at + 1))
  live.close()
})

test('a rollback leaves no change', async () => {
  const before = await tables.state()
  const failing = runInChangeBatch(orm.em, origin(), async (em) => {
    em.create(LabelEntity, newLabel('Never'))
    await em.flush()
    throw new Error('a rule is broken')
  })
  await expect(failing).rejects.toThrow('a rule is broken')
  expect(await tables.state()).toEqual(before)
})

test('several flushes of one transaction make one change', async () => {
  const label = newLabel('First')
  const left = await recordFeedChanges(server, cast.workspace_id, () =>
    runInChangeBatch(orm.em, origin(), async (em) => {
      const row = em.create(LabelEntity, label)
      await em.flush()
      row.name = 'Second'
      await em.flush()
      row.color = '#654321'
    }),
  )
  expect(left).toMatchObject([{ op: 'create', id: label.id, fields: { name: 'Second', color: '#654321' } }])
})

test('a change stores the old values of its fields', async () => {
  const label = newLabel('Old')
  const kept = () =>
    runSql(server.databaseUrl, 'select op, old_fields from changes where entity_id = $1 order by version', [
      label.id,
    ])
  await runInChangeBatch(orm.em, origin(), async (em) => void em.create(LabelEntity, label))
  const change = (patch: { name?: string; color?: string; deleted_at?: Date }) =>
    runInChangeBatch(orm.em, origin(), async (em) => {
      const row = await em.findOneOrFail(LabelEntity, { id: label.id })
      Object.assign(row, { color: '#000000' })
      await em.flush()
      Object.assign(row, patch)
    })
  await change({ name: 'New', color: '#ffffff' })
  await change({ deleted_at: new Date() })
  expect(await kept()).toMatchObject([
    { op: 'create', old_fields: null },
    { op: 'update', old_fields: { name: 'Old', color: '#123456' } },
    { op: 'delete', old_fields: { id: label.id, name: 'New', color: '#ffffff', sort_order: 1 } },
  ])
})

test('a row created and deleted in one transaction causes no change', async () => {
  const left = await recordFeedChanges(server, cast.workspace_id, () =>
    runInChangeBatch(orm.em, origin(), async (em) => {
      const row = em.create(LabelEntity, newLabel('Fleeting'))
      await em.flush()
      em.remove(row)
      await em.flush()
    }),
  )
  expect(left).toEqual([])
})

test('a write outside of writing is refused and undone', async () => {
  const before = await tables.state()
  const em = orm.em.fork()
  em.create(LabelEntity, newLabel('Unheard'))
  await expect(em.flush()).rejects.toThrow('labels was flushed outside of writing()')
  expect(await tables.state()).toEqual(before)
  expect(() => recordBulkChanges(orm.em.fork(), 'labels', [])).toThrow('outside of writing()')
})

test('changes of two workspaces are numbered in each', async () => {
  const [own, theirs] = await Promise.all(
    [cast.slug, cast.eves].map((slug) =>
      runSql<{ id: string; version: string }>(
        server.databaseUrl,
        'select w.id, v.version from workspaces w join workspace_versions v on v.workspace_id = w.id where slug = $1',
        [slug],
      ),
    ),
  )
  const versions = await new Promise<Map<string, number>>((resolve, reject) => {
    const rename = async (em: Parameters<Parameters<typeof runInChangeBatch>[2]>[0]) => {
      for (const row of await em.find(WorkspaceEntity, {})) row.name = `${row.name} & more`
    }
    runInChangeBatch(orm.em, origin(), rename, resolve).catch(reject)
  })
  for (const [row] of [own ?? [], theirs ?? []]) {
    expect(versions.get(row?.id ?? '')).toBe(Number(row?.version) + 1)
  }
})

test("a user's change is sent to all of their workspaces", async () => {
  await runSql(
    server.databaseUrl,
    'insert into workspace_members (id, workspace_id, member_id, role) select gen_random_uuid(), id, $1, $2 from workspaces where slug = $3',
    [cast.max.id, role.guest, cast.eves],
  )
  await cast.max.call('updateMe', { body: { display_name: 'Maximilian' } })
  const heard = await runSql<{ slug: string; fields: object; audience: string[] }>(
    server.databaseUrl,
    `select w.slug, c.fields, c.audience from changes c join workspaces w on w.id = c.workspace_id
     where c.entity = 'users' and c.entity_id = $1 and c.fields->>'display_name' = 'Maximilian' order by w.slug`,
    [cast.max.id],
  )
  expect(heard.map((row) => row.slug)).toEqual([cast.slug, cast.eves].sort())
  for (const row of heard) expect(row.fields).toEqual({ display_name: 'Maximilian' })
})

test('security 51: a change holds public columns alone', async () => {
  await cast.ann.call('createSampleWorkspace', { params: { slug: cast.slug } })
  await cast.ann.call('updateMe', { body: { first_name: 'Ann', user_timezone: 'Europe/Berlin' } })
  const page = await cast.ann.call('createPage', {
    params: project(),
    body: { name: 'Secret?', description_html: '<p>Text of a page</p>' },
  })
  await cast.ann.call('updatePage', { params: { ...project(), page_id: page.id }, body: { name: 'Open' } })
  await cast.ann.call('lockPage', { params: { ...project(), page_id: page.id } })
  await cast.ann.call('watchPage', {
    params: { ...project(), page_id: page.id },
    body: { scope: 'page' },
  })
  await cast.ann.call('createPageComment', {
    params: { ...project(), page_id: page.id },
    body: {
      comment_html: '<p>Said of it</p>',
      anchor: { start: 'AAEAAA==', end: 'AAEAAA==', quote: 'Words', prefix: '', suffix: '' },
    },
  })
  await sendImport(server, cast.ann, project(), { name: 'log.md', bytes: '# Log' })
  await uploadItems(server, cast.ann, project(), { name: 'items.csv', bytes: 'Title\nImported' })
  const [one, two] = [
    await cast.ann.call('createWorkItem', {
      params: project(),
      body: { name: 'One', description_html: '<p>Text of an item</p>' },
    }),
    await cast.ann.call('createWorkItem', { params: project(), body: { name: 'Two' } }),
  ]
  await cast.ann.call('createRelations', {
    params: { ...project(), id: one.id },
    body: { relation_type: 'blocked_by', issues: [two.id] },
  })
  await cast.ann.call('updateUserProperties', {
    params: project(),
    body: { display_filters: { layout: 'list' } },
  })
  await cast.ann.call('createView', { params: project(), body: { name: 'Urgent' } })
  await cast.ann.call('createDraft', { params: project(), body: { name: 'Begun' } })
  await cast.ann.call('createTemplate', { params: project(), body: { name: 'Bug report' } })
  await cast.ann.call('updateProject', { params: project(), body: { cycle_view: true, inbox_view: true } })
  await cast.ann.call('createCycle', { params: project(), body: { name: 'Sprint' } })
  await cast.ann.call('createInboxIssue', { params: project(), body: { issue: { name: 'Sent in' } } })
  await cast.ann.call('updateProject', { params: project(), body: { module_view: true } })
  await cast.ann.call('createModule', { params: project(), body: { name: 'Map' } })
  await cast.ann.call('updateProject', { params: project(), body: { is_epic_enabled: true } })
  const epic = await cast.ann.call('createEpic', { params: project(), body: { name: 'Naxos' } })
  await cast.ann.call('createEpicUpdate', {
    params: { ...project(), id: epic.id },
    body: { status: 'on_track' },
  })
  await cast.ann.call('createProjectUpdate', { params: project(), body: { status: 'at_risk' } })
  await cast.ann.call('createEstimate', {
    params: project(),
    body: { estimate_points: ['S', 'M'].map((value, key) => ({ key, value })) },
  })
  await cast.ann.call('createFavorite', { params: project(), body: { entity_type: 'folder', name: 'F' } })
  await cast.ann.call('createSticky', { params: project(), body: { name: 'Note' } })
  const own = { ...project(), key: 'stickies' }
  await cast.ann.call('updateSidebarPreference', { params: own, body: { is_pinned: false } })
  await cast.ann.call('updateHomePreference', {
    params: { ...own, key: 'recents' },
    body: { is_enabled: false },
  })
  await cast.ann.call('exportWorkItems', { params: project(), body: {} })
  await cast.ann.call('createWorkspaceExport', { params: project(), body: {} })
  await cast.ann.call('createQuickLink', { params: project(), body: { url: 'https://example.com' } })
  await cast.ann.call('createLink', {
    params: { ...project(), id: one.id },
    body: { url: 'https://one.example' },
  })
  await cast.ann.call('createComment', {
    params: { ...project(), id: one.id },
    body: { comment_html: '<p>Said</p>' },
  })
  await cast.ann.call('updateProject', { params: project(), body: { is_time_tracking_enabled: true } })
  await cast.ann.call('createWorklog', { params: { ...project(), id: one.id }, body: { duration: 30 } })
  await cast.ann.call('startTimer', { params: { ...project(), id: one.id }, body: {} })
  await cast.ann.call('createReminder', {
    params: { ...project(), id: one.id },
    body: { remind_at: new Date(Date.now() + 3_600_000).toISOString() },
  })
  await cast.ann.call('addReaction', { params: { ...project(), id: one.id }, body: { reaction: '128077' } })
  const { anchor } = await cast.ann.call('publishProject', {
    params: project(),
    body: { is_votes_enabled: true },
  })
  await cast.ann.call('castVote', { params: { anchor, issue_id: one.id }, body: {} })
  const file = { name: 'notes.txt', bytes: new TextEncoder().encode('Notes') }
  await attachFileToItem(server, cast.ann, { ...project(), id: one.id }, file)
  await cast.ann.call('createDashboard', { params: project(), body: { name: 'Numbers' } })
  await cast.ann.call('createTeamspace', { params: project(), body: { name: 'Design' } })
  const git = await cast.ann.call('createGitConnection', {
    params: project(),
    body: { provider: 'github', repository: 'acme/web', base_url: 'https://git.example' },
  })
  const { push } = forgeEventsByProvider.github('https://git.example', 'acme/web')
  await sendForgeWebhook(git, push({ branch: `atl-${one.sequence_id}-one` }))
  await pollUntilTrue(async () => {
    const [row] = await runSql(server.databaseUrl, 'select id from git_references')
    return row !== undefined
  })
  const visit = { entity_name: 'issue', entity_identifier: one.id } as const
  await cast.ann.call('recordVisit', { params: project(), body: visit })
  const kinds = await runSql<{ entity: string; field: string }>(
    server.databaseUrl,
    `select distinct entity, field from changes, jsonb_object_keys(fields || coalesce(old_fields, '{}')) as field`,
  )
  // Notifications are excluded, because the server writes them later, when it processes the change feed.
  const { notifications: _, ...written } = entities
  expect(new Set(kinds.map((kind) => kind.entity))).toEqual(new Set(Object.keys(written)))
  for (const { entity, field } of kinds) {
    const known = isSyncedTable(entity) ? Object.keys(entities[entity].schema.shape) : []
    expect(known, `${entity}.${field}`).toContain(field)
  }
  const label = await cast.ann.call('createLabel', { params: project(), body: { name: 'Short' } })
  await cast.ann.call('updateWorkItem', {
    params: { ...project(), id: one.id },
    body: { label_ids: [label.id], start_date: '2026-03-01', priority: 'high', state_id: await completed() },
  })
  await cast.ann.call('deleteLabel', { params: { ...project(), label_id: label.id } })
  await cast.ann.call('deleteWorkItem', { params: { ...project(), id: two.id } })
  expect(await findInvalidOldFields(server.databaseUrl)).toEqual([])
  expect(await mentionsInChanges('Text of a page')).toBe(0)
  expect(await mentionsInChanges(cast.ann.email)).toBe(0)
})

async function completed(): Promise<string> {
  const [state] = await runSql<{ id: string }>(
    server.databaseUrl,
    `select id from states where project_id = $1 and "group" = 'completed' limit 1`,
    [project().project_id],
  )
  return state?.id ?? ''
}

async function mentionsInChanges(text: string): Promise<number> {
  const [row] = await runSql<{ count: string }>(
    server.databaseUrl,
    'select count(*) from changes where position($1 in concat(fields, old_fields)) > 0',
    [text],
  )
  return Number(row?.count)
}

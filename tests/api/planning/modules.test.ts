import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrm } from '#api/create-orm.ts'
import { deleteExpiredRows } from '#api/maintenance.ts'
import { createBus } from '#api/platform/bus.ts'
import { activitiesReader } from '#api/work/activities/reader.ts'
import type { ModuleResponse } from '#common/planning/modules/schema.ts'
import { addDays, localDay } from '#common/platform/clock.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [activitiesReader])
  await switchOn(atlas.params)
})
afterAll(() => atlas.close())

const switchOn = (params: ProjectPathParams) =>
  atlas.cast.ann.call('updateProject', { params, body: { module_view: true } })

/** `fresh` creates a project without modules. The counter makes names and identifiers unique. */
let projects = 0
async function fresh(): Promise<ProjectPathParams> {
  const place = await atlas.makeProject(`Fresh ${++projects}`, `F${projects}`)
  await switchOn(place)
  return place
}

const inDays = (days: number) => addDays(localDay(Date.now(), 'UTC'), days)
const at = (place: ProjectPathParams, { id }: { id: string }) => ({ ...place, module_id: id })

function create(
  body: Record<string, unknown>,
  place = atlas.params,
  who: ApiClient = atlas.cast.ann,
): Promise<ModuleResponse> {
  return who.call('createModule', { params: place, body: { name: 'Map', ...body } })
}
function refusedCreate(body: Record<string, unknown>, place = atlas.params) {
  return atlas.cast.ann.refused('createModule', { params: place, body: { name: 'Map', ...body } })
}
const update = (place: ProjectPathParams, module: { id: string }, body: object) =>
  atlas.cast.ann.call('updateModule', { params: at(place, module), body })
const refusedUpdate = (place: ProjectPathParams, module: { id: string }, body: object) =>
  atlas.cast.ann.refused('updateModule', { params: at(place, module), body })

function sql<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return runSql<Row>(atlas.server.databaseUrl, statement, values)
}

describe('a module', () => {
  test('is created, changed, published to the project and listed newest first', async () => {
    const { ann, max } = atlas.cast
    const place = await fresh()
    const changes = await atlas.changes(async () => {
      await create({ name: 'First', description: 'Words' }, place)
      await create({ name: 'Second', lead_id: ann.id, member_ids: [ann.id, max.id] }, place)
    })
    expect(changes.map(({ entity, op }) => [entity, op])).toEqual([
      ['modules', 'create'],
      ['modules', 'create'],
    ])
    const [second, first] = await ann.call('listModules', { params: place })
    expect(first).toMatchObject({ name: 'First', status: 'planned', start_date: null, total_issues: 0 })
    // The request also names Max as a member. He is not in this project, so the server leaves him out.
    expect(second).toMatchObject({ lead_id: ann.id, member_ids: [ann.id], link_module: [] })
    expect(second?.sort_order).toBe((first?.sort_order ?? 0) - 10_000)
    const days = { start_date: inDays(0), target_date: inDays(9) }
    const changed = await update(place, second as ModuleResponse, {
      name: 'Renamed',
      status: 'paused',
      ...days,
    })
    expect(changed).toMatchObject({ name: 'Renamed', status: 'paused', lead_id: ann.id, ...days })
    const replaced = await ann.call('replaceModule', {
      params: at(place, changed),
      body: { name: 'Anew', start_date: days.start_date },
    })
    expect(replaced).toMatchObject({ name: 'Anew', status: 'planned', lead_id: null, target_date: null })
    const everywhere = await ann.call('listWorkspaceModules', { params: { slug: place.slug } })
    expect(everywhere).toContainEqual(replaced)
  })

  test('requires a unique name and days in order', async () => {
    const place = await fresh()
    const [one, two] = [await create({ name: 'One' }, place), await create({ name: 'Two' }, place)]
    const taken = { status: 400, error: 'Module with this name already exists' }
    expect(await refusedCreate({ name: 'One' }, place)).toMatchObject(taken)
    expect(await refusedUpdate(place, two, { name: 'One' })).toMatchObject(taken)
    expect(await update(place, one, { name: 'One' })).toMatchObject({ name: 'One' })
    const wrong = { status: 400, error: 'Start date cannot exceed target date' }
    expect(
      await refusedCreate({ name: 'Three', start_date: inDays(1), target_date: inDays(0) }, place),
    ).toMatchObject(wrong)
    await update(place, one, { target_date: inDays(3) })
    expect(await refusedUpdate(place, one, { start_date: inDays(4) })).toMatchObject(wrong)
    expect(
      await refusedUpdate(place, one, { start_date: '2001-01-01', target_date: '2030-01-01' }),
    ).toMatchObject({ status: 400 })
    // A deleted module frees its name and can be restored once the name is free again.
    await atlas.cast.ann.call('deleteModule', { params: at(place, one) })
    await update(place, two, { name: 'One' })
    expect(await atlas.cast.ann.refused('restoreModule', { params: at(place, one) })).toMatchObject(taken)
    await update(place, two, { name: 'Two' })
    expect(await atlas.cast.ann.call('restoreModule', { params: at(place, one) })).toMatchObject({
      name: 'One',
    })
  })

  test('is limited to 500 per project, including restored ones', async () => {
    const place = await fresh()
    const first = await create({ name: 'First' }, place)
    await atlas.cast.ann.call('deleteModule', { params: at(place, first) })
    await sql(
      `insert into modules (id, workspace_id, project_id, name, sort_order)
       select gen_random_uuid(), workspace_id, id, 'One of many ' || n, n from projects, generate_series(1, 499) n where id = $1`,
      [place.project_id],
    )
    await create({ name: 'The last' }, place)
    expect((await refusedCreate({}, place)).status).toBe(400)
    const restoring = await atlas.cast.ann.refused('restoreModule', { params: at(place, first) })
    expect(restoring.status).toBe(400)
  })

  test('is created by only one of many concurrent requests with the same name', async () => {
    const place = await fresh()
    const asked = Array.from({ length: 6 }, () =>
      create({}, place).then(
        () => true,
        () => false,
      ),
    )
    expect((await Promise.all(asked)).filter((isMade) => isMade)).toHaveLength(1)
  })

  test('can be archived when completed, and does not change afterwards', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const module = await create({}, place)
    const item = await atlas.make('In it', { module_ids: [module.id] }, ann, place)
    const other = await atlas.make('Not in it', {}, ann, place)
    expect(await ann.refused('archiveModule', { params: at(place, module) })).toMatchObject({
      status: 400,
      error: 'Only completed or cancelled modules can be archived',
    })
    await update(place, module, { status: 'completed' })
    const { archived_at } = await ann.call('archiveModule', { params: at(place, module) })
    expect(await ann.call('archiveModule', { params: at(place, module) })).toEqual({ archived_at })
    const no = { status: 400, error: 'Archived module cannot be updated' }
    expect(await refusedUpdate(place, module, { name: 'New' })).toMatchObject(no)
    expect(
      await ann.refused('addToModule', { params: at(place, module), body: { issues: [other.id] } }),
    ).toMatchObject(no)
    const set = (id: string, module_ids: string[]) => ({ params: { ...place, id }, body: { module_ids } })
    expect(await ann.refused('updateWorkItem', set(other.id, [module.id]))).toMatchObject(no)
    expect(
      await ann.refused('createModuleLink', {
        params: at(place, module),
        body: { url: 'https://example.com' },
      }),
    ).toMatchObject(no)
    // The items of an archived module stay in it, and can be removed from it.
    expect(await ann.call('updateWorkItem', set(item.id, [module.id]))).toMatchObject({
      module_ids: [module.id],
    })
    expect(await ann.call('listModules', { params: place })).toEqual([])
    expect(await ann.call('listArchivedModules', { params: place })).toMatchObject([{ total_issues: 1 }])
    expect(await ann.call('getArchivedModule', { params: at(place, module) })).toMatchObject({ archived_at })
    expect(await ann.call('updateWorkItem', set(item.id, []))).toMatchObject({ module_ids: [] })
    await ann.call('unarchiveModule', { params: at(place, module) })
    expect(await ann.refused('getArchivedModule', { params: at(place, module) })).toMatchObject({
      status: 404,
    })
  })

  test('has links that are added, changed and removed, with unique URLs', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const params = at(place, await create({}, place))
    const add = (url: string, title?: string) =>
      ann.call('createModuleLink', { params, body: { url, ...(title && { title }) } })
    const [one, two] = [await add('example.com/plan', 'Plan'), await add('https://example.com/map')]
    expect(one).toMatchObject({ title: 'Plan', url: 'http://example.com/plan', created_by_id: ann.id })
    const taken = { status: 400, error: 'URL already exists.' }
    expect(await ann.refused('createModuleLink', { params, body: { url: two.url } })).toMatchObject(taken)
    const own = { ...params, module_link_id: one.id }
    expect(await ann.refused('updateModuleLink', { params: own, body: { url: two.url } })).toMatchObject(
      taken,
    )
    const changes = await atlas.changes(() =>
      ann.call('updateModuleLink', { params: own, body: { title: 'The plan' } }),
    )
    expect(changes).toMatchObject([
      { entity: 'modules', fields: { link_module: [{ title: 'The plan' }, {}] } },
    ])
    await ann.call('deleteModuleLink', { params: { ...params, module_link_id: two.id } })
    expect(await ann.call('listModuleLinks', { params })).toMatchObject([{ id: one.id, title: 'The plan' }])
    expect(
      await ann.refused('deleteModuleLink', { params: { ...params, module_link_id: two.id } }),
    ).toMatchObject({ status: 404 })
    expect(await ann.refused('createModuleLink', { params, body: { url: 'javascript:x' } })).toMatchObject({
      status: 400,
    })
    for (let n = 0; n < 49; n++) await add(`https://example.com/${n}`)
    expect(
      await ann.refused('createModuleLink', { params, body: { url: 'https://example.com/more' } }),
    ).toMatchObject({ status: 400 })
  })
})

describe('the modules of an item', () => {
  test('can be set on creation, by a change, in bulk and by the module calls', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [one, two, three] = [
      await create({ name: 'One' }, place),
      await create({ name: 'Two' }, place),
      await create({ name: 'Three' }, place),
    ]
    const item = await atlas.make('Both', { module_ids: [one.id, two.id] }, ann, place)
    const other = await atlas.make('Other', { module_ids: [] }, ann, place)
    expect(item.module_ids).toEqual([one.id, two.id])
    const params = { ...place, id: item.id }
    expect(await ann.call('updateWorkItem', { params, body: { module_ids: [two.id] } })).toMatchObject({
      module_ids: [two.id],
    })
    // A bulk change adds modules to the existing ones.
    await ann.call('changeWorkItems', {
      params: place,
      body: { issue_ids: [item.id, other.id], properties: { module_ids: [three.id] } },
    })
    expect(await atlas.stored(item)).toMatchObject({ module_ids: [two.id, three.id] })
    await ann.call('addToModule', { params: at(place, one), body: { issues: [item.id, other.id] } })
    expect(await atlas.stored(item)).toMatchObject({ module_ids: [two.id, three.id, one.id] })
    const listed = await ann.call('listModuleWorkItems', { params: at(place, one) })
    expect(listed.total_count).toBe(2)
    const left = { ...at(place, one), issue_id: other.id }
    await ann.call('removeFromModule', { params: left })
    expect(await atlas.stored(other)).toMatchObject({ module_ids: [three.id] })
    expect(await ann.refused('removeFromModule', { params: left })).toMatchObject({ status: 404 })
    const set = await ann.call('setWorkItemModules', {
      params: { ...place, id: other.id },
      body: { modules: [two.id], removed_modules: [three.id] },
    })
    expect(set).toMatchObject({ id: other.id, module_ids: [two.id] })
    const grouped = await ann.call('listWorkItems', { params: place, query: { group_by: 'module' } })
    expect(new Set(Object.keys(grouped.results))).toEqual(new Set([one.id, two.id, three.id]))
    const filtered = await ann.call('listWorkItems', { params: place, query: { module: three.id } })
    expect(filtered.results).toMatchObject([{ id: item.id }])
    expect(await ann.refused('addToModule', { params: at(place, one), body: {} })).toMatchObject({
      status: 400,
      fields: { issues: ['Issues are required'] },
    })
  })

  test('must belong to the same project; others are ignored', async () => {
    const { ann } = atlas.cast
    const [place, elsewhere] = [await fresh(), await fresh()]
    const foreign = await create({}, elsewhere)
    const item = await atlas.make('Planned', { module_ids: [foreign.id] }, ann, place)
    expect(item.module_ids).toEqual([])
    expect(
      await ann.refused('addToModule', { params: at(place, foreign), body: { issues: [item.id] } }),
    ).toMatchObject({ status: 404 })
  })

  test('are lost in another project and return with the item', async () => {
    const { ann } = atlas.cast
    const [place, elsewhere] = [await fresh(), await fresh()]
    const [module, over] = [await create({ name: 'One' }, place), await create({ name: 'Two' }, place)]
    const item = await atlas.make('One', { module_ids: [module.id, over.id] }, ann, place)
    const move = (from: ProjectPathParams, to: ProjectPathParams) =>
      ann.call('moveWorkItems', {
        params: from,
        body: { issue_ids: [item.id], new_project_id: to.project_id },
      })
    await move(place, elsewhere)
    expect(await atlas.stored(item)).toMatchObject({ module_ids: [] })
    await update(place, over, { status: 'cancelled' })
    await ann.call('archiveModule', { params: at(place, over) })
    await move(elsewhere, place)
    expect(await atlas.stored(item)).toMatchObject({ module_ids: [module.id] })
  })

  test('stay but accept no items when modules are turned off', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const module = await create({}, place)
    const item = await atlas.make('One', { module_ids: [module.id] }, ann, place)
    await ann.call('updateProject', { params: place, body: { module_view: false } })
    const off = { status: 400, error: 'This feature is turned off in the project' }
    expect(await refusedCreate({}, place)).toMatchObject(off)
    const body = { name: 'Two', module_ids: [module.id] }
    expect(await ann.refused('createWorkItem', { params: place, body })).toMatchObject(off)
    expect(await ann.call('listModules', { params: place })).toMatchObject([
      { id: module.id, total_issues: 1 },
    ])
    expect(await atlas.stored(item)).toMatchObject({ module_ids: [module.id] })
  })

  test('appear in the history when added and removed', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [one, two] = [await create({ name: 'One' }, place), await create({ name: 'Two' }, place)]
    const item = await atlas.make('Planned', {}, ann, place)
    for (const module_ids of [[one.id], [two.id], []])
      await ann.call('updateWorkItem', { params: { ...place, id: item.id }, body: { module_ids } })
    const told = async () => {
      const query = { activity_type: 'issue-property' }
      const history = await ann.call('listHistory', { params: { ...place, id: item.id }, query })
      return history.flatMap((row) =>
        'verb' in row && row.field === 'modules' ? [[row.verb, row.old_value, row.new_value]] : [],
      )
    }
    await expect.poll(told, { timeout: 10_000 }).toEqual([
      ['created', '', 'One'],
      ['created', '', 'Two'],
      ['deleted', 'One', ''],
      ['deleted', 'Two', ''],
    ])
  })
})

describe('roles', () => {
  test('a guest sees modules and progress but cannot change them', async () => {
    const { gus } = atlas.cast
    const module = await create({ name: 'For all' })
    const params = at(atlas.params, module)
    expect(await gus.call('listModules', { params: atlas.params })).toContainEqual(module)
    expect(await gus.refused('getModule', { params })).toMatchObject({ status: 403 })
    expect(await gus.refused('listModuleWorkItems', { params })).toMatchObject({ status: 403 })
    const own = await atlas.make('Made by Gus')
    await atlas.give(own, gus)
    const set = (module_ids: string[]) =>
      gus.refused('updateWorkItem', { params: { ...atlas.params, id: own.id }, body: { module_ids } })
    expect(await set([module.id])).toMatchObject({ status: 403 })
    expect(await atlas.stored(own)).toMatchObject({ module_ids: [] })
    await atlas.cast.ann.call('addToModule', { params, body: { issues: [own.id] } })
    expect(await set([])).toMatchObject({ status: 403 })
    expect(await atlas.stored(own)).toMatchObject({ module_ids: [module.id] })
  })

  test('only the creator and admins delete a module', async () => {
    const { ann, max } = atlas.cast
    const [anns, maxs] = [
      await create({ name: 'By Ann' }),
      await create({ name: 'By Max' }, atlas.params, max),
    ]
    expect(await max.refused('deleteModule', { params: at(atlas.params, anns) })).toMatchObject({
      status: 403,
    })
    await max.call('deleteModule', { params: at(atlas.params, maxs) })
    await max.call('restoreModule', { params: at(atlas.params, maxs) })
    await ann.call('deleteModule', { params: at(atlas.params, maxs) })
  })
})

describe('a deleted module', () => {
  test('releases its items and gets them back', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [module, next] = [await create({ name: 'One' }, place), await create({ name: 'Two' }, place)]
    const [stays, both, trashed] = [
      await atlas.make('Stays', { module_ids: [module.id] }, ann, place),
      await atlas.make('Both', { module_ids: [module.id, next.id] }, ann, place),
      await atlas.make('Trashed', { module_ids: [module.id] }, ann, place),
    ]
    await ann.call('deleteWorkItem', { params: { ...place, id: trashed.id } })
    const changes = await atlas.changes(() => ann.call('deleteModule', { params: at(place, module) }))
    expect(changes.map(({ entity, op, fields }) => [entity, op, fields['module_ids']])).toEqual(
      expect.arrayContaining([
        ['work_items', 'update', []],
        ['work_items', 'update', [next.id]],
        ['modules', 'delete', undefined],
      ]),
    )
    expect(await ann.refused('getModule', { params: at(place, module) })).toMatchObject({ status: 404 })
    const back = await ann.call('restoreModule', { params: at(place, module) })
    expect(back).toMatchObject({ id: module.id, total_issues: 2 })
    expect(await atlas.stored(stays)).toMatchObject({ module_ids: [module.id] })
    expect(await atlas.stored(both)).toMatchObject({ module_ids: [next.id, module.id] })
    expect(await atlas.stored(trashed)).toMatchObject({ module_ids: [module.id] })
  })

  test('is purged after thirty days, together with its display settings', async () => {
    const { ann } = atlas.cast
    const place = await fresh()
    const [old, young] = [await create({ name: 'Old' }, place), await create({ name: 'Young' }, place)]
    for (const module of [old, young]) {
      const params = at(place, module)
      const body = { display_filters: { layout: 'gantt_chart' } }
      await ann.call('updateModuleUserProperties', { params, body })
      expect(await ann.call('getModuleUserProperties', { params })).toMatchObject({
        context: 'module',
        context_id: module.id,
        ...body,
      })
      await ann.call('deleteModule', { params })
    }
    await sql("update modules set deleted_at = deleted_at - interval '31 days' where id = $1", [old.id])
    expect(await ann.refused('restoreModule', { params: at(place, old) })).toMatchObject({ status: 404 })
    const orm = await createOrm(atlas.server.databaseUrl, createBus(null))
    await deleteExpiredRows(orm)
    await orm.close(true)
    const ids = [old.id, young.id]
    expect(await sql('select id from modules where id = any($1)', [ids])).toEqual([{ id: young.id }])
    expect(await sql('select context_id from user_properties where context_id = any($1)', [ids])).toEqual([
      { context_id: young.id },
    ])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers
let params: { slug: string; project_id: string }
let eves: { slug: string; project_id: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
  const project = await cast.ann.call('createProject', {
    params: { slug: 'acme' },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  params = { slug: 'acme', project_id: project.id }
  const members = [
    { member_id: cast.max.id, role: role.member },
    { member_id: cast.gus.id, role: role.guest },
  ]
  await cast.ann.call('addProjectMembers', { params, body: { members } })
  const own = await cast.eve.call('createProject', {
    params: { slug: cast.eves },
    body: { name: 'Eves', identifier: 'EVE' },
  })
  eves = { slug: cast.eves, project_id: own.id }
})

afterAll(() => server.close())

function makeLabel(name: string, more: object = {}) {
  return cast.ann.call('createLabel', { params, body: { name, ...more } })
}

test('a new label comes last and gets a color', async () => {
  const before = await cast.ann.call('listLabels', { params })
  const made = await makeLabel('Design')
  expect(made).toMatchObject({
    parent: null,
    color: expect.stringMatching(/^#[0-9A-F]{6}$/),
    sort_order: 10_000 * (before.length + 1),
  })
  expect((await cast.gus.call('listLabels', { params })).at(-1)).toEqual(made)
  expect((await cast.max.call('listWorkspaceLabels', { params: { slug: 'acme' } })).at(-1)).toEqual(made)
})

test('a duplicate name is rejected', async () => {
  const other = await makeLabel('Other')
  const refusal = {
    status: 400,
    error: 'Label with the same name already exists in the project',
    fields: { name: ['LABEL_NAME_ALREADY_EXISTS'] },
  }
  expect(await cast.ann.refused('createLabel', { params, body: { name: 'Bug' } })).toMatchObject(refusal)
  const one = { ...params, label_id: other.id }
  expect(await cast.ann.refused('updateLabel', { params: one, body: { name: 'Bug' } })).toMatchObject(refusal)
  expect(
    await cast.ann.call('updateLabel', { params: one, body: { name: 'Other', color: '#123456' } }),
  ).toMatchObject({ color: '#123456' })
})

test('labels nest one level deep', async () => {
  const [area, api, deep] = [await makeLabel('Area'), await makeLabel('API'), await makeLabel('Deep')]
  const put = (label: { id: string }, parent: string | null) => ({
    params: { ...params, label_id: label.id },
    body: { parent },
  })
  expect(await cast.ann.call('updateLabel', put(api, area.id))).toMatchObject({ parent: area.id })
  expect(await cast.ann.call('updateLabel', put(api, ''))).toMatchObject({ parent: null })
  expect(await cast.ann.call('updateLabel', put(api, area.id))).toMatchObject({ parent: area.id })
  const fields = { parent: ['The parent must be a top-level label of the same project.'] }
  expect(await cast.ann.refused('updateLabel', put(deep, api.id))).toMatchObject({ status: 400, fields })
  expect(await cast.ann.refused('updateLabel', put(area, deep.id))).toMatchObject({ status: 400, fields })
  expect(await cast.ann.refused('updateLabel', put(deep, deep.id))).toMatchObject({ status: 400, fields })
  expect(
    await cast.ann.refused('createLabel', { params, body: { name: 'New', parent: api.id } }),
  ).toMatchObject({ status: 400, fields })
})

test('a parent of another project is rejected, security 1', async () => {
  const [foreign] = await cast.eve.call('listLabels', { params: eves })
  expect(
    await cast.ann.refused('createLabel', { params, body: { name: 'Foreign', parent: foreign?.id } }),
  ).toMatchObject({ status: 400 })
  const mixed = { ...params, label_id: foreign?.id ?? '' }
  expect(await cast.ann.refused('updateLabel', { params: mixed, body: { name: 'Mine' } })).toMatchObject({
    status: 404,
  })
  expect(await cast.ann.refused('deleteLabel', { params: mixed })).toMatchObject({ status: 404 })
  expect((await cast.eve.call('listLabels', { params: eves }))[0]).toEqual(foreign)
})

test('only admins of the project change labels', async () => {
  const [label] = await cast.ann.call('listLabels', { params })
  const one = { ...params, label_id: label?.id ?? '' }
  const before = await runSql(server.databaseUrl, 'select * from labels order by id')
  for (const who of [cast.max, cast.gus]) {
    expect(await who.refused('createLabel', { params, body: { name: 'No' } })).toMatchObject({ status: 403 })
    expect(await who.refused('updateLabel', { params: one, body: { name: 'No' } })).toMatchObject({
      status: 403,
    })
    expect(await who.refused('deleteLabel', { params: one })).toMatchObject({ status: 403 })
  }
  expect(await cast.eve.refused('deleteLabel', { params: one })).toMatchObject({ status: 404 })
  expect(await runSql(server.databaseUrl, 'select * from labels order by id')).toEqual(before)
})

test('deleting a label removes it from items and children', async () => {
  const [gone, kept] = [await makeLabel('Gone'), await makeLabel('Kept')]
  const child = await makeLabel('Child', { parent: gone.id })
  const item = await cast.ann.call('createWorkItem', {
    params,
    body: { name: 'Labelled', label_ids: [gone.id, kept.id] },
  })
  const [foreign] = await cast.eve.call('listLabels', { params: eves })
  const theirs = await cast.eve.call('createWorkItem', {
    params: eves,
    body: { name: 'Theirs', label_ids: [foreign?.id] },
  })
  await cast.ann.call('deleteLabel', { params: { ...params, label_id: gone.id } })
  expect(await cast.ann.call('getWorkItem', { params: { ...params, id: item.id } })).toMatchObject({
    label_ids: [kept.id],
  })
  const left = await cast.ann.call('listLabels', { params })
  expect(left.find((label) => label.id === child.id)).toMatchObject({ parent: null })
  expect(left.some((label) => label.id === gone.id)).toBe(false)
  const [change] = await runSql(
    server.databaseUrl,
    'select * from changes where entity_id = $1 order by version desc limit 1',
    [item.id],
  )
  expect(change).toMatchObject({ op: 'update', fields: { label_ids: [kept.id] } })
  expect(await cast.eve.call('getWorkItem', { params: { ...eves, id: theirs.id } })).toMatchObject({
    label_ids: [foreign?.id],
  })
})

const item = async (...label_ids: string[]) =>
  (await cast.ann.call('createWorkItem', { params, body: { name: 'Labelled', label_ids } })).id
const labelsOf = async (id: string) =>
  (await cast.ann.call('getWorkItem', { params: { ...params, id } })).label_ids.toSorted()

test('two labels are merged, and Undo separates them', async () => {
  const { ann, max } = cast
  const [bug, defect, child] = [await makeLabel('bug'), await makeLabel('defect'), await makeLabel('crash')]
  await ann.call('updateLabel', { params: { ...params, label_id: child.id }, body: { parent: defect.id } })
  const [first, both, other] = [await item(defect.id), await item(bug.id, defect.id), await item(bug.id)]
  const one = { ...params, label_id: defect.id }
  const before = await runSql(server.databaseUrl, 'select * from labels order by id')
  for (const into of [defect.id, (await cast.eve.call('listLabels', { params: eves }))[0]?.id ?? ''])
    expect(await ann.refused('mergeLabel', { params: one, body: { into } })).toMatchObject({
      status: 400,
      fields: { into: expect.any(Array) },
    })
  expect(await max.refused('mergeLabel', { params: one, body: { into: bug.id } })).toMatchObject({
    status: 403,
  })
  expect(await runSql(server.databaseUrl, 'select * from labels order by id')).toEqual(before)

  expect(await ann.call('mergeLabel', { params: one, body: { into: bug.id } })).toMatchObject({ id: bug.id })
  for (const id of [first, both, other]) expect(await labelsOf(id)).toEqual([bug.id])
  const listed = await ann.call('listLabels', { params })
  expect(listed.find(({ id }) => id === child.id)).toMatchObject({ parent: bug.id })
  expect(listed.find(({ id }) => id === defect.id)).toBeUndefined()
  const heard = await runSql(
    server.databaseUrl,
    'select op, fields from changes where entity_id = any($1) order by version desc limit 2',
    [[first, both]],
  )
  expect(heard).toMatchObject([{ fields: { label_ids: [bug.id] } }, { fields: { label_ids: [bug.id] } }])

  expect(await ann.call('restoreLabel', { params: one })).toMatchObject({ id: defect.id, name: 'defect' })
  expect(await labelsOf(first)).toEqual([defect.id])
  expect(await labelsOf(both)).toEqual([bug.id, defect.id].toSorted())
  expect(await labelsOf(other)).toEqual([bug.id])
  const again = await ann.call('listLabels', { params })
  expect(again.find(({ id }) => id === child.id)).toMatchObject({ parent: defect.id })
})

test('a label that is merged into its child gives it its position', async () => {
  const { ann } = cast
  const top = await makeLabel('Platform')
  const [web, phone] = [
    await makeLabel('Web', { parent: top.id }),
    await makeLabel('Phone', { parent: top.id }),
  ]
  const at = { ...params, label_id: top.id }
  await ann.call('mergeLabel', { params: at, body: { into: web.id } })
  const parents = async () => {
    const listed = await ann.call('listLabels', { params })
    return [web, phone].map(({ id }) => listed.find((label) => label.id === id)?.parent)
  }
  expect(await parents()).toEqual([null, web.id])
  await ann.call('restoreLabel', { params: at })
  expect(await parents()).toEqual([top.id, top.id])
})

test('a restored label returns to what had it', async () => {
  const { ann, max } = cast
  const label = await makeLabel('Fleeting')
  const carrier = await item(label.id)
  const one = { ...params, label_id: label.id }
  expect(await ann.call('countLabelItems', { params })).toMatchObject({ [label.id]: 1 })
  await ann.call('deleteLabel', { params: one })
  expect(await labelsOf(carrier)).toEqual([])
  expect(await max.refused('restoreLabel', { params: one })).toMatchObject({ status: 403 })
  expect(await cast.eve.refused('restoreLabel', { params: { ...eves, label_id: label.id } })).toMatchObject({
    status: 404,
  })
  await ann.call('restoreLabel', { params: one })
  expect(await labelsOf(carrier)).toEqual([label.id])
})

test('pages lose it, get the other label, and get it back', async () => {
  const { ann, max } = cast
  const [label, into] = [await makeLabel('Draft'), await makeLabel('Final')]
  const page = (...label_ids: string[]) =>
    max.call('createPage', { params, body: { name: 'Labelled', access: 1, label_ids } })
  const [one, both, none] = [await page(label.id), await page(into.id, label.id), await page()]
  const at = ({ id }: { id: string }) => ({ ...params, page_id: id })
  const labels = (of: { id: string }) =>
    max.call('getPage', { params: at(of) }).then(({ label_ids }) => label_ids)
  const named = { ...params, label_id: label.id }
  // The count excludes private pages of other people, but deleting the label removes it from those pages too.
  expect((await max.call('countLabelItems', { params }))[label.id]).toBe(2)
  expect((await ann.call('countLabelItems', { params }))[label.id]).toBeUndefined()
  await ann.call('deleteLabel', { params: named })
  expect([await labels(one), await labels(both)]).toEqual([[], [into.id]])
  const changes = await runSql<{ audience: string[] }>(
    server.databaseUrl,
    `select audience from changes where entity = 'pages' and entity_id = $1 order by version desc limit 1`,
    [one.id],
  )
  expect(changes[0]?.audience).toEqual([`creator:${params.project_id}:${max.id}`])
  await ann.call('restoreLabel', { params: named })
  expect(await labels(one)).toEqual([label.id])
  await ann.call('mergeLabel', { params: named, body: { into: into.id } })
  expect([await labels(one), await labels(both)]).toEqual([[into.id], [into.id]])
  // Restoring the merged label removes the target label only from pages that got it by the merge. A page
  // keeps a label that a person added after the merge.
  await max.call('updatePage', { params: at(none), body: { labels: [into.id] } })
  await ann.call('restoreLabel', { params: named })
  expect([await labels(one), await labels(both), await labels(none)]).toEqual([
    [label.id],
    [into.id, label.id],
    [into.id],
  ])
})

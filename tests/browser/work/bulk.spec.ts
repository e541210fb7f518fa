import { expect, type Page } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import {
  bulkToolbarLocator,
  expectSameAfterReload,
  itemCheckboxLocator,
  itemRowLocator,
  loadStoredItems,
  readVisibleListLines,
  showItemsAsList,
  valuePickerLocator,
} from '../support/list.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  await showItemsAsList(team)
})

const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })
const action = (page: Page, name: string) =>
  bulkToolbarLocator(page).getByRole('button', { name, exact: true })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

test('Shift and click select a range', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await createItem(team, name)
  await visit(ann, team.board)
  await itemCheckboxLocator(ann, 'One').click()
  await itemCheckboxLocator(ann, 'Three').click({ modifiers: ['Shift'] })
  await expect(bulkToolbarLocator(ann)).toContainText('3 selected')
  await expect(itemCheckboxLocator(ann, 'Two')).toBeChecked()
  await expect(itemCheckboxLocator(ann, 'Four')).not.toBeChecked()
  await itemRowLocator(ann, 'Four').click({ modifiers: ['Shift'], position: { x: 400, y: 10 } })
  await expect(bulkToolbarLocator(ann)).toContainText('4 selected')
  await ann.keyboard.press('Escape')
  await expect(bulkToolbarLocator(ann)).toHaveCount(0)
})

test('Escape clears the selection before it closes the peek', async ({ ann }) => {
  await createItem(team, 'Looked at')
  await createItem(team, 'Other')
  await visit(ann, team.board)
  await itemRowLocator(ann, 'Looked at').click()
  const peek = ann.getByRole('dialog', { name: /Looked at/ })
  await expect(peek).toBeVisible()
  await itemCheckboxLocator(ann, 'Other').click()
  await ann.keyboard.press('Escape')
  await expect(bulkToolbarLocator(ann)).toHaveCount(0)
  await expect(peek).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(peek).toHaveCount(0)
})

test('a change of hundreds of items is undone exactly', async ({ ann, max, server }) => {
  await makeMany(server.databaseUrl, 320)
  const before = await loadStoredItems(team)
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(itemRowLocator(max, 'Item 001')).toBeVisible()
  await expect(itemRowLocator(ann, 'Item 001')).toBeVisible()
  await ann.keyboard.press('Control+a')
  await action(ann, 'Select all 320').click()
  await expect(bulkToolbarLocator(ann)).toContainText('320 selected')
  const sent = writes(ann)
  await action(ann, 'Priority').click()
  await option(ann, 'Urgent').click()
  await expect(valuePickerLocator(itemRowLocator(max, 'Item 001'), 'Priority: Urgent')).toBeVisible()
  expect((await loadStoredItems(team)).every((item) => item.priority === 'urgent')).toBe(true)
  expect(sent()).toEqual(['bulk-operation-issues'])
  await undo(ann)
  await expect(valuePickerLocator(itemRowLocator(max, 'Item 001'), 'Priority: Low')).toBeVisible()
  const values = (items: typeof before) => items.map(({ updated_at: _at, updated_by: _by, ...rest }) => rest)
  await expect.poll(async () => values(await loadStoredItems(team))).toEqual(values(before))
  expect(sent()).toEqual(['bulk-operation-issues', 'bulk-update-issues'])
  await expectSameAfterReload(max)
})

test('people and labels are added to some items and removed from all', async ({ ann, max }) => {
  const one = await createItem(team, 'One')
  await createItem(team, 'Two')
  const params = { slug: team.slug, project_id: team.project_id }
  await team.ann.call('updateWorkItem', {
    params: { ...params, id: one.id },
    body: { assignee_ids: [team.max.id] },
  })
  await visit(ann, team.board)
  await visit(max, team.board)
  await itemCheckboxLocator(ann, 'One').click()
  await itemCheckboxLocator(ann, 'Two').click()
  await action(ann, 'Assignees').click()
  await ann.getByRole('option', { name: /^Ann/ }).click()
  await ann.keyboard.press('Escape')
  await expect(valuePickerLocator(itemRowLocator(max, 'One'), 'Assigned to Max, Ann')).toBeVisible()
  await expect(valuePickerLocator(itemRowLocator(max, 'Two'), 'Assigned to Ann')).toBeVisible()
  await action(ann, 'Assignees').click()
  await ann.getByRole('option', { name: /^Ann/ }).click()
  await ann.keyboard.press('Escape')
  await expect(valuePickerLocator(itemRowLocator(max, 'One'), 'Assigned to Max')).toBeVisible()
  await expect(valuePickerLocator(itemRowLocator(max, 'Two'), 'Assign')).toBeVisible()
  // Ctrl+Z undoes Ann's last change, even if her client has not received that change from the server yet.
  await ann.keyboard.press('Control+z')
  await expect(valuePickerLocator(itemRowLocator(max, 'Two'), 'Assigned to Ann')).toBeVisible()
  await expect(valuePickerLocator(itemRowLocator(max, 'One'), 'Assigned to Max, Ann')).toBeVisible()
})

test('a refused change is reverted with the reason', async ({ ann }) => {
  await createItem(team, 'One')
  await createItem(team, 'Two')
  await visit(ann, team.board)
  await itemCheckboxLocator(ann, 'One').click()
  await itemCheckboxLocator(ann, 'Two').click()
  await ann.route('**/bulk-operation-issues/', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid', error: 'Not while the moon is full.' } }),
  )
  await action(ann, 'State').click()
  await option(ann, 'Done').click()
  await expect(ann.getByText('Not while the moon is full.')).toBeVisible()
  await expect.poll(() => readVisibleListLines(ann)).toEqual(expect.arrayContaining(['Backlog2', 'Done0']))
  await expect(valuePickerLocator(itemRowLocator(ann, 'One'), 'State: Backlog')).toBeVisible()
  await expect(ann.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('items that already had the value show later changes', async ({ ann }) => {
  const one = await createItem(team, 'One')
  await createItem(team, 'Two')
  await visit(ann, team.board)
  await itemCheckboxLocator(ann, 'One').click()
  await itemCheckboxLocator(ann, 'Two').click()
  // The test changes the item before it lets Ann's request continue, so Ann's client sends the request without knowing
  // this change.
  await ann.route('**/bulk-operation-issues/', async (route) => {
    await change({ priority: 'high' })
    await route.continue()
  })
  await action(ann, 'Priority').click()
  await option(ann, 'High').click()
  await expect(valuePickerLocator(itemRowLocator(ann, 'One'), 'Priority: High')).toBeVisible()
  await expect(ann.getByRole('button', { name: 'Undo' })).toBeVisible()
  await change({ priority: 'low' })
  await expect(valuePickerLocator(itemRowLocator(ann, 'One'), 'Priority: Low')).toBeVisible()

  function change(body: { priority: 'high' | 'low' }) {
    return team.max.call('updateWorkItem', {
      params: { slug: team.slug, project_id: team.project_id, id: one.id },
      body,
    })
  }
})

test('Undo of a bulk change skips items that somebody else has changed', async ({ ann }) => {
  const one = await createItem(team, 'One')
  const two = await createItem(team, 'Two')
  await visit(ann, team.board)
  await expect(itemRowLocator(ann, 'Two')).toBeVisible()
  await ann.keyboard.press('Control+a')
  await action(ann, 'Priority').click()
  await ann.getByRole('option', { name: 'High' }).click()
  const params = { slug: team.slug, project_id: team.project_id }
  const priorityOf = async ({ id }: { id: string }) =>
    (await team.max.call('getWorkItem', { params: { ...params, id } })).priority
  await expect.poll(() => priorityOf(one)).toBe('high')
  await team.max.call('updateWorkItem', { params: { ...params, id: one.id }, body: { priority: 'low' } })
  await expect(valuePickerLocator(itemRowLocator(ann, 'One'), 'Priority: Low')).toBeVisible()
  await undo(ann)
  await expect(ann.getByText('Undone, except for what someone has changed since.')).toBeVisible()
  await expect.poll(() => Promise.all([priorityOf(one), priorityOf(two)])).toEqual(['low', 'none'])
})

test('only completed items are archived, and Undo restores them', async ({ ann, max }) => {
  for (const name of ['One', 'Two']) await createItem(team, name, 'Done')
  await createItem(team, 'Open')
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect(itemRowLocator(ann, 'Open')).toBeVisible()
  await ann.keyboard.press('Control+a')
  await action(ann, 'More actions').click()
  await expect(ann.getByRole('menuitem', { name: /^Archive/ })).toContainText('2 of 3')
  await ann.getByRole('menuitem', { name: /^Archive/ }).click()
  await expect.poll(() => readVisibleListLines(max)).toEqual(expect.arrayContaining(['Done0', 'Open']))
  await expect(ann.getByText('1 work item is neither done nor cancelled and was not archived.')).toBeVisible()
  await undo(ann)
  await expect.poll(() => readVisibleListLines(max)).toEqual(expect.arrayContaining(['Done2', 'One', 'Two']))
  await expectSameAfterReload(ann)
})

test('Undo restores deleted items', async ({ ann, max }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await visit(ann, team.board)
  await visit(max, team.board)
  await itemCheckboxLocator(ann, 'One').click()
  await itemCheckboxLocator(ann, 'Three').click()
  await ann.keyboard.press('Delete')
  await expect.poll(() => readVisibleListLines(max)).toEqual(expect.arrayContaining(['Backlog1', 'Two']))
  await expect(bulkToolbarLocator(ann)).toHaveCount(0)
  await undo(ann)
  await expect
    .poll(() => readVisibleListLines(max))
    .toEqual(expect.arrayContaining(['Backlog3', 'One', 'Two', 'Three']))
  await expectSameAfterReload(ann)
})

test('members without the right to delete see no delete action', async ({ max }) => {
  await createItem(team, 'One')
  await createItem(team, 'Two')
  await visit(max, team.board)
  await itemCheckboxLocator(max, 'One').click()
  await itemCheckboxLocator(max, 'Two').click()
  await action(max, 'More actions').click()
  await expect(max.getByRole('menuitem', { name: /^Archive/ })).toBeVisible()
  await expect(max.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
})

test('a selection across projects is changed and undone as one change', async ({ ann }) => {
  await createItem(team, 'Here')
  const other = await team.ann.call('createProject', {
    params: { slug: team.slug },
    body: { name: 'Borealis', identifier: 'BOR' },
  })
  const there = { slug: team.slug, project_id: other.id }
  await team.ann.call('createWorkItem', { params: there, body: { name: 'There', priority: 'low' } })
  await team.ann.call('updateWorkspaceUserProperties', {
    params: { slug: team.slug },
    query: { context: 'all-issues' },
    body: { display_filters: { layout: 'list' } },
  })
  await visit(ann, `/${team.slug}/workspace-views/all-issues`)
  await itemCheckboxLocator(ann, 'Here').click()
  await itemCheckboxLocator(ann, 'There').click()
  const sent = writes(ann)
  await action(ann, 'State').click()
  await option(ann, 'Done').click()
  await expect(valuePickerLocator(itemRowLocator(ann, 'Here'), 'State: Done')).toBeVisible()
  await expect(valuePickerLocator(itemRowLocator(ann, 'There'), 'State: Done')).toBeVisible()
  await action(ann, 'Labels').click()
  await option(ann, 'Bug').click()
  await ann.keyboard.press('Escape')
  await expect(valuePickerLocator(itemRowLocator(ann, 'Here'), 'Labels: Bug')).toBeVisible()
  await expect(valuePickerLocator(itemRowLocator(ann, 'There'), 'Labels: Bug')).toBeVisible()
  await expect.poll(() => sent().length).toBe(4)
  // The two toasts have the same text, so the test could not find the right Undo button. It uses the shortcut
  // instead, which also waits for pending changes.
  await ann.keyboard.press('Control+z')
  await expect(valuePickerLocator(itemRowLocator(ann, 'There'), 'Add labels')).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(valuePickerLocator(itemRowLocator(ann, 'Here'), 'State: Backlog')).toBeVisible()
  await expect(valuePickerLocator(itemRowLocator(ann, 'There'), 'State: Backlog')).toBeVisible()
})

test('the header of a group selects all its items', async ({ ann, server }) => {
  await createItem(team, 'Elsewhere', 'Todo')
  await makeMany(server.databaseUrl, 60)
  await visit(ann, team.board)
  await ann.getByRole('checkbox', { name: 'Select all in Backlog' }).click()
  await expect(bulkToolbarLocator(ann)).toContainText('60 selected')
  await ann.getByRole('checkbox', { name: 'Select all in Backlog' }).click()
  await expect(bulkToolbarLocator(ann)).toHaveCount(0)
})

/** Returns the last path segments of all later requests that write work items. */
function writes(page: Page): () => string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('issues'))
      paths.push(new URL(request.url()).pathname.split('/').filter(Boolean).at(-1) ?? '')
  })
  return () => paths
}

/**
 * Creates items with different priorities in the first state. Only the first one uses the API and the others are copied in the
 * database, because hundreds of calls take most of a minute.
 */
async function makeMany(databaseUrl: string, count: number): Promise<void> {
  const first = await team.ann.call('createWorkItem', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Item 001', state_id: team.states['Backlog'], priority: 'low' },
  })
  await runSql(
    databaseUrl,
    `insert into work_items select (jsonb_populate_record(i, jsonb_build_object(
       'id', gen_random_uuid(), 'sequence_id', i.sequence_id + at - 1, 'name', 'Item ' || lpad(at::text, 3, '0'),
       'priority', (array['low', 'medium', 'high', 'none'])[(at - 1) % 4 + 1], 'sort_order', i.sort_order + at))).*
     from work_items i, generate_series(2, $2::int) at where i.id = $1`,
    [first.id, count],
  )
}

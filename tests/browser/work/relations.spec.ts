import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

/** Opens an item in the side panel and waits until it is loaded. */
async function openPeek(page: Page, { id }: { id: string }) {
  await visit(page, `${team.board}?peek=${id}`)
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeEditable()
}
const related = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem')
const subItems = (page: Page) => page.getByRole('list', { name: 'Sub-items' }).getByRole('listitem')

test('a new relation is shown on both items', async ({ ann, max }) => {
  const first = await createItem(team, 'Lay the keel')
  const second = await createItem(team, 'Raise the mast')
  await openPeek(ann, first)
  await openPeek(max, second)
  await ann.getByRole('button', { name: 'Add relation' }).click()
  await ann.getByRole('menuitem', { name: 'Blocking' }).click()
  await ann.keyboard.type('mast')
  await ann.getByRole('option', { name: /Raise the mast/ }).click()
  await expect(related(ann, 'Blocking')).toContainText('Raise the mast')
  await expect(related(max, 'Blocked by')).toContainText('Lay the keel')
  await related(max, 'Blocked by').getByRole('link').click()
  await expect(max.getByRole('button', { name: 'Edit Title: Lay the keel' })).toBeVisible()
  await expect(max).toHaveURL(new RegExp(`peek=${first.id}`))
  await related(max, 'Blocking').hover()
  await max.getByRole('button', { name: 'Remove Raise the mast' }).click()
  await expect(related(ann, 'Blocking')).toHaveCount(0)
  await max.getByRole('button', { name: 'Undo' }).click()
  await expect(related(ann, 'Blocking')).toContainText('Raise the mast')
})

test('a refused relation is removed with the reason', async ({ ann }) => {
  const [a, b, c] = [
    await createItem(team, 'A'),
    await createItem(team, 'B'),
    await createItem(team, 'Third'),
  ]
  const relate = (item: { id: string }, other: { id: string }) =>
    team.ann.call('createRelations', {
      params: { slug: team.slug, project_id: team.project_id, id: item.id },
      body: { relation_type: 'blocked_by', issues: [other.id] },
    })
  await relate(a, b)
  await relate(b, c)
  await openPeek(ann, c)
  await expect(related(ann, 'Blocking')).toContainText('B')
  await ann.getByRole('button', { name: 'Add relation' }).click()
  await ann.getByRole('menuitem', { name: 'Blocked by' }).click()
  await ann.getByRole('option', { name: /^A/ }).click()
  await expect(ann.getByText('This would create a circular dependency.')).toBeVisible()
  await expect(related(ann, 'Blocked by')).toHaveCount(0)
})

test("new sub-items are counted on another person's screen", async ({ ann, max }) => {
  const parent = await createItem(team, 'Build a boat')
  const loose = await createItem(team, 'Sew the sail')
  await openPeek(ann, parent)
  await openPeek(max, parent)
  await ann.getByRole('button', { name: 'Add sub-items' }).click()
  await ann.getByRole('menuitem', { name: 'New sub-item' }).click()
  await ann.keyboard.type('Cut the planks')
  await ann.keyboard.press('Enter')
  await ann.keyboard.press('Escape')
  await expect(subItems(max)).toHaveText([/Cut the planks/])
  await ann.getByRole('button', { name: 'Add sub-items' }).click()
  await ann.getByRole('menuitem', { name: 'Add existing work item' }).click()
  await ann.keyboard.type('sail')
  await ann.getByRole('option', { name: /Sew the sail/ }).click()
  await expect(max.getByText('0 of 2 done')).toBeVisible()
  await max
    .getByRole('listitem')
    .filter({ hasText: 'Sew the sail' })
    .getByRole('combobox', { name: /State/ })
    .last()
    .click()
  await max.getByRole('option', { name: 'Done' }).click()
  await expect(ann.getByText('1 of 2 done')).toBeVisible()
  await subItems(ann).filter({ hasText: 'sail' }).hover()
  await ann.getByRole('button', { name: 'Remove Sew the sail' }).click()
  await expect(subItems(max)).toHaveText([/Cut the planks/])
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(subItems(max)).toHaveCount(2)
  await subItems(ann).filter({ hasText: 'sail' }).getByRole('link').click()
  await expect(ann).toHaveURL(new RegExp(`peek=${loose.id}`))
  await ann.getByRole('link', { name: /Parent/ }).click()
  await expect(ann).toHaveURL(new RegExp(`peek=${parent.id}`))
})

test('followers are changed in the peek, live for others, with Undo', async ({ ann, max }) => {
  const item = await createItem(team, 'Followed')
  await openPeek(ann, item)
  await visit(max, `/${team.slug}/browse/ATL-1`)
  const followers = (page: Page, names: string) =>
    page.getByRole('combobox', { name: 'Followers' }).getByRole('img', { name: names })
  await ann.getByRole('combobox', { name: 'Followers' }).press('Enter')
  await ann.keyboard.type('max')
  await ann.keyboard.press('Enter')
  await ann.keyboard.press('Escape')
  for (const page of [ann, max]) await expect(followers(page, 'Max')).toBeVisible()
  await ann.keyboard.press('ControlOrMeta+z')
  for (const page of [ann, max]) await expect(followers(page, 'Max')).toHaveCount(0)
  await max.keyboard.press('Shift+S')
  await expect(followers(ann, 'Max')).toBeVisible()
})

test('sub-items are grouped, ordered and filtered, and show the chosen properties', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const parent = await createItem(team, 'Build a boat')
  const sub = (name: string, body: object) =>
    team.ann.call('createWorkItem', { params, body: { name, parent_id: parent.id, ...body } })
  await sub('Keel', { priority: 'urgent', state_id: team.states['Done'] ?? '', target_date: '2031-02-03' })
  await sub('Mast', { priority: 'low', assignee_ids: [team.max.id] })
  const sail = await sub('Sail', { priority: 'urgent' })
  await openPeek(ann, parent)
  await expect(subItems(ann)).toContainText(['Keel', 'Mast', 'Sail'])
  await expect(subItems(ann).first()).toContainText('ATL-2')
  await expect(subItems(ann).first().getByTitle('Priority: Urgent')).toBeVisible()
  await expect(
    subItems(ann)
      .first()
      .getByTitle(/^Due date: .*2031/),
  ).toBeVisible()
  const open = () => ann.getByRole('button', { name: 'Display and filter sub-items' }).click()
  const choose = async (menu: string, role: 'menuitemradio' | 'menuitemcheckbox', name: string) => {
    await open()
    await ann.getByRole('menuitem', { name: menu }).click()
    await ann.getByRole(role, { name, exact: true }).click()
    if (role === 'menuitemcheckbox') {
      await ann.keyboard.press('Escape')
      await ann.keyboard.press('Escape')
    }
  }
  await choose('Order by', 'menuitemradio', 'Newest first')
  await expect(subItems(ann)).toContainText(['Sail', 'Mast', 'Keel'])
  await choose('Properties', 'menuitemcheckbox', 'Key')
  await expect(subItems(ann).first()).not.toContainText('ATL-')
  await choose('Group by', 'menuitemradio', 'Priority')
  await expect(related(ann, 'Sub-items: Urgent')).toContainText(['Sail', 'Keel'])
  await expect(related(ann, 'Sub-items: Low')).toContainText(['Mast'])
  // If the priority of a sub-item changes, its line moves to the group of the new priority.
  await openPeek(max, parent)
  await team.ann.call('updateWorkItem', { params: { ...params, id: sail.id }, body: { priority: 'low' } })
  await expect(related(ann, 'Sub-items: Low').getByRole('link', { name: /ATL|Mast|Sail/ })).toHaveCount(2)
  await expect(subItems(max)).toContainText(['Keel', 'Mast', 'Sail'])
  await choose('Assignees', 'menuitemcheckbox', 'Max')
  await expect(related(ann, 'Sub-items: Urgent')).toHaveCount(0)
  await expect(related(ann, 'Sub-items: Low')).toContainText(['Mast'])
  await expect(ann.getByText('1 of 3 done')).toBeVisible()
  await choose('State', 'menuitemcheckbox', 'Done')
  await expect(ann.getByText('No sub-items match the filters.')).toBeVisible()
  // After the menu has closed, the pointer is on a button. Its tooltip must close first, because axe would check
  // it, too.
  await ann.mouse.move(0, 0)
  await expect(ann.getByRole('tooltip')).toHaveCount(0)
  await expectAccessible(ann, { name: 'sub-items', within: 'section[aria-label="Sub-items"]' })
  await open()
  await ann.getByRole('menuitem', { name: 'Clear all filters' }).click()
  await expect(related(ann, 'Sub-items: Urgent')).toContainText(['Keel'])
})

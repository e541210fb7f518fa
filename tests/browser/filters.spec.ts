import { expect, type Page } from '@playwright/test'
import { createItem, makeTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

let team: Team

test.beforeEach(async ({ server, ann, max }) => {
  team = await makeTeam(server, { ann, max })
})

const names = (page: Page) =>
  page
    .locator('[data-card]')
    .allTextContents()
    .then((texts) => texts.map((text) => text.replace(/^\S+ /, '')).toSorted())
const prioritise = (id: string, priority: 'urgent' | 'low') =>
  team.ann.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id },
    body: { priority },
  })

async function addFilter(page: Page, field: string, ...values: string[]) {
  await page.getByRole('combobox', { name: 'Add a filter' }).click()
  await page.getByRole('option', { name: field, exact: true }).click()
  for (const value of values) await page.getByRole('option', { name: value, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('a link shows the same list, and items come and go as they change', async ({ ann, max }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  await ann.goto(team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
  await expect(ann.getByText('2 items', { exact: true })).toBeVisible()
  await addFilter(ann, 'Priority', 'Urgent', 'High')
  await expect.poll(() => names(ann)).toEqual(['Fire'])
  await expect(ann.getByText('1 item', { exact: true })).toBeVisible()

  await max.goto(ann.url())
  await expect.poll(() => names(max)).toEqual(['Fire'])
  await expect(max.getByRole('combobox', { name: 'Priority', exact: true })).toHaveText('Urgent, High')
  // What a link brings is nobody's preference.
  await max.goto(team.board)
  await expect.poll(() => names(max)).toEqual(['Calm', 'Fire'])
  await max.goBack()
  await expect.poll(() => names(max)).toEqual(['Fire'])

  const calm = await createItem(team, 'Storm')
  await prioritise(calm.id, 'urgent')
  await prioritise(fire.id, 'low')
  await expect.poll(() => names(ann)).toEqual(['Storm'])
  await expect.poll(() => names(max)).toEqual(['Storm'])
  await max.reload()
  await expect.poll(() => names(max)).toEqual(['Storm'])
})

test('filters are kept for the person, and cleared', async ({ ann }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  await ann.goto(team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
  await addFilter(ann, 'Priority', 'Urgent')
  await expect.poll(() => names(ann)).toEqual(['Fire'])
  await ann.getByRole('button', { name: 'Priority is', exact: true }).click()
  await ann.getByRole('menuitemradio', { name: 'is none of' }).click()
  await expect.poll(() => names(ann)).toEqual(['Calm'])
  await ann.goto(`/${team.slug}`)
  await ann.goto(team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm'])
  await ann.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
  await expect(ann).not.toHaveURL(/filters/)
})

test('nothing found is told from nothing there', async ({ ann }) => {
  await createItem(team, 'Calm')
  await ann.goto(team.board)
  await expect.poll(() => names(ann)).toEqual(['Calm'])
  await addFilter(ann, 'Assignees', 'Ann')
  await expect(ann.getByText('Nothing matches the filters')).toBeVisible()
  await ann.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => names(ann)).toEqual(['Calm'])
  await addFilter(ann, 'Assignees', 'Nobody')
  await expect.poll(() => names(ann)).toEqual(['Calm'])
})

test('a filter in a link that the bar cannot show is kept', async ({ ann }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  const tree = { or: [{ priority: 'urgent' }, { priority: 'high' }] }
  await ann.goto(`${team.board}?filters=${encodeURIComponent(JSON.stringify(tree))}`)
  await expect.poll(() => names(ann)).toEqual(['Fire'])
  await expect(ann.getByText('Advanced filter')).toBeVisible()
  await ann.goto(`${team.board}?filters=nonsense`)
  await expect.poll(() => names(ann)).toEqual(['Calm', 'Fire'])
})

test('a date is filtered between two days', async ({ ann }) => {
  await createItem(team, 'Undated')
  const { id } = await createItem(team, 'Due')
  const due = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await team.ann.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id },
    body: { target_date: due },
  })
  await ann.goto(team.board)
  await expect.poll(() => names(ann)).toEqual(['Due', 'Undated'])
  await addFilter(ann, 'Due date')
  await expect.poll(() => names(ann)).toEqual(['Due'])
  await ann.getByRole('button', { name: 'Remove Due date' }).click()
  await expect.poll(() => names(ann)).toEqual(['Due', 'Undated'])
})

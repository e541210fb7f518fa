import { expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  for (const client of [team.ann, team.max]) {
    await client.call('updateUserProperties', {
      params: where(),
      query: { context: 'project' },
      body: { display_filters: { layout: 'spreadsheet', order_by: 'sort_order' } },
    })
  }
})

const where = () => ({ slug: team.slug, project_id: team.project_id })
const grid = (page: Page) => page.getByRole('grid', { name: 'Work items as a table' })
const titles = async (page: Page) =>
  (await grid(page).locator('[data-open]').allTextContents()).map((text) => text.trim())
const row = (page: Page, title: string) =>
  grid(page)
    .locator('[data-item]')
    .filter({ has: page.getByRole('rowheader', { name: title }) })

async function move(id: string, state: string) {
  await team.ann.call('updateWorkItem', {
    params: { ...where(), id },
    body: { state_id: team.states[state] ?? '' },
  })
}

test('the completion date is a column, a sort order and a filter, updated live', async ({ ann, max }) => {
  const first = await createItem(team, 'First')
  const second = await createItem(team, 'Second')
  await createItem(team, 'Open')
  await move(second.id, 'Done')
  await visit(max, team.board)
  await expect.poll(() => titles(max)).toEqual(['First', 'Second', 'Open'])
  await expect(grid(max).getByRole('columnheader', { name: 'Completed' })).toHaveCount(0)

  // The column "Completed at" is hidden by default and can be sorted.
  await visit(ann, team.board)
  await ann.getByRole('button', { name: 'Display' }).click()
  await ann.getByRole('button', { name: 'Completed' }).click()
  await ann.keyboard.press('Escape')
  const header = grid(ann).getByRole('columnheader', { name: 'Completed' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => titles(ann)).toEqual(['Second', 'Open', 'First'])
  const column = await header.getAttribute('aria-colindex')
  const completed = (title: string) => row(ann, title).locator(`[aria-colindex="${column}"]`)
  await expect(completed('Second')).not.toHaveText('')
  await expect(completed('First')).toHaveText('')

  // If an item is completed or reopened, it moves to its new position in the sorted list.
  await move(first.id, 'Done')
  await expect.poll(() => titles(ann)).toEqual(['First', 'Second', 'Open'])
  await expect(completed('First')).not.toHaveText('')

  // The filter for the completion date offers periods.
  await ann.getByRole('combobox', { name: 'Add a filter' }).click()
  await ann.getByRole('option', { name: 'Completed', exact: true }).click()
  await ann.getByRole('option', { name: 'in the last 7 days', exact: true }).click()
  await expect.poll(() => titles(ann)).toEqual(['First', 'Second'])
  await move(second.id, 'Backlog')
  await expect.poll(() => titles(ann)).toEqual(['First'])
})

test('dates are aligned across rows even if some items are not completed', async ({ ann }) => {
  await team.ann.call('updateUserProperties', {
    params: where(),
    query: { context: 'project' },
    body: { display_filters: { layout: 'list' }, display_properties: { completed_at: true } },
  })
  const done = await createItem(team, 'Done already')
  await createItem(team, 'Open still')
  await move(done.id, 'Done')
  await visit(ann, team.board)
  const left = async (name: string) => {
    const row = ann.locator('[data-item]').filter({ hasText: name })
    return (await row.getByRole('combobox', { name: /^Due date/ }).boundingBox())?.x
  }
  await expect(ann.getByText('Completed:')).toHaveCount(1)
  await expect.poll(() => left('Open still')).toBeGreaterThan(0)
  expect(await left('Open still')).toBe(await left('Done already'))
})

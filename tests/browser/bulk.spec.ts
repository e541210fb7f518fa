import { expect, type Page } from '@playwright/test'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { createItem, makeTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

let team: Team

test.beforeEach(async ({ server, ann, max }) => {
  team = await makeTeam(server, { ann, max })
  for (const client of [team.ann, team.max]) await asList(client, team)
})

const where = () => ({ slug: team.slug, project_id: team.project_id })

function asList(client: Team['ann'], { slug, project_id }: Team) {
  return client.call('updateUserProperties', {
    params: { slug, project_id },
    query: { context: 'project' },
    body: { display_filters: { layout: 'list', order_by: 'sort_order' } },
  })
}

const row = (page: Page, name: string) => page.locator('[data-item]').filter({ hasText: name })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected items' })
const stored = async (): Promise<WorkItemRow[]> => {
  const { results } = await team.ann.call('listWorkItems', {
    params: where(),
    query: { order_by: 'created_at' },
  })
  return Array.isArray(results) ? results : []
}

test('a range is selected by a click with Shift', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await createItem(team, name)
  await ann.goto(team.board)
  await box(ann, 'One').click()
  await box(ann, 'Three').click({ modifiers: ['Shift'] })
  await expect(bar(ann)).toContainText('3 selected')
  await expect(box(ann, 'Two')).toBeChecked()
  await expect(box(ann, 'Four')).not.toBeChecked()
  await ann.keyboard.press('Escape')
  await expect(bar(ann)).toHaveCount(0)
})

test('hundreds are changed at once and come back exactly', async ({ ann, max }) => {
  await makeMany(320)
  const before = await stored()
  await ann.goto(team.board)
  await max.goto(team.board)
  await expect(row(max, 'Item 001')).toBeVisible()
  await expect(row(ann, 'Item 001')).toBeVisible()
  await ann.keyboard.press('Control+a')
  await bar(ann).getByRole('button', { name: 'Select all 320' }).click()
  await expect(bar(ann)).toContainText('320 selected')
  const sent = countWrites(ann)
  await bar(ann).getByRole('button', { name: 'Priority' }).click()
  await ann.getByRole('option', { name: 'Urgent' }).click()
  await expect(row(max, 'Item 001').getByRole('combobox', { name: 'Priority: Urgent' })).toBeVisible()
  expect((await stored()).every((item) => item.priority === 'urgent')).toBe(true)
  expect(sent()).toEqual(['bulk-operation-issues'])
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(row(max, 'Item 001').getByRole('combobox', { name: 'Priority: Low' })).toBeVisible()
  const values = (items: WorkItemRow[]) =>
    items.map(({ id, priority, label_ids }) => ({ id, priority, label_ids }))
  await expect.poll(async () => values(await stored())).toEqual(values(before))
  expect(sent()).toEqual(['bulk-operation-issues', 'bulk-update-issues'])
})

/** Calls that write to work items since then, by the last part of their path. */
function countWrites(page: Page): () => string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('issues'))
      paths.push(new URL(request.url()).pathname.split('/').filter(Boolean).at(-1) ?? '')
  })
  return () => paths
}

/** Items with differing priorities, in the first state. */
async function makeMany(count: number): Promise<void> {
  const priorities = ['low', 'medium', 'high', 'none'] as const
  for (let at = 0; at < count; at++) {
    await team.ann.call('createWorkItem', {
      params: where(),
      body: {
        name: `Item ${String(at + 1).padStart(3, '0')}`,
        state_id: team.states['Backlog'],
        priority: priorities[at % 4] ?? 'low',
      },
    })
  }
}

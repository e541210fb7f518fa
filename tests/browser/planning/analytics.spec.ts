import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const figure = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('totals follow a change that somebody else makes', async ({ ann }) => {
  const { id } = await createItem(team, 'Draw the map')
  await createItem(team, 'Cut the map')
  await visit(ann, `/${team.slug}/analytics/work-items`)
  await expect(figure(ann, 'Done')).toHaveText('0')
  const params = { slug: team.slug, project_id: team.project_id, id }
  await team.max.call('updateWorkItem', { params, body: { state_id: team.states['Done'] ?? '' } })
  await expect(figure(ann, 'Done')).toHaveText('1')
  await expectAccessible(ann, { name: 'analytics of work items' })
})

test('a chart is read as a table, and its points open the work items behind them', async ({ ann }) => {
  const { id } = await createItem(team, 'Draw the map')
  await createItem(team, 'Cut the map')
  const params = { slug: team.slug, project_id: team.project_id, id }
  await team.ann.call('updateWorkItem', { params, body: { priority: 'urgent' } })
  await visit(ann, `/${team.slug}/analytics/work-items`)
  const chart = section(ann, 'By priority')
  await expect(chart.getByRole('img', { name: /^Chart: By priority/ })).toBeVisible()
  await chart.getByRole('button', { name: 'Table' }).press('Enter')
  await expect(chart.getByRole('row', { name: 'Urgent 1' })).toBeVisible()
  await expect(chart.getByRole('row', { name: 'High 0' })).toBeVisible()
  await chart.getByRole('link', { name: 'Urgent' }).press('Enter')
  await expect(ann.getByText('Draw the map')).toBeVisible()
  await expect(ann.getByText('Cut the map')).toBeHidden()
})

test('a custom chart has the axes that the user chooses', async ({ ann }) => {
  await createItem(team, 'Draw the map')
  await visit(ann, `/${team.slug}/analytics/work-items`)
  const chart = section(ann, 'Custom chart')
  await chart.getByRole('combobox', { name: 'X-axis' }).click()
  await ann.getByRole('option', { name: 'Assignee' }).click()
  await chart.getByRole('combobox', { name: 'Split by' }).click()
  await ann.getByRole('option', { name: 'No split' }).click()
  await chart.getByRole('button', { name: 'Table' }).click()
  await expect(chart.getByRole('row', { name: 'Unassigned 1' })).toBeVisible()
  const saved = ann.waitForEvent('download')
  await chart.getByRole('button', { name: 'Actions for Custom chart' }).click()
  await ann.getByRole('menuitem', { name: 'Save as CSV' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('Assignee,Work items\r\nUnassigned,1')

  // The URL contains the axes, so a link shows the same chart.
  await chart.getByRole('combobox', { name: 'X-axis' }).click()
  await ann.getByRole('option', { name: 'Created', exact: true }).click()
  await chart.getByRole('combobox', { name: 'Interval' }).click()
  await ann.getByRole('option', { name: 'Month' }).click()
  await visit(ann, `/${team.slug}/projects`)
  await ann.goBack()
  await expect(chart.getByRole('combobox', { name: 'Interval' })).toHaveText('Month')
  await chart.getByRole('button', { name: 'Table' }).click()
  await expect(chart.getByRole('row', { name: /^[A-Z][a-z]{2} \d{4} 1$/ })).toBeVisible()
})

test('the table of projects is saved as a file', async ({ ann }) => {
  await createItem(team, 'Draw the map')
  await visit(ann, `/${team.slug}/analytics/work-items`)
  await expect(section(ann, 'By project').getByRole('row', { name: /^Atlas/ })).toBeVisible()
  const saved = ann.waitForEvent('download')
  await section(ann, 'By project').getByRole('button', { name: 'Export CSV' }).click()
  const file = await (await saved).path()
  expect(await readFile(file, 'utf8')).toMatch(/Project,Backlog,Todo,In progress,Done,Cancelled\r\nAtlas,\d/)
})

test('the overview fits on a phone', async ({ ann }) => {
  await createItem(team, 'Draw the map')
  await ann.setViewportSize({ width: 390, height: 844 })
  await visit(ann, `/${team.slug}/analytics/overview`)
  await expect(figure(ann, 'Work items')).toHaveText('1')
  await expect(ann.getByText('0 of 1 done')).toBeVisible()
  const sizes = await ann.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(sizes[0]).toBe(sizes[1])
  await ann.setViewportSize({ width: 1280, height: 800 })
})

test('a filtered list opens its analytics, whose filters and address stay in step', async ({ ann }) => {
  const { id } = await createItem(team, 'Draw the map')
  await createItem(team, 'Cut the map')
  const params = { slug: team.slug, project_id: team.project_id, id }
  await team.ann.call('updateWorkItem', { params, body: { priority: 'urgent' } })
  const filters = encodeURIComponent(JSON.stringify({ priority__in: 'urgent' }))
  await visit(ann, `/${team.slug}/projects/${team.project_id}/issues?filters=${filters}`)
  await ann.getByRole('button', { name: 'Display' }).click()
  await ann.getByRole('link', { name: 'Analyze…' }).click()
  await expect(figure(ann, 'Work items')).toHaveText('1')
  await ann.getByRole('button', { name: 'Clear' }).click()
  await expect(figure(ann, 'Work items')).toHaveText('2')
  await expect(ann).not.toHaveURL(/filters=/)
})

test('the menu of a module opens the analytics of its work items', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  await team.ann.call('updateProject', { params, body: { module_view: true } })
  const module = await team.ann.call('createModule', { params, body: { name: 'Map' } })
  await team.ann.call('createWorkItem', { params, body: { name: 'Draw the map', module_ids: [module.id] } })
  await createItem(team, 'Buy paper')
  await visit(ann, `/${team.slug}/projects/${team.project_id}/modules`)
  await ann.getByRole('button', { name: 'Actions for Map' }).click()
  await ann.getByRole('menuitem', { name: 'Analyze…' }).click()
  await expect(figure(ann, 'Work items')).toHaveText('1')
  await expect(ann).toHaveURL(new RegExp(`module_id.*${module.id}`))
})

import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let screen: string

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  screen = `/${team.slug}/settings/projects/${team.project_id}/estimates`
})

const card = (page: Page, name: string) => page.locator('[data-item]').filter({ hasText: name })
const values = (page: Page) => page.getByRole('list', { name: 'Values', exact: true }).getByRole('listitem')

test('Fibonacci is set up by keys, two items are estimated, the board sums them, and a value is deleted', async ({
  ann,
  max,
}) => {
  await createItem(team, 'Draw the map')
  await createItem(team, 'Cut the map')
  await visit(max, team.board)
  await expect(max.getByText('Draw the map')).toBeVisible()
  await visit(ann, screen)
  await ann.getByRole('button', { name: /^Fibonacci/ }).focus()
  await expectAccessible(ann, { name: 'kinds of estimates' })
  await ann.keyboard.press('Enter')
  await expect(values(ann)).toHaveCount(6)
  await ann.getByRole('button', { name: 'Edit Value: 1', exact: true }).focus()
  await ann.keyboard.press('Alt+ArrowDown')
  await expect(values(ann).first()).toContainText('2')
  await ann.keyboard.press('Alt+ArrowUp')
  await expect(values(ann).first().getByRole('button', { name: 'Edit Value: 1', exact: true })).toBeFocused()
  await ann.getByRole('textbox', { name: 'New value' }).fill('21')
  await ann.keyboard.press('Enter')
  await expect(values(ann)).toHaveCount(7)
  await expectAccessible(ann, { name: 'values of an estimate' })

  await visit(ann, team.board)
  for (const [name, value] of [
    ['Draw the map', '5'],
    ['Cut the map', '8'],
  ] as const) {
    await card(ann, name).locator('[data-card]').focus()
    await ann.keyboard.press('Shift+E')
    await ann.getByRole('option', { name: value, exact: true }).click()
    await expect(card(max, name)).toContainText(value)
  }
  await expect(ann.getByRole('img', { name: 'Estimates: 13' })).toBeVisible()
  await expect(max.getByRole('img', { name: 'Estimates: 13' })).toBeVisible()

  await visit(ann, screen)
  await ann.getByRole('button', { name: 'Actions for 8' }).click()
  await ann.getByRole('menuitem', { name: 'Delete value' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Delete 8' })
  await expect(dialog.getByText('1 work item has the estimate 8.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Replace with' }).click()
  await ann.getByRole('option', { name: '3', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete value' }).click()
  await expect(values(ann)).toHaveCount(6)
  await expect(max.getByRole('img', { name: 'Estimates: 8' })).toBeVisible()
  await expect(card(max, 'Cut the map')).toContainText('3')
})

test('estimates switch to time with a mapping, are turned off and on again, also on a phone', async ({
  phoneBrowser,
  server,
  max,
}) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const { points } = await team.ann.call('createEstimate', {
    params,
    body: {
      estimate: { type: 'points', last_used: true, name: 'Effort' },
      estimate_points: ['1', '2'].map((value, at) => ({ key: at + 1, value })),
    },
  })
  const item = await createItem(team, 'Draw the map')
  await team.ann.call('updateWorkItem', {
    params: { ...params, id: item.id },
    body: { estimate_point: points[1]?.id ?? null },
  })
  await visit(max, team.board)
  await expect(max.getByRole('img', { name: 'Estimates: 2' })).toBeVisible()
  const { phone } = await openPhone(phoneBrowser, server, team.ann)
  await phone.goto(screen)
  await phone.getByRole('button', { name: 'Switch', exact: true }).click()
  await phone.getByRole('button', { name: /^Hours/ }).click()
  const dialog = phone.getByRole('dialog', { name: 'Switch to Hours' })
  await expect(dialog.getByRole('combobox', { name: 'Replace 2 with' })).toContainText('2h')
  await expect(dialog.getByText('1 work item', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Switch estimate' }).click()
  await expect(max.getByRole('img', { name: 'Estimates: 2h' })).toBeVisible()
  await expect(phone.getByRole('region', { name: 'Other estimates' })).toContainText('Effort')
  // Undo restores the previous estimates of the items, and Redo restores the new ones.
  await phone.keyboard.press('Control+z')
  await expect(max.getByRole('img', { name: 'Estimates: 2', exact: true })).toBeVisible()
  await expect(phone.getByRole('region', { name: 'Other estimates' })).toContainText('Hours')
  await phone.keyboard.press('Control+Shift+z')
  await expect(max.getByRole('img', { name: 'Estimates: 2h' })).toBeVisible()

  await phone.getByRole('switch', { name: 'Estimates' }).click()
  await expect(max.getByRole('img', { name: 'Estimates: 2h' })).toHaveCount(0)
  await expect(max.getByRole('button', { name: 'Estimate: 2h' })).toHaveCount(0)
  await phone.getByRole('switch', { name: 'Estimates' }).click()
  await expect(max.getByRole('img', { name: 'Estimates: 2h' })).toBeVisible()

  // The timeline shows the estimate too, unless the user hides estimates in the display settings of the
  // timeline.
  await team.max.call('updateUserProperties', {
    params,
    body: { display_filters: { layout: 'gantt_chart' } },
  })
  await max.reload()
  const row = max.locator('[data-item]').filter({ hasText: 'Draw the map' })
  await expect(row.getByText('2h', { exact: true })).toBeVisible()
  await max.getByRole('button', { name: 'Display' }).click()
  await max.getByRole('button', { name: 'Estimate', exact: true }).click()
  await expect(row.getByText('2h', { exact: true })).toHaveCount(0)
})

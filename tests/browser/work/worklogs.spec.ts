import { expect } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  await team.ann.call('updateProject', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { is_time_tracking_enabled: true },
  })
})

test('time is logged, shown to others, undone and listed in the timesheet', async ({ ann, max }) => {
  const item = await createItem(team, 'Draw the map')
  const page = `/${team.slug}/browse/ATL-${item.sequence_id}`
  await visit(max, page)
  await visit(ann, page)
  await ann.getByRole('button', { name: 'Log time' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Log time' })
  await dialog.getByRole('textbox', { name: 'Time spent' }).fill('soon')
  await dialog.getByRole('button', { name: 'Log time' }).click()
  await expect(dialog.getByText(/^Enter a time such as/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Time spent' }).fill('1:30')
  await ann.keyboard.press('Enter')
  await expect(max.getByRole('img', { name: '1h 30m total' })).toBeVisible()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(max.getByRole('img', { name: '1h 30m total' })).toHaveCount(0)

  await ann.getByRole('button', { name: 'Start timer' }).click()
  const timer = ann.getByRole('region', { name: /^Timer running on/ })
  await expect(timer).toBeVisible()
  await ann.reload()
  await timer.getByRole('button', { name: 'Stop timer' }).click()
  await expect(max.getByRole('img', { name: '1m total' })).toBeVisible()
  await visit(ann, `/${team.slug}/timesheet`)
  await expect(ann.getByRole('row', { name: /Draw the map/ })).toContainText('1m')
})

import { expect } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

test('a reminder is set by key, changed, removed and restored', async ({ ann }) => {
  const item = await createItem(team, 'Call the printer')
  await visit(ann, `/${team.slug}/browse/ATL-${item.sequence_id}`)
  await expect(ann.getByRole('button', { name: 'Call the printer' })).toBeVisible()
  await ann.keyboard.press('Shift+H')
  await ann.getByRole('combobox', { name: 'Remind me' }).fill('tomorrow 14:30')
  await ann.keyboard.press('Enter')
  const reminders = ann.getByRole('list', { name: 'Your reminders' })
  await expect(reminders.getByText(/2:30|14:30/)).toBeVisible()

  await reminders.getByRole('button', { name: /^Change reminder/ }).click()
  await ann.getByRole('combobox', { name: 'Remind me' }).fill('tomorrow 8:15')
  await ann.getByRole('option').first().click()
  await expect(reminders.getByText(/8:15/)).toBeVisible()
  await ann.reload()
  await expect(reminders.getByText(/8:15/)).toBeVisible()

  await reminders.getByRole('button', { name: /^Remove reminder/ }).click()
  await expect(reminders).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(reminders.getByText(/8:15/)).toBeVisible()
})

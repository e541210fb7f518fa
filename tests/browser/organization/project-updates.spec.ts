import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

test('an update changes the health that others see in the list of projects', async ({ ann, max }) => {
  await visit(max, `/${team.slug}/projects`)
  await max.getByRole('button', { name: 'Gallery' }).click()
  await expect(max.getByRole('list', { name: 'Projects' }).getByText('ATL', { exact: true })).toBeVisible()

  await visit(ann, `/${team.slug}/projects/${team.project_id}/overview`)
  await ann.getByRole('button', { name: 'Write an update' }).click()
  await ann.getByRole('button', { name: 'At risk' }).click()
  await ann.getByRole('textbox', { name: 'Update' }).fill('The harbor is closed until Friday.')
  await ann.keyboard.press('ControlOrMeta+Enter')
  const updates = ann.getByRole('list', { name: 'Updates' })
  await expect(updates.getByText('The harbor is closed until Friday.')).toBeVisible()
  await expectAccessible(ann)

  await max.getByRole('list', { name: 'Projects' }).getByRole('link', { name: 'At risk' }).click()
  await expect(max.getByText('The harbor is closed until Friday.')).toBeVisible()
  await updates.getByRole('button', { name: 'Update actions' }).click()
  await ann.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(max.getByText('The harbor is closed until Friday.')).toHaveCount(0)
})

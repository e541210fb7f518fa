import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('a private page is shared with one person, who loses it again while reading', async ({
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const page = await team.ann.call('createPage', { params, body: { name: 'Salaries', access: 1 } })
  const list = `/${team.slug}/projects/${team.project_id}/pages`
  await visit(max, `${list}?tab=shared`)
  await expect(max.getByText('No pages shared with you')).toBeVisible()
  await visit(ann, `${list}/${page.id}`)
  await ann.getByRole('button', { name: 'Share page' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Share page' })
  await expectAccessible(ann)
  await dialog.getByRole('combobox', { name: 'Add people' }).press('Enter')
  await ann.getByRole('option', { name: 'Max' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Permission of Max' })).toHaveText('Can edit')
  await dialog.getByRole('combobox', { name: 'Permission of Max' }).click()
  await ann.getByRole('option', { name: 'Can view' }).click()

  await max.getByRole('link', { name: /^Salaries/ }).click()
  const text = max.getByRole('textbox', { name: 'Page text' })
  await expect(text).toHaveAttribute('aria-readonly', 'true')
  await dialog.getByRole('combobox', { name: 'Permission of Max' }).click()
  await ann.getByRole('option', { name: 'Can edit' }).click()
  await expect(text).toBeEditable()
  await dialog.getByRole('button', { name: 'Remove Max' }).click()
  await expect(text).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).first().click()
  await expect(dialog.getByRole('combobox', { name: 'Permission of Max' })).toHaveText('Can edit')
})

import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('selected lines become work items in one step', async ({ server, ann, max }) => {
  const { slug, project_id, ann: api } = await createTwoUserProject(server, { ann, max })
  const params = { slug, project_id }
  const { id } = await api.call('createPage', {
    params,
    body: {
      name: 'Meeting',
      description_html:
        '<ul><li><p>Chart the coast</p></li><li><p>Sound the bay</p></li><li><p>Tea</p></li></ul>',
    },
  })
  await visit(ann, `/${slug}/projects/${project_id}/pages/${id}`)
  const text = ann.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  await text.getByText('Chart the coast').click()
  await ann.keyboard.press('ControlOrMeta+a')
  await ann
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Create work items' })
    .click()
  const dialog = ann.getByRole('dialog', { name: 'Create work items' })
  await expect(dialog.getByRole('textbox')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Remove Tea' }).click()
  await dialog.getByRole('textbox', { name: 'Title 2' }).fill('Sound the whole bay')
  await expectAccessible(ann, { within: '[data-modal]' })
  await dialog.getByRole('button', { name: 'Create 2 work items' }).click()
  await expect(dialog).toBeHidden()
  await expect(text.getByRole('link', { name: 'Chart the coast' })).toBeVisible()
  await expect(text.locator('li')).toContainText(['ATL-1', 'ATL-2', 'Tea'])
  await expect(text.getByRole('link', { name: 'Sound the whole bay' })).toBeVisible()
  // The focus is back in the text, where Undo also moves the new items to the trash.
  await expect(text).toBeFocused()
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('li')).toContainText(['Chart the coast', 'Sound the bay', 'Tea'])
  await expect
    .poll(async () => {
      const answer = await api.call('listWorkItems', { params, query: {} })
      return Array.isArray(answer.results) ? answer.results.length : null
    })
    .toBe(0)
})

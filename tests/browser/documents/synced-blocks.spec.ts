import { expect, type Page } from '@playwright/test'
import { newId } from '#common/platform/ids.ts'
import { expectAccessibleInThemes } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Page text' })
const reference = (page: Page) => page.getByRole('textbox', { name: 'Synced block of the page Rules' })

test('a synced block is written on one page, pasted into another, and edited live on both', async ({
  server,
  ann,
  max,
}) => {
  const { slug, project_id, ann: api } = await createTwoUserProject(server, { ann, max })
  const params = { slug, project_id }
  const make = (name: string) =>
    api.call('createPage', { params, body: { name, description_html: '<p>Start</p>' } })
  const [rules, guide] = [await make('Rules'), await make('Guide')]
  const path = ({ id }: { id: string }) => `/${slug}/projects/${project_id}/pages/${id}`
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  await visit(ann, path(rules))
  await expect(text(ann)).toBeEditable()
  await text(ann).locator('p').last().click()
  await ann.keyboard.press('End')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('/synced')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Be kind')
  const block = text(ann).locator('.synced-block')
  await expect(block).toHaveText('Be kind')
  await block.getByRole('button', { name: 'Synced block actions' }).click()
  await ann.getByRole('menuitem', { name: 'Copy and sync' }).click()
  await expect(ann.getByText('Copied. Paste the block into another page or work item.')).toBeVisible()

  await visit(max, path(rules))
  await expect(text(max).locator('.synced-block')).toHaveText('Be kind')
  await visit(ann, path(guide))
  await expect(text(ann)).toBeEditable()
  await text(ann).locator('p').first().click()
  await ann.keyboard.press('End')
  await ann.keyboard.press('Enter')
  await ann.keyboard.press('ControlOrMeta+v')
  await expect(reference(ann)).toHaveText('Be kind')
  await expectAccessibleInThemes(ann, { within: '.document' })

  await text(max).locator('.synced-block p').click()
  await max.keyboard.press('End')
  await max.keyboard.type(' always')
  await expect(reference(ann)).toHaveText('Be kind always')
  await reference(ann).locator('p').click()
  await ann.keyboard.press('End')
  await ann.keyboard.type('!')
  await expect(text(max).locator('.synced-block')).toHaveText('Be kind always!')
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(text(max).locator('.synced-block')).toHaveText('Be kind always')
  await ann.keyboard.press('Escape')
  await expect(text(ann).locator('.synced-reference.ProseMirror-selectednode')).toBeVisible()
  // The server finds the places in stored texts, which are written shortly after an edit.
  await expect(async () => {
    await text(ann).getByRole('button', { name: 'Synced block actions' }).click()
    await ann.getByRole('menuitem', { name: 'Where it appears' }).click()
    const guide = ann.getByRole('menuitem', { name: 'Guide' })
    const isListed = await guide.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    )
    if (!isListed) for (let menu = 0; menu < 2; menu++) await ann.keyboard.press('Escape')
    expect(isListed).toBe(true)
  }).toPass()
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('Escape')

  await visit(max, path(guide))
  await expect(reference(max)).toHaveText('Be kind always')
  await api.call('setPageAccess', { params: { ...params, page_id: rules.id }, body: { access: 1 } })
  await expect(text(max).getByText('You cannot see this block')).toBeVisible()
  await expect(max.getByText('Be kind')).toHaveCount(0)
  await expect(reference(ann)).toHaveText('Be kind always')
  await api.call('deletePage', { params: { ...params, page_id: rules.id } })
  await expect(text(ann).getByText('the page “Rules” is in the trash')).toBeVisible()
  await api.call('restorePage', { params: { ...params, page_id: rules.id } })
  await expect(reference(ann)).toHaveText('Be kind always')
  await text(ann).getByRole('button', { name: 'Synced block actions' }).click()
  await ann.getByRole('menuitem', { name: 'Unsync' }).click()
  await expect(text(ann).locator('.synced-reference')).toHaveCount(0)
  await expect(text(ann)).toHaveText('StartBe kind always')
})

test('deleting an original asks first, and the other texts can keep its content', async ({
  server,
  ann,
  max,
}) => {
  const { slug, project_id, ann: api } = await createTwoUserProject(server, { ann, max })
  const params = { slug, project_id }
  const make = (name: string, description_html: string) =>
    api.call('createPage', { params, body: { name, description_html } })
  const block = newId()
  const rules = await make(
    'Rules',
    `<p>Start</p><div data-type="synced-block" data-block="${block}"><p>Be kind</p></div><p>End</p>`,
  )
  const reference = `<div data-type="synced-reference" data-page="${rules.id}" data-block="${block}"></div>`
  const guide = await make('Guide', `<p>Intro</p>${reference}`)
  await visit(ann, `/${slug}/projects/${project_id}/pages/${rules.id}`)
  await expect(text(ann)).toBeEditable()
  const remove = async () => {
    await text(ann).locator('p').first().click()
    await ann.keyboard.press('ControlOrMeta+a')
    await ann.keyboard.press('Backspace')
  }
  const dialog = ann.getByRole('dialog', { name: 'Other texts show this block' })
  await remove()
  await expect(dialog.getByRole('listitem')).toHaveText([/Guide/])
  await expectAccessibleInThemes(ann, { within: '[role="dialog"]' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(text(ann)).toHaveText('StartBe kindEnd')
  await remove()
  await dialog.getByRole('button', { name: 'Keep the text there' }).click()
  await expect(text(ann)).toHaveText('')
  const changed = await api.call('getPage', { params: { ...params, page_id: guide.id }, query: {} })
  expect(changed.description_html).toBe('<p>Intro</p><p>Be kind</p>')
})

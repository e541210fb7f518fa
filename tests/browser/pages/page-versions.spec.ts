import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const params = () => ({ slug: team.slug, project_id: team.project_id })
const list = () => `/${team.slug}/projects/${team.project_id}/pages`
const make = (html: string) =>
  team.ann.call('createPage', { params: params(), body: { name: 'Plan', description_html: html } })
const text = (page: Page) => page.getByRole('textbox', { name: 'Page text' })
const history = (page: Page) => page.getByRole('dialog', { name: 'Version history' })
const versions = (page: Page) => history(page).getByRole('option')

async function openHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
}

test('a version is restored while another person edits, and undone', async ({ ann, max }) => {
  const page = await make('<p>We ship on Friday.</p>')
  await visit(ann, `${list()}/${page.id}`)
  await visit(max, `${list()}/${page.id}`)
  await expect(ann.getByText('Edited by Ann')).toBeVisible()
  await expect(text(max)).toHaveText('We ship on Friday.')
  await text(max).click()
  await max.keyboard.press('ControlOrMeta+End')
  await max.keyboard.type(' Or maybe on Monday.')
  await expect(ann.getByText('Edited by Max')).toBeVisible()
  await openHistory(ann)
  await expect(versions(ann)).toHaveText([/Max.*Current/, /Ann/])
  await expect(history(ann).getByRole('insertion').last()).toHaveText('Added: Or maybe on Monday.')
  await expectAccessible(ann, { within: '[data-modal]' })
  await ann.keyboard.press('j')
  await history(ann).getByRole('button', { name: 'Restore this version' }).click()
  await expect(history(ann)).toBeHidden()
  await expect(text(max)).toHaveText('We ship on Friday.')
  await expect(text(ann).getByText('Or maybe')).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(text(max)).toHaveText('We ship on Friday. Or maybe on Monday.')
})

test('a version gets a name and moves to the top, and a page is watched', async ({ ann }) => {
  const page = await make('<p>We ship on Friday.</p>')
  const at = { ...params(), page_id: page.id }
  await team.max.call('updatePageDescription', { params: at, body: { description_html: '<p>Monday.</p>' } })
  await visit(ann, `${list()}/${page.id}`)
  await expect(ann.getByText('Edited by Max')).toBeVisible()
  await openHistory(ann)
  await expect(versions(ann)).toHaveText([/Max.*Current/, /Ann/])
  await ann.keyboard.press('j')
  await history(ann).getByRole('button', { name: 'Name this version…' }).click()
  const naming = ann.getByRole('dialog', { name: 'Name this version…' })
  await naming.getByRole('textbox').fill('Sent to Acme')
  await expectAccessible(ann, { within: '[data-modal]' })
  await ann.keyboard.press('Enter')
  await expect(versions(ann)).toHaveText([/Sent to Acme.*Ann/, /Max.*Current/])
  await history(ann).getByRole('button', { name: 'Rename version…' }).click()
  await ann.getByRole('button', { name: 'Remove name' }).click()
  await expect(versions(ann)).toHaveText([/Max.*Current/, /Ann/])
  await ann.keyboard.press('Escape')
  // While the user enters a name for the current version, a newer version arrives.
  await openHistory(ann)
  await history(ann).getByRole('button', { name: 'Name this version…' }).click()
  await naming.getByRole('textbox').fill('Draft')
  await team.ann.call('updatePageDescription', { params: at, body: { description_html: '<p>Tuesday.</p>' } })
  await expect(ann.getByRole('option', { includeHidden: true })).toHaveCount(3)
  await ann.keyboard.press('Enter')
  await expect(versions(ann)).toHaveText([/Draft.*Max/, /Ann.*Current/, /Ann/])
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'Notifications about edits' }).click()
  await ann.getByRole('menuitemradio', { name: 'This page and sub-pages' }).click()
  await expect
    .poll(async () => await team.ann.call('listPageWatches', { params: at }))
    .toMatchObject([{ page_id: page.id, scope: 'tree' }])
})

test('redo puts the caret behind the text', async ({ ann }) => {
  const page = await make('<p>One</p>')
  await visit(ann, `${list()}/${page.id}`)
  await text(ann).getByText('One').click()
  await ann.keyboard.press('End')
  await ann.keyboard.type(' two')
  await ann.keyboard.press('Control+z')
  await expect(text(ann).locator('p').first()).toHaveText('One')
  await ann.keyboard.press('Control+Shift+z')
  await ann.keyboard.type(' three')
  await expect(text(ann).locator('p').first()).toHaveText('One two three')
})

test('changes in a toggle are seen', async ({ ann, max }) => {
  const page = await make('<details><summary>Why</summary><p>Because</p></details>')
  await visit(ann, `${list()}/${page.id}`)
  await visit(max, `${list()}/${page.id}`)
  await text(max).getByRole('button', { name: 'Show or hide' }).click()
  await text(max).getByText('Because').click()
  await max.keyboard.press('End')
  await max.keyboard.type(' of it')
  await expect(ann.getByText('Edited by Max')).toBeVisible()
  await openHistory(ann)
  await expect(history(ann).getByRole('insertion').last()).toHaveText('Added: of it')
  await expect(history(ann).getByRole('insertion').last()).toBeVisible()
})

test('a locked page says why nothing is brought back, and a reader is offered nothing', async ({
  ann,
  max,
}) => {
  const page = await make('<p>Old</p>')
  await team.ann.call('lockPage', { params: { ...params(), page_id: page.id } })
  await visit(ann, `${list()}/${page.id}`)
  await openHistory(ann)
  await expect(history(ann).getByText('This page is locked. Unlock it to restore a version.')).toBeVisible()
  await expect(history(ann).getByText('This is the oldest version.')).toBeVisible()
  await visit(max, list())
  await max.getByRole('button', { name: 'Actions for Plan' }).click()
  await max.getByRole('menuitem', { name: 'Version history' }).click()
  await expect(versions(max)).toHaveText([/Ann/])
  await expect(history(max).getByRole('button', { name: 'Restore this version' })).toHaveCount(0)
  await team.ann.call('unlockPage', { params: { ...params(), page_id: page.id } })
  await expect(history(max).getByRole('button', { name: 'Restore this version' })).toBeVisible()
})

test('changes since the last visit are shown, one after the other', async ({ ann, max }) => {
  const page = await team.max.call('createPage', {
    params: params(),
    body: { name: 'Plan', description_html: '<p>We ship on Friday.</p><p>Max writes the notes.</p>' },
  })
  await visit(max, `${list()}/${page.id}`)
  await expect(text(max)).toContainText('We ship on Friday.')
  await visit(max, list())
  await expect(max.getByRole('link', { name: /^Plan/ })).toBeVisible()
  await visit(ann, `${list()}/${page.id}`)
  await expect(text(ann)).toBeEditable()
  await text(ann).getByText('We ship').click()
  await ann.keyboard.press('End')
  await ann.keyboard.type(' Or on Monday.')
  const stored = () => team.ann.call('listPageVersions', { params: { ...params(), page_id: page.id } })
  await expect.poll(async () => (await stored()).length).toBe(2)
  await max.getByRole('link', { name: /^Plan/ }).click()
  await max.getByRole('button', { name: 'New changes' }).click()
  await expect(history(max).getByRole('insertion').last()).toHaveText('Added: Or on Monday.')
  await max.keyboard.press('n')
  await expect(history(max).locator('[data-change-current]')).toHaveCount(1)
  await max.keyboard.press('Escape')
  await expect(max.getByRole('button', { name: 'New changes' })).toHaveCount(0)
})

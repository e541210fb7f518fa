import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const history = (page: Page) => page.getByRole('dialog', { name: 'Description history' })
const versions = (page: Page) => history(page).getByRole('option')
const inserted = (page: Page) => history(page).getByRole('insertion')

async function describe(item: { id: string }, html: string) {
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  await team.ann.call('updateWorkItem', { params, body: { description_html: html } })
}

test('a version is found and restored by keyboard, and the writer sees it live', async ({ ann, max }) => {
  const item = await createItem(team, 'Written')
  await describe(item, '<p>We ship on Friday.</p>')
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await expect(ann.getByText('Edited by Ann')).toBeVisible()
  await expect(text(max)).toHaveText('We ship on Friday.')
  await text(max).click()
  await max.keyboard.press('ControlOrMeta+End')
  await max.keyboard.type(' Or maybe on Monday.')
  await expect(ann.getByText('Edited by Max')).toBeVisible()
  await ann.getByRole('button', { name: 'History' }).focus()
  await ann.keyboard.press('Enter')
  await expect(versions(ann)).toHaveText([/Max.*Current/, /Ann/])
  await expect(inserted(ann).last()).toHaveText('Added: Or maybe on Monday.')
  await expectAccessible(ann, { within: '[data-modal]' })
  await ann.keyboard.press('j')
  await expect(versions(ann).last()).toHaveAttribute('aria-selected', 'true')
  await expect(history(ann).getByText('This is the oldest version.')).toBeVisible()
  await history(ann).getByRole('button', { name: 'Changes since' }).click()
  await expect(history(ann).getByText('4 words added')).toBeVisible()
  await history(ann).getByRole('button', { name: 'Restore this version' }).press('Enter')
  await expect(history(ann)).toBeHidden()
  await expect(ann.getByRole('button', { name: 'History' })).toBeFocused()
  await expect(text(max)).toHaveText('We ship on Friday.')
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(text(max)).toHaveText('We ship on Friday. Or maybe on Monday.')
})

test('an item without a text says so, and its menu has the history', async ({ ann }) => {
  await createItem(team, 'Blank')
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Description history' }).click()
  await expect(history(ann).getByText('No versions yet')).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(history(ann)).toBeHidden()
})

test('without a connection the history says so and loads after reconnecting', async ({ ann }) => {
  const item = await createItem(team, 'Away')
  await describe(item, '<p>Kept</p>')
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await expect(ann.getByText('Edited by Ann')).toBeVisible()
  await ann.getByRole('button', { name: 'History' }).click()
  await expect(history(ann).getByText('Kept', { exact: true })).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(history(ann)).toBeHidden()
  await ann.context().setOffline(true)
  await ann.getByRole('button', { name: 'History' }).click()
  await expect(history(ann).getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await ann.context().setOffline(false)
  await expect(history(ann).getByText('Kept', { exact: true })).toBeVisible()
})

import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import {
  clearBrowserSession,
  createItem,
  createTwoUserProject,
  signUpGuestOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let screen: string
let params: { slug: string; project_id: string }

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  params = { slug: team.slug, project_id: team.project_id }
  screen = `/${team.slug}/projects/${team.project_id}/modules`
})

const on = () => team.ann.call('updateProject', { params, body: { module_view: true } })
const makeModule = (name: string, body = {}) =>
  team.ann.call('createModule', { params, body: { name, ...body } })
const modules = (page: Page) => page.getByRole('list', { name: 'Modules', exact: true })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Details' })

test('modules are turned on, created, sorted, archived, deleted and restored, and the other user sees it', async ({
  ann,
  max,
}) => {
  await visit(max, team.board)
  await expect(
    max.getByRole('navigation', { name: 'Your projects' }).getByRole('link', { name: 'Pages' }),
  ).toBeVisible()
  await expect(max.getByRole('link', { name: 'Modules' })).toHaveCount(0)
  await on()
  await expect(max.getByRole('link', { name: 'Modules' })).toBeVisible()
  await max.keyboard.press('g')
  await max.keyboard.press('m')
  await expect(max.getByText('No modules yet')).toBeVisible()

  await visit(ann, screen)
  await ann.getByRole('button', { name: 'New module' }).first().waitFor()
  await ann.keyboard.press('n')
  await ann.keyboard.press('m')
  const dialog = ann.getByRole('dialog', { name: 'New module' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await ann.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await ann.keyboard.type('Sign-in')
  await dialog.getByRole('combobox', { name: 'Lead' }).click()
  await ann.getByRole('option', { name: 'Max' }).click()
  await expectAccessible(ann, { name: 'module form' })
  await ann.keyboard.press('Control+Enter')
  await expect(modules(max).getByText('Sign-in')).toBeVisible()
  await expect(modules(max).getByText('Planned')).toBeVisible()

  // The form reports a duplicate name while it is typed.
  await max.getByRole('button', { name: 'New module' }).click()
  const other = max.getByRole('dialog', { name: 'New module' })
  await other.getByRole('textbox', { name: 'Name' }).fill('Sign-in')
  await expect(other.getByText('A module with this name already exists.')).toBeVisible()
  await other.getByRole('textbox', { name: 'Name' }).fill('Billing')
  await max.keyboard.press('Control+Enter')

  const names = (page: Page) => modules(page).getByRole('link').allTextContents()
  await expect.poll(() => names(ann)).toEqual(['Billing', 'Sign-in'])
  await ann.getByRole('button', { name: /^Order by/ }).click()
  await ann.getByRole('menuitemradio', { name: 'Manual' }).click()
  const byHand = await names(ann)
  await modules(ann).getByRole('listitem').first().getByRole('button', { name: 'Move down' }).click()
  await expect.poll(() => names(ann)).toEqual(byHand.toReversed())
  const line = (at: number) => modules(ann).getByRole('listitem').nth(at)
  await drag(line(1), line(0), { targetPosition: { x: 300, y: 4 } })
  await expect.poll(() => names(ann)).toEqual(byHand)
  await line(0).getByRole('link').press('Alt+ArrowDown')
  await expect.poll(() => names(ann)).toEqual(byHand.toReversed())
  await ann.getByRole('button', { name: /^Filter/ }).click()
  await ann.getByRole('menuitem', { name: 'Lead' }).click()
  await ann.getByRole('menuitemcheckbox', { name: 'Max' }).click()
  await expect.poll(() => names(ann)).toEqual(['Sign-in'])
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'Gallery' }).click()
  await expect(modules(ann).getByText('Sign-in')).toBeVisible()
  await expectAccessible(ann, { name: 'gallery' })
  await ann.getByRole('button', { name: 'Timeline' }).click()
  await expect(modules(ann).getByText('Sign-in')).toBeVisible()
  await ann.reload()
  await expect(ann.getByRole('button', { name: 'Timeline' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => names(ann)).toEqual(['Sign-in'])

  await max.getByRole('button', { name: 'Actions for Billing' }).click()
  await max.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(modules(max).getByText('Billing')).toHaveCount(0)
  await max.keyboard.press('Control+z')
  await expect(modules(max).getByText('Billing')).toBeVisible()
})

test('completing a card in one browser updates the figures of the other; links and items are added and removed', async ({
  ann,
  max,
}) => {
  await on()
  const module = await makeModule('Map', { start_date: '2026-01-01', target_date: '2027-12-31' })
  const [one, two] = [await createItem(team, 'One'), await createItem(team, 'Two')]
  await createItem(team, 'Three')
  await team.ann.call('addToModule', {
    params: { ...params, module_id: module.id },
    body: { issues: [one.id, two.id] },
  })
  await visit(ann, `${screen}/${module.id}`)
  await visit(max, `${screen}/${module.id}`)
  await expect(panel(max).getByRole('img', { name: /2 of 2 remaining/ })).toBeVisible()
  await ann.locator('[data-card]').filter({ hasText: 'One' }).focus()
  await ann.keyboard.press('s')
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect(panel(max).getByText('50% done')).toBeAttached()
  await expect(panel(max).getByRole('img', { name: /1 of 2 remaining/ })).toBeVisible()
  await expectAccessible(max)

  await ann.getByRole('button', { name: 'Add work items' }).click()
  await ann.getByRole('option', { name: 'Three' }).click()
  await expect(max.locator('[data-item]').filter({ hasText: 'Three' })).toBeVisible()
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('Control+z')
  await expect(max.locator('[data-item]').filter({ hasText: 'Three' })).toHaveCount(0)

  // The details of the module can be edited in the side panel.
  await panel(ann).getByRole('combobox', { name: 'Status' }).click()
  await ann.getByRole('option', { name: 'Paused' }).click()
  await expect(panel(max).getByRole('combobox', { name: 'Status' })).toContainText('Paused')
  await panel(ann).getByRole('combobox', { name: 'Lead' }).click()
  await ann.getByRole('option', { name: 'Max' }).click()
  await expect(panel(max).getByRole('combobox', { name: 'Lead' })).toContainText('Max')
  await panel(ann).getByRole('button', { name: 'Due date' }).click()
  await ann.getByRole('textbox', { name: 'Type a date' }).fill('2031-02-03')
  await ann.keyboard.press('Enter')
  await expect(panel(max).getByRole('button', { name: /^Due date: .*2031/ })).toBeVisible()

  await panel(ann).getByRole('button', { name: 'Add link' }).click()
  await ann.getByRole('textbox').first().fill('https://example.com/plan')
  await ann.keyboard.press('Control+Enter')
  await expect(panel(max).getByRole('link', { name: 'https://example.com/plan' })).toBeVisible()
})

test('an item gets its modules by key and shows them; turning modules off hides them, and guests see none', async ({
  ann,
  max,
  server,
}) => {
  await on()
  await makeModule('Map')
  await makeModule('Billing')
  await createItem(team, 'One')
  await visit(max, team.board)
  await visit(ann, team.board)
  const card = (page: Page) => page.locator('[data-item]').filter({ hasText: 'One' })
  await card(ann).locator('[data-card]').focus()
  await ann.keyboard.press('Shift+M')
  await ann.getByRole('option', { name: 'Map' }).click()
  await ann.getByRole('option', { name: 'Billing' }).click()
  await ann.keyboard.press('Escape')
  await expect(card(max)).toContainText('Billing')
  await team.ann.call('updateProject', { params, body: { module_view: false } })
  await expect(card(max)).not.toContainText('Billing')
  await on()
  await clearBrowserSession(ann)
  await signUpGuestOnPage(server, team, ann)
  await visit(ann, screen)
  await expect(ann.getByText('Only project members can see modules')).toBeVisible()
})

test('favorites and archived modules have filters of their own', async ({ ann }) => {
  await on()
  const [map] = [await makeModule('Map'), await makeModule('Billing')]
  const old = await makeModule('Old map', { status: 'completed' })
  await team.ann.call('archiveModule', { params: { ...params, module_id: old.id } })
  await team.ann.call('createFavorite', {
    params: { slug: team.slug },
    body: { entity_type: 'module', entity_identifier: map.id, project_id: team.project_id },
  })
  await visit(ann, screen)
  await expect(modules(ann).getByRole('link')).toHaveText(['Billing', 'Map'])
  await ann.getByRole('button', { name: /^Filter/ }).click()
  await ann.getByRole('menuitemcheckbox', { name: 'Only favorites' }).click()
  await ann.keyboard.press('Escape')
  await expect(modules(ann).getByRole('link')).toHaveText(['Map'])
  await ann.getByRole('button', { name: 'Archived', exact: true }).click()
  await expect(ann).toHaveURL(/tab=archived/)
  const archived = ann.getByRole('list', { name: 'Archived modules' })
  await expect(archived.getByRole('link')).toHaveText(['Old map'])
  await ann.getByRole('button', { name: /^Filter/ }).click()
  await expect(ann.getByRole('menuitemcheckbox', { name: 'Only favorites' })).toHaveCount(0)
  await ann.getByRole('menuitem', { name: 'Status' }).click()
  await ann.getByRole('menuitemcheckbox', { name: 'Cancelled' }).click()
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('Escape')
  await expect(ann.getByText('No matching modules')).toBeVisible()
  await ann.getByRole('button', { name: 'Active', exact: true }).click()
  await expect(modules(ann).getByRole('link')).toHaveText(['Map'])
  await ann.getByRole('button', { name: 'Archived', exact: true }).click()
  await ann.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(archived.getByRole('link')).toHaveText(['Old map'])
  await ann.getByRole('button', { name: 'Actions for Old map' }).click()
  await ann.getByRole('menuitem', { name: 'Restore from the archive' }).click()
  await expect(ann.getByText('No archived modules')).toBeVisible()
  await expectAccessible(ann, { name: 'archived modules' })
})

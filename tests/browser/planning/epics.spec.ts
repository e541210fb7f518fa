import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let screen: string
let params: { slug: string; project_id: string }

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  params = { slug: team.slug, project_id: team.project_id }
  screen = `/${team.slug}/projects/${team.project_id}/epics`
})

const on = (is_epic_enabled = true) => team.ann.call('updateProject', { params, body: { is_epic_enabled } })
const createEpic = (name: string) => team.ann.call('createEpic', { params, body: { name } })
/** Finds a card by its title, because the card of a sub-item also contains the key and the title of its parent. */
const card = (page: Page, title: string) =>
  page.locator('[data-item]').filter({ has: page.locator('[data-card]', { hasText: title }) })
const peek = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(name) })

test('epics are turned on and created; sub-items update the progress for the other user, and an update its dot', async ({
  ann,
  max,
}) => {
  await visit(max, team.board)
  await expect(
    max.getByRole('navigation', { name: 'Your projects' }).getByRole('link', { name: 'Pages' }),
  ).toBeVisible()
  await expect(max.getByRole('link', { name: 'Epics' })).toHaveCount(0)
  await on()
  await expect(max.getByRole('link', { name: 'Epics' })).toBeVisible()
  await max.keyboard.press('g')
  await max.keyboard.press('e')
  await expect(max.getByText('No epics yet')).toBeVisible()
  await expectAccessible(max, { name: 'no epics' })

  await max.keyboard.press('n')
  await max.keyboard.press('e')
  const dialog = max.getByRole('dialog', { name: 'New epic' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Sail to Naxos')
  await expect(dialog.getByRole('combobox', { name: 'Epic' })).toHaveCount(0)
  await max.keyboard.press('Control+Enter')
  await expect(max.getByText('Sail to Naxos').first()).toBeVisible()

  // Ann sets the epic of an item on her board, and Max sees the new count.
  const item = await createItem(team, 'Mend the sails')
  await visit(ann, `/${team.slug}/browse/ATL-${item.sequence_id}`)
  await ann.getByRole('button', { name: 'Add property' }).click()
  await ann.getByRole('menuitem', { name: 'Epic' }).click()
  await ann.getByRole('option', { name: /Sail to Naxos/ }).click()
  await expect(ann.getByRole('combobox', { name: 'Epic: Sail to Naxos' })).toBeVisible()
  await expect(max.getByTitle('0% done').first()).toBeVisible()

  await max.getByText('Sail to Naxos').first().click()
  const shown = peek(max, 'Sail to Naxos')
  await expect(shown.getByText('0% · 0 of 1 done')).toBeVisible()
  await ann.getByRole('combobox', { name: 'State: Backlog' }).click()
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect(shown.getByText('100% · 1 of 1 done')).toBeVisible()

  await visit(ann, screen)
  await shown.getByRole('button', { name: 'Write an update' }).click()
  await shown.getByRole('button', { name: 'At risk' }).click()
  await shown.getByRole('textbox', { name: 'Update' }).fill('Wind from the north')
  await max.keyboard.press('Escape')
  await max.getByRole('button', { name: 'Keep editing' }).click()
  await expectAccessible(max, { name: 'epic in the peek' })
  await max.keyboard.press('Control+Enter')
  await expect(shown.getByText('Wind from the north')).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Write an update' })).toBeFocused()
  await expect(ann.getByTitle('At risk').first()).toBeVisible()
  await max.keyboard.press('Escape')

  // If epics are turned off, the client hides them but the server does not delete them.
  await on(false)
  await expect(max.getByText('Epics are turned off in this project')).toBeVisible()
  await expect(max.getByRole('link', { name: 'Epics' })).toHaveCount(0)
  await on()
  await expect(max.getByText('Sail to Naxos').first()).toBeVisible()
})

test('an item becomes an epic and an item again at its former position, and Undo reverts both', async ({
  ann,
  max,
}) => {
  await on()
  const epic = await createEpic('Sail to Naxos')
  const item = await team.ann.call('createWorkItem', {
    params,
    body: { name: 'Mend the sails', epic_id: epic.id },
  })
  await team.ann.call('createWorkItem', { params, body: { name: 'Buy thread', parent_id: item.id } })
  await visit(ann, team.board)
  await visit(max, screen)
  await expect(max.getByText('Sail to Naxos')).toBeVisible()
  await expect(card(ann, 'Mend the sails')).toBeVisible()
  await card(ann, 'Mend the sails').click({ button: 'right' })
  await ann.getByRole('menuitem', { name: 'Convert to epic' }).click()
  await expect(card(ann, 'Mend the sails')).toHaveCount(0)
  await expect(max.getByText('Mend the sails')).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(card(ann, 'Mend the sails')).toBeVisible()
  await expect(max.getByText('Mend the sails')).toHaveCount(0)
  // Undo turns the item back into a sub-item. Its own sub-item then belongs to the original epic again.
  await expect(card(ann, 'Buy thread')).toContainText('Sail to Naxos')
  const stored = await team.ann.call('getWorkItem', { params: { ...params, id: item.id } })
  expect(stored).toMatchObject({ parent_id: epic.id, epic_id: epic.id, is_epic: false })
})

import { expect, type Locator, type Page } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { startUnsplash } from '../../support/unsplash.ts'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import { openPhone } from '../support/phone.ts'
import {
  createItem,
  createTwoUserProject,
  signUpGuestOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let settings: string

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  settings = `/${team.slug}/settings/projects/${team.project_id}`
})

const group = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem')
const line = (page: Page, name: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) })

test('states are added, dragged, moved by keys and deleted, and the other sees it', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const item = await createItem(team, 'Draw the map')
  await team.ann.call('updateWorkItem', {
    params: { ...params, id: item.id },
    body: { state_id: team.states['In Progress'] ?? '' },
  })
  await visit(max, team.board)
  const column = (name: string) => max.getByRole('region', { name: new RegExp(`^${name}`) })
  await expect(max.getByText('Draw the map')).toBeVisible()
  await visit(ann, team.board)
  await ann.getByRole('button', { name: 'Actions for Atlas' }).first().click()
  await ann.getByRole('menuitem', { name: 'Project settings' }).click()
  await ann.getByRole('navigation', { name: 'Project settings' }).getByText('States').click()
  await expect(group(ann, 'Started')).toHaveCount(1)
  await expectAccessible(ann, { name: 'states' })

  await ann.getByRole('button', { name: 'Add a state to Started' }).click()
  await ann.getByRole('textbox', { name: 'Name of the new state' }).fill('In Review')
  await ann.keyboard.press('Enter')
  await expect(group(ann, 'Started')).toHaveCount(2)
  await expect(max.getByText('In Review').first()).toBeVisible()
  await ann.keyboard.press('Escape')

  await drag(line(ann, 'In Review'), line(ann, 'In Progress'), { targetPosition: { x: 40, y: 4 } })
  await expect(group(ann, 'Started').first()).toContainText('In Review')
  await ann.getByRole('button', { name: 'Edit Name: In Review' }).focus()
  await ann.keyboard.press('Alt+ArrowUp')
  await expect(group(ann, 'Unstarted').last()).toContainText('In Review')
  await expect(ann.getByRole('button', { name: 'Edit Name: In Review' })).toBeFocused()
  await drag(line(ann, 'In Review'), ann.getByRole('heading', { name: 'Completed' }))
  await expect(group(ann, 'Completed').first()).toContainText('In Review')

  await line(ann, 'In Progress')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await ann.getByRole('menuitem', { name: 'Delete state' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Delete In Progress' })
  await expect(dialog.getByText('1 work item is in this state.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Move to' }).click()
  await ann.getByRole('option', { name: 'In Review', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete state' }).click()
  await expect(group(ann, 'Started')).toHaveCount(0)
  await expect(column('In Progress')).toHaveCount(0)
  await expect(column('In Review').getByText('Draw the map')).toBeVisible()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(column('In Progress').getByText('Draw the map')).toBeVisible()
})

test('labels go below one another and become one, on a phone too', async ({
  phoneBrowser,
  server,
  ann,
  max,
}) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const make = (name: string) => team.ann.call('createLabel', { params, body: { name } })
  const [first, second] = [await make('Crash'), await make('Failure')]
  const item = await createItem(team, 'Mend it')
  await team.ann.call('updateWorkItem', {
    params: { ...params, id: item.id },
    body: { label_ids: [second.id] },
  })
  await visit(max, `${settings}/labels`)
  await expect(max.getByText('Failure')).toBeVisible()
  await expect(max.getByText('Only project admins can change labels.')).toBeVisible()
  await visit(ann, `${settings}/labels`)
  await expect(line(ann, 'Crash')).toBeVisible()
  await drag(line(ann, 'Failure'), line(ann, 'Crash'))
  await expect(line(ann, 'Failure').getByRole('img', { name: 'Under Crash' })).toBeVisible()
  await expect(max.getByRole('img', { name: 'Under Crash' })).toBeVisible()
  await ann.getByRole('button', { name: 'Edit Name: Failure' }).focus()
  await ann.keyboard.press('Alt+ArrowLeft')
  await expect(max.getByRole('img', { name: 'Under Crash' })).toHaveCount(0)
  await expectAccessible(ann, { name: 'labels' })

  const { phone } = await openPhone(phoneBrowser, server, team.ann)
  await phone.goto(`${settings}/labels`)
  await line(phone, 'Failure')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await phone.getByRole('menuitem', { name: 'Merge' }).click()
  const dialog = phone.getByRole('dialog')
  await expect(dialog.getByText('The label is replaced on 1 work item or page.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Merge into' }).click()
  await phone.getByRole('option', { name: 'Crash' }).click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(max.getByText('Failure')).toHaveCount(0)
  const labelled = async () =>
    (await team.ann.call('getWorkItem', { params: { ...params, id: item.id } })).label_ids
  await expect.poll(labelled).toEqual([first.id])
  await phone.getByRole('button', { name: 'Undo' }).click()
  await expect(max.getByText('Failure')).toBeVisible()
  await expect.poll(labelled).toEqual([second.id])
})

test('an item that is open has its new key at once, and the old link leads on', async ({ ann, max }) => {
  await createItem(team, 'Draw the map')
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await expect(max.getByText('Draw the map').first()).toBeVisible()
  await visit(ann, settings)
  await ann.getByLabel('Key', { exact: true }).fill('map')
  await expect(ann.getByText('ATL-12 becomes MAP-12')).toBeVisible()
  await ann.getByRole('button', { name: 'Save' }).click()
  await expect(max).toHaveURL(/\/browse\/MAP-1$/)
  await expect(ann.getByRole('region', { name: 'Previous keys' })).toContainText('ATL')
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await expect(max).toHaveURL(/\/browse\/MAP-1$/)
  await ann.getByRole('button', { name: 'Archive project' }).click()
  await expect(ann.getByText('This project is archived')).toBeVisible()
  const archived = ann.locator('[data-sonner-toast]').filter({ hasText: 'Atlas archived' })
  await archived.getByRole('button', { name: 'Undo' }).click()
  await expect(ann.getByLabel('Key', { exact: true })).toHaveValue('MAP')
  await visit(max, settings)
  await expect(max.getByText('Only project admins can change this.')).toBeVisible()
  await expect(max.getByRole('navigation', { name: 'Project settings' })).toHaveText(
    'GeneralMembersStatesLabelsTemplates',
  )
})

test('unsaved settings are lost only after a question, and others do not overwrite what is typed', async ({
  ann,
}) => {
  await visit(ann, settings)
  const name = ann.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Atlas of harbors')
  await team.ann.call('updateProject', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { description: 'From elsewhere' },
  })
  await expect(ann.getByRole('textbox', { name: 'Description' })).toHaveValue('From elsewhere')
  await expect(name).toHaveValue('Atlas of harbors')
  const toStates = ann.getByRole('navigation', { name: 'Project settings' }).getByText('States')
  await toStates.click()
  const dialog = ann.getByRole('alertdialog', { name: 'Discard changes?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(ann, { name: 'question about unsaved settings' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(name).toHaveValue('Atlas of harbors')
  await toStates.click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(group(ann, 'Started')).toHaveCount(1)

  await visit(ann, settings)
  await name.fill('Atlas of harbors')
  await ann.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ann.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await toStates.click()
  await expect(group(ann, 'Started')).toHaveCount(1)
})

test('new items go to the default assignee, and guests see what the switch allows', async ({
  ann,
  max,
  server,
}) => {
  await createItem(team, 'Draw the map')
  await visit(ann, settings)
  await ann.getByRole('combobox', { name: 'Default assignee' }).click()
  await ann.getByRole('option', { name: /^Max/ }).click()
  await expect(ann.getByRole('combobox', { name: 'Default assignee' }).first()).toHaveText('Max')
  const params = { slug: team.slug, project_id: team.project_id }
  await expect
    .poll(async () => (await team.ann.call('getProject', { params })).default_assignee)
    .toBe(team.max.id)
  expect((await createItem(team, 'Measure it')).assignee_ids).toEqual([team.max.id])

  await visit(max, settings)
  await expect(max.getByRole('definition').filter({ hasText: 'Only their own work items' })).toBeVisible()
  await expect(max.getByRole('definition').filter({ hasText: 'Max' })).toBeVisible()
  await signUpGuestOnPage(server, team, max)
  await max.goto(team.board)
  await expect(max.getByText('No work items yet').first()).toBeVisible()
  await ann.getByRole('switch', { name: 'Guests can see everything' }).click()
  await expect(max.getByText('Draw the map')).toBeVisible()
  const changed = ann.locator('[data-sonner-toast]').filter({ hasText: 'Atlas updated' }).first()
  await changed.getByRole('button', { name: 'Undo' }).click()
  await expect(ann.getByRole('switch', { name: 'Guests can see everything' })).not.toBeChecked()
  await expect(max.getByText('Draw the map')).toBeHidden()
})

test('a project and a person get one of the built-in covers', async ({ ann, max }) => {
  const covers = await team.ann.call('listCovers', {})
  expect(covers).toContain('/covers/sea.svg')
  await visit(ann, settings)
  const choose = async (name: string) => {
    await ann.getByRole('button', { name: 'Choose a cover' }).click()
    await ann.getByRole('button', { name, exact: true }).click()
  }
  await choose('Sea')
  const params = { slug: team.slug, project_id: team.project_id }
  const cover = async () => (await team.ann.call('getProject', { params })).cover_image_url
  await expect.poll(cover).toBe('/covers/sea.svg')
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(cover).toBeNull()

  await visit(ann, `/${team.slug}/settings/profile/general`)
  // The test waits for the profile screen. The previous screen has the same button and stays visible until the profile
  // screen has loaded.
  await expect(ann.getByRole('textbox', { name: 'First name' })).toBeVisible()
  await choose('Dusk')
  await visit(max, `/${team.slug}/profile/${team.ann.id}`)
  const shown = max.locator('img[src="/covers/dusk.svg"]')
  await expect(shown).toBeVisible()
  // The image has loaded, so the server serves the file.
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
  ).toBeGreaterThan(0)
  await expectAccessible(ann, { name: 'profile settings with a cover' })
  await ann.getByRole('group', { name: 'Cover' }).getByRole('button', { name: 'Remove' }).click()
  await max.reload()
  await expect(max.getByRole('heading', { name: 'Ann', level: 2 })).toBeVisible()
  await expect(shown).toHaveCount(0)
})

test('a cover is searched on Unsplash and stored here', async ({ ann, max, server }) => {
  const unsplash = await startUnsplash('key')
  const query = (text: string, values: string[] = []) => runSql(server.databaseUrl, text, values)
  await query('insert into instance_admins (user_id) values ($1) on conflict do nothing', [team.ann.id])
  const set = (UNSPLASH_ACCESS_KEY: string | null, UNSPLASH_HOST: string | null) =>
    team.ann.call('updateConfigurations', { body: { UNSPLASH_ACCESS_KEY, UNSPLASH_HOST } })
  await set('key', unsplash.url)
  // Reload the page, because the tab may have loaded the settings of the instance before Unsplash was
  // configured.
  await ann.goto(settings)
  await visit(max, settings)
  await ann.getByRole('button', { name: 'Choose a cover' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Covers' })
  await dialog.getByRole('button', { name: 'Unsplash' }).click()
  const picture = dialog.getByRole('button', { name: 'Harbor p1', exact: true })
  await expect(picture.locator('img')).toHaveJSProperty('naturalWidth', 2400)
  await expect(dialog.getByRole('link', { name: 'Photo by Ada Lens' }).first()).toHaveAttribute(
    'href',
    'https://unsplash.com/@ada?utm_source=tandem&utm_medium=referral',
  )
  await expectAccessible(ann, { name: 'covers of Unsplash' })
  const search = dialog.getByRole('searchbox', { name: 'Search Unsplash' })
  await search.fill('nothing')
  await expect(dialog.getByText('Nothing found')).toBeVisible()
  await search.fill('harbor')
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(dialog.getByRole('button', { name: 'Harbor p23' })).toBeVisible()

  unsplash.status = 500
  await search.fill('harbors')
  await expect(dialog.getByText('Unsplash does not answer. Try again later.')).toBeVisible()
  unsplash.status = 200
  await search.fill('harbor')
  await picture.focus()
  await ann.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const shown = max.locator('img[src^="/api/assets/v2/static/"]').first()
  await expect(shown).toHaveJSProperty('naturalWidth', 1600)
  await set(null, null)
  await query('delete from instance_admins where user_id = $1', [team.ann.id])
  await unsplash.close()
})

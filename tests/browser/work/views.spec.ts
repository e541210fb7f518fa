import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import {
  createItem,
  createTwoUserProject,
  signUpGuestOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const names = (page: Page) =>
  page
    .locator('[data-card]')
    .allTextContents()
    .then((texts) => texts.map((text) => text.replace(/^\S+ /, '')).toSorted())
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })
const gone = (page: Page) => page.getByRole('heading', { name: 'View not found' })
const viewsOf = (page: Page) => visit(page, team.board.replace('issues', 'views'))
const prioritise = (id: string, priority: 'urgent' | 'high' | 'low') =>
  team.ann.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id },
    body: { priority },
  })

async function addPriority(page: Page, value: string) {
  await page.getByRole('combobox', { name: 'Add a filter' }).click()
  await page.getByRole('option', { name: 'Priority', exact: true }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
  await page.keyboard.press('Escape')
}

async function alsoPriority(page: Page, value: string) {
  await page.getByRole('combobox', { name: 'Priority', exact: true }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
  await page.keyboard.press('Escape')
}

/** Saves the current filters as a view and waits until the view is open. */
async function save(page: Page, name: string, seenBy: 'Shared' | 'Private') {
  await button(page, 'Save view').click()
  const dialog = page.getByRole('dialog', { name: 'Save as view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('radio', { name: seenBy }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeAttached()
  await expect(page).toHaveURL(/views\/[0-9a-f-]{36}$/)
}

async function choose(page: Page, view: string, action: string) {
  await button(page, `Actions for ${view}`).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Creates items with urgent, high and no priority, and opens Ann's board filtered by urgent. */
async function urgentBoard(ann: Page) {
  const fire = await createItem(team, 'Fire')
  const storm = await createItem(team, 'Storm')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  await prioritise(storm.id, 'high')
  await visit(ann, team.board)
  await addPriority(ann, 'Urgent')
  await expect.poll(() => names(ann)).toEqual(['Fire'])
}

test('a shared view is the same for everyone, and its owner can change it', async ({ ann, max }) => {
  await urgentBoard(ann)
  await viewsOf(max)
  await expect(max.getByText('No views yet')).toBeVisible()
  await save(ann, 'Burning', 'Shared')
  await expect.poll(() => names(ann)).toEqual(['Fire'])

  await row(max, 'Burning').click()
  await expect(max).toHaveURL(ann.url())
  await expect.poll(() => names(max)).toEqual(['Fire'])
  const other = await createItem(team, 'Flood')
  await prioritise(other.id, 'urgent')
  await expect.poll(() => names(ann)).toEqual(['Fire', 'Flood'])
  await expect.poll(() => names(max)).toEqual(['Fire', 'Flood'])

  // Only Ann sees the change until she saves it.
  await alsoPriority(ann, 'High')
  await expect.poll(() => names(ann)).toEqual(['Fire', 'Flood', 'Storm'])
  await expect(button(max, 'Reset')).toHaveCount(0)
  await button(ann, 'Save').click()
  await expect.poll(() => names(max)).toEqual(['Fire', 'Flood', 'Storm'])
  await expect(button(ann, 'Save')).toHaveCount(0)
  await expect(ann).not.toHaveURL(/filters/)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(max)).toEqual(['Fire', 'Flood'])
  await expect.poll(() => names(ann)).toEqual(['Fire', 'Flood'])

  // A changed layout is also private until it is saved.
  await button(ann, 'List').click()
  await expect(button(max, 'Board')).toHaveAttribute('aria-pressed', 'true')
  await button(ann, 'Save').click()
  await expect(button(max, 'List')).toHaveAttribute('aria-pressed', 'true')
})

test('changes by others stay private until reset or saved as a new view', async ({ ann, max }) => {
  await urgentBoard(ann)
  await save(ann, 'Burning', 'Shared')
  await max.goto(ann.url())
  await expect.poll(() => names(max)).toEqual(['Fire'])
  await alsoPriority(max, 'High')
  await expect.poll(() => names(max)).toEqual(['Fire', 'Storm'])
  await expect(button(max, 'Save')).toHaveCount(0)
  await max.reload()
  await expect.poll(() => names(max)).toEqual(['Fire', 'Storm'])
  await expect.poll(() => names(ann)).toEqual(['Fire'])
  await button(max, 'Reset').click()
  await expect.poll(() => names(max)).toEqual(['Fire'])
  await expect(button(max, 'Reset')).toHaveCount(0)

  await alsoPriority(max, 'High')
  await button(max, 'Save as new view').click()
  const dialog = max.getByRole('dialog', { name: 'Save as view' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Burning soon')
  await max.keyboard.press('Enter')
  await expect(max.getByRole('heading', { name: 'Burning soon', level: 1 })).toBeAttached()
  await expect.poll(() => names(max)).toEqual(['Fire', 'Storm'])
  await viewsOf(ann)
  await expect(row(ann, 'Burning soon')).toBeVisible()
})

test('only its owner sees a private view', async ({ ann, max }) => {
  await urgentBoard(ann)
  await viewsOf(max)
  await save(ann, 'Mine', 'Private')
  const address = ann.url()
  // The second view is shared. When it appears for Max, he has received the changes of both views.
  await visit(ann, team.board)
  await save(ann, 'Ours', 'Shared')
  await expect(row(max, 'Ours')).toBeVisible()
  await expect(row(max, 'Mine')).toHaveCount(0)
  await visit(max, address)
  await expect(gone(max)).toBeAttached()
  await visit(ann, address)
  await choose(ann, 'Mine', 'Share with the project')
  await expect.poll(() => names(max)).toEqual(['Fire'])
  await choose(ann, 'Mine', 'Make private')
  await expect(gone(max)).toBeAttached()
})

test('a view is renamed, locked, deleted and restored', async ({ ann, max }) => {
  await urgentBoard(ann)
  await save(ann, 'Burning', 'Shared')
  await max.goto(ann.url())
  await choose(ann, 'Burning', 'Edit details')
  const dialog = ann.getByRole('dialog', { name: 'Edit view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('On fire')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(max.getByRole('heading', { name: 'On fire', level: 1 })).toBeAttached()

  // Nobody can save a locked view, not even its owner.
  await choose(ann, 'On fire', 'Lock')
  await expect(max.getByRole('main').getByRole('img', { name: 'Locked' })).toBeVisible()
  await alsoPriority(ann, 'High')
  await expect(button(ann, 'Save as new view')).toBeVisible()
  await expect(button(ann, 'Save')).toHaveCount(0)
  await button(ann, 'Reset').click()

  await button(max, 'Actions for On fire').click()
  await expect(max.getByRole('menuitem')).toHaveText([
    'Copy link',
    'Add to favorites',
    'Analyze…',
    'Subscribe in calendar',
  ])
  await max.keyboard.press('Escape')
  await choose(ann, 'On fire', 'Delete view')
  await expect(ann).toHaveURL(/\/views$/)
  await expect(row(ann, 'On fire')).toHaveCount(0)
  await expect(gone(max)).toBeAttached()
  await ann.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row(ann, 'On fire')).toBeVisible()
  await expect.poll(() => names(max)).toEqual(['Fire'])
})

test('a workspace view is shown as a tab', async ({ ann, max }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  const all = `/${team.slug}/workspace-views/all-issues`
  await visit(max, all)
  await visit(ann, `/${team.slug}/workspace-views/created`)
  await addPriority(ann, 'Urgent')
  await expect(ann.getByRole('main').getByText('Fire')).toBeVisible()
  await expect(ann.getByRole('main').getByText('Calm')).toHaveCount(0)
  await save(ann, 'Burning', 'Shared')
  // The tab filters by creator, so the saved view contains this filter.
  await expect(ann.getByRole('combobox', { name: 'Created by', exact: true })).toContainText('Ann')
  await expect(max.getByRole('main').getByText('Calm')).toBeVisible()
  await row(max, 'Burning').click()
  await expect(max.getByRole('main').getByText('Fire')).toBeVisible()
  await expect(max.getByRole('main').getByText('Calm')).toHaveCount(0)
  await max.keyboard.press('g')
  await max.keyboard.press('v')
  await expect(max).toHaveURL(new RegExp(`${all}$`))
})

test('users with the right create a view in the list of views', async ({ server, ann, max }) => {
  await createItem(team, 'Anything')
  const make = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'New view', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'New view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Create view' }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeAttached()
    await expect(page.getByText('Anything').first()).toBeVisible()
  }
  await viewsOf(ann)
  await make(ann, 'Of the project')
  await ann.goto(`/${team.slug}/workspace-views/all-issues`)
  await make(ann, 'Of the workspace')
  await expect(ann).toHaveURL(/workspace-views/)
  await signUpGuestOnPage(server, team, max)
  await viewsOf(max)
  await expect(max.getByText('No views have been shared with you yet.')).toBeVisible()
  await expect(max.getByRole('button', { name: 'New view' })).toHaveCount(0)
})

test('legacy filters of a view from another client are applied', async ({ ann }) => {
  const fire = await createItem(team, 'Fire')
  await createItem(team, 'Calm')
  await prioritise(fire.id, 'urgent')
  await team.ann.call('createView', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Older', filters: { priority: ['urgent', 'high'] } },
  })
  await viewsOf(ann)
  await row(ann, 'Older').click()
  await expect.poll(() => names(ann)).toEqual(['Fire'])
  await prioritise(fire.id, 'low')
  await expect.poll(() => names(ann)).toEqual([])
  await prioritise(fire.id, 'high')
  await expect.poll(() => names(ann)).toEqual(['Fire'])
})

test('disabled views are hidden but not deleted', async ({ ann, max }) => {
  await urgentBoard(ann)
  await save(ann, 'Burning', 'Shared')
  await max.goto(ann.url())
  await visit(ann, `/${team.slug}/settings/projects/${team.project_id}/features`)
  const views = ann.getByRole('switch', { name: 'Views' })
  await views.click()
  await expect(max.getByText('Views are turned off in this project')).toBeVisible()
  const entry = max
    .getByRole('navigation', { name: 'Your projects' })
    .getByRole('link', { name: 'Project views' })
  await expect(entry).toHaveCount(0)
  await visit(max, team.board)
  await addPriority(max, 'Urgent')
  await expect.poll(() => names(max)).toEqual(['Fire'])
  await expect(button(max, 'Save view')).toHaveCount(0)
  await views.click()
  await expect(button(max, 'Save view')).toBeVisible()
  await entry.click()
  await expect(row(max, 'Burning')).toBeVisible()
})

test('the list of views is searched, filtered, ordered and starred', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const make = (client: TwoUserProject['ann'], name: string, body = {}) =>
    client.call('createView', { params, body: { name, ...body } })
  await make(team.ann, 'Burning')
  await make(team.max, 'Calm', { description: 'Nothing burns' })
  await make(team.max, 'Private', { access: 0 })
  await viewsOf(max)
  const list = (page: Page) => page.getByRole('list', { name: 'Project views' }).getByRole('link')
  const titles = (page: Page) => list(page).locator('span[dir=auto]:first-child').allTextContents()
  await expect.poll(() => titles(max)).toEqual(['Burning', 'Calm', 'Private'])
  await max.getByRole('searchbox', { name: 'Search views' }).fill('burn')
  await expect.poll(() => titles(max)).toEqual(['Burning', 'Calm'])
  await max.getByRole('searchbox', { name: 'Search views' }).fill('')
  await max.getByRole('button', { name: /^Order by/ }).click()
  await max.getByRole('menuitemradio', { name: 'Created' }).click()
  await max.getByRole('button', { name: /^Order by/ }).click()
  await max.getByRole('menuitemcheckbox', { name: 'Reverse order' }).click()
  await max.keyboard.press('Escape')
  await expect.poll(() => titles(max)).toEqual(['Private', 'Calm', 'Burning'])
  await max.getByRole('button', { name: /^Filter/ }).click()
  await max.getByRole('menuitem', { name: 'Owner' }).click()
  await max.getByRole('menuitemcheckbox', { name: 'Ann' }).click()
  await max.keyboard.press('Escape')
  await max.keyboard.press('Escape')
  await expect.poll(() => titles(max)).toEqual(['Burning'])
  await max.getByRole('button', { name: 'Add to favorites: Burning' }).click()
  await expect(max.getByRole('navigation').getByRole('link', { name: 'Burning' })).toBeVisible()
  await expectAccessible(max, { name: 'list of views', within: 'html' })
  await max.getByRole('button', { name: /^Filter/ }).click()
  await max.getByRole('menuitemcheckbox', { name: 'Only favorites' }).click()
  await max.keyboard.press('Escape')
  await max.getByRole('button', { name: 'Remove from favorites: Burning' }).click()
  await expect(max.getByText('No matching views')).toBeVisible()

  // Creates a view with a keyboard shortcut. Max can read its description.
  await viewsOf(ann)
  await expect(list(ann).first()).toBeVisible()
  await ann.keyboard.press('n')
  await ann.keyboard.press('v')
  const dialog = ann.getByRole('dialog', { name: 'New view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('By shortcut')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('For the release')
  await ann.keyboard.press('Control+Enter')
  await expect(ann.getByRole('heading', { name: 'By shortcut', level: 1 })).toBeAttached()
  await max.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(max.getByText('For the release')).toBeVisible()
})

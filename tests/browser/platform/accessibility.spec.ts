import { expect, type Page } from '@playwright/test'
import { createClock } from '#common/platform/clock.ts'
import { type ScreenshotData, screenshotScreens } from '../../shots/screens.ts'
import { runSql } from '../../support/api-client.ts'
import { expectAccessible, expectAccessibleInThemes } from '../support/axe.ts'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

let team: TwoUserProject
/** Collects violations of the content security policy. */
const refused: string[] = []

test.beforeEach(async ({ server, ann, max }) => {
  refused.length = 0
  ann.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'Seen by everyone')
})

test.afterEach(() => expect(refused, 'no screen does what the policy forbids').toEqual([]))

interface Screen {
  name: string
  path: () => string
  /** Resolves when the screen has loaded. */
  ready: (page: Page) => Promise<void>
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()
const text = (words: string) => (page: Page) => expect(page.getByText(words).first()).toBeVisible()

const screens: Screen[] = [
  { name: 'home', path: () => `/${team.slug}`, ready: heading(/Good (morning|afternoon|evening), Ann/) },
  {
    name: 'profile settings',
    path: () => `/${team.slug}/settings/profile/general`,
    ready: heading('Date and time'),
  },
  {
    name: 'projects',
    path: () => `/${team.slug}/projects`,
    ready: (page) => expect(page.getByRole('main').getByText('Atlas').first()).toBeVisible(),
  },
  { name: 'board', path: () => team.board, ready: text('Seen by everyone') },
  {
    name: 'views of a project',
    path: () => team.board.replace('issues', 'views'),
    ready: text('No views yet'),
  },
  { name: 'pages', path: () => team.board.replace('issues', 'pages'), ready: text('No pages yet') },
  {
    name: 'work item',
    path: () => `/${team.slug}/browse/ATL-1`,
    ready: (page) => expect(page.getByRole('textbox', { name: 'Description' })).toBeEditable(),
  },
  {
    name: 'views',
    path: () => `/${team.slug}/workspace-views/created`,
    ready: (page) => expect(page.getByRole('main').getByText('Seen by everyone')).toBeVisible(),
  },
  {
    name: 'profile',
    path: () => `/${team.slug}/profile/${team.ann.id}/created`,
    ready: (page) => expect(page.getByRole('main').getByText('Seen by everyone')).toBeVisible(),
  },
  {
    name: 'archive',
    path: () => team.board.replace('issues', 'archives/issues'),
    ready: text('No archived work items'),
  },
  { name: 'workspace settings', path: () => `/${team.slug}/settings`, ready: text('Add image') },
  { name: 'imports', path: () => `/${team.slug}/settings/imports`, ready: text('No imports yet') },
  { name: 'exports', path: () => `/${team.slug}/settings/exports`, ready: text('No exports yet') },
  { name: 'trash', path: () => team.board.replace('issues', 'trash'), ready: text('Went away') },
  {
    name: 'templates',
    path: () => team.board.replace('issues', 'settings/templates'),
    ready: text('Begins like this'),
  },
  {
    name: 'general settings of a project',
    path: () => `/${team.slug}/settings/projects/${team.project_id}`,
    ready: text('Archive or delete'),
  },
  { name: 'members', path: () => `/${team.slug}/settings/members`, ready: text('Max') },
  {
    name: 'project members',
    path: () => `/${team.slug}/settings/projects/${team.project_id}/members`,
    ready: text('Max'),
  },
  { name: 'create workspace', path: () => '/create-workspace', ready: heading(/workspace/i) },
  { name: 'invitations', path: () => '/invitations', ready: heading(/invit/i) },
  {
    name: 'nothing here',
    path: () => `/${team.slug}/no/such/screen`,
    ready: text('Page not found'),
  },
  { name: 'no access', path: () => '/somebody-elses-workspace', ready: text('Workspace not found') },
]

/** Returns the screens of the screenshots that `screens` does not contain and that need no action. */
async function otherScreens(): Promise<Screen[]> {
  const { ann, slug, project_id } = team
  const params = { slug, project_id }
  const page = await ann.call('createPage', { params, body: { name: 'Logbook' } })
  const view = await ann.call('createView', { params, body: { name: 'Open work' } })
  const { id } = await ann.call('getWorkItemByKey', { params: { slug, key: 'ATL-1' } })
  const project = { slug, project_id }
  const stage: ScreenshotData = {
    ...{ ann, ...project, key: 'ATL-1', page_id: page.id, view_id: view.id },
    ...{ empty: project, tongues: { ...project, id, key: 'ATL-1' } },
  }
  const known = new Set(screens.map(({ path }) => path()))
  const paths = new Map(
    screenshotScreens
      .filter(({ act, isPublic }) => act === undefined && !isPublic)
      .map(({ name, path }) => [path(stage), name]),
  )
  return [...paths].flatMap(([path, name]) =>
    known.has(path) ? [] : [{ name, path: () => path, ready: isLoaded }],
  )
}

async function isLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main').getByRole('heading', { includeHidden: true }).first()).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function widthBeyondWindow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

test('axe finds nothing on any screen, which fits a phone too', async ({ ann, server }) => {
  // The timeout is longer, because axe checks many screens.
  test.setTimeout(600_000)
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [team.ann.id])
  await fillScreens()
  const desktop = ann.viewportSize() ?? { width: 1280, height: 720 }
  const checkScreen = async ({ name, path, ready }: Screen) => {
    await ann.setViewportSize(desktop)
    await ann.goto(path())
    await ready(ann)
    await expectAccessible(ann, { name, within: 'html' })
    await ann.setViewportSize({ width: 360, height: 740 })
    expect.soft(await widthBeyondWindow(ann), `${name} scrolls sideways`).toBeLessThanOrEqual(0)
    await expectAccessible(ann, { name: `${name} on a phone`, within: 'html' })
  }
  for (const screen of screens) await checkScreen(screen)
  for (const screen of await otherScreens()) await checkScreen(screen)
})

test('axe finds nothing in popups', async ({ ann }) => {
  await ann.goto(team.board)
  await ann.getByRole('link', { name: /Seen by everyone/ }).click()
  await expect(ann.getByRole('textbox', { name: 'Description' })).toBeEditable()
  await expectAccessible(ann, { name: 'peek', within: 'html' })
  await ann.getByRole('textbox', { name: 'Description' }).click()
  await ann.keyboard.type('@')
  await expect(ann.getByRole('option', { name: 'Max' })).toBeVisible()
  await expectAccessible(ann, { name: 'people to mention', within: '.float' })
  await ann.keyboard.press('Enter')
  await expect(ann.getByText('@Max')).toBeVisible()
  await expectAccessible(ann, { name: 'mention', within: '.document' })
  await ann.getByRole('combobox', { name: 'State: Backlog' }).click()
  await expect(ann.getByRole('option', { name: 'Done' })).toBeVisible()
  // Checks only the popup. If the popup partly covers a control of the page, axe reports the control as a target that
  // is too small, although users cannot click it.
  await expectAccessible(ann, { name: 'picker', within: '.float' })
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'Close' }).click()
  await ann.keyboard.press('Control+k')
  await expect(ann.getByPlaceholder('Type a command or search…')).toBeVisible()
  await expectAccessible(ann, { name: 'palette', within: 'html' })
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'New work item' }).click()
  await expect(ann.getByRole('dialog')).toBeVisible()
  await expectAccessible(ann, { name: 'create dialog', within: 'html' })
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'List', exact: true }).click()
  await expect(ann.getByText('Seen by everyone')).toBeVisible()
  await expectAccessible(ann, { name: 'list', within: 'html' })
})

test('axe finds nothing in menus and dialogs, in any theme', async ({ ann }) => {
  test.slow()
  await ann.goto(team.board)
  const link = ann.getByRole('link', { name: /Seen by everyone/ })
  await expect(link).toBeVisible()
  await expectAccessibleInThemes(ann, { name: 'board', within: 'html' })
  const floats: { name: string; open: () => Promise<void> }[] = [
    { name: 'menu of an item', open: () => link.click({ button: 'right' }) },
    { name: 'display', open: () => ann.getByRole('button', { name: 'Display' }).click() },
    { name: 'menu of the workspace', open: () => ann.getByRole('button', { name: /Acme/ }).click() },
    { name: 'filters', open: () => ann.getByRole('combobox', { name: 'Add a filter' }).click() },
    { name: 'shortcuts', open: () => ann.keyboard.press('?') },
    { name: 'new item', open: () => ann.keyboard.press('n').then(() => ann.keyboard.press('i')) },
  ]
  for (const { name, open } of floats) {
    await open()
    const float = ann.locator('.float, [role=dialog], [role=menu]').filter({ visible: true }).last()
    await expect(float).toBeVisible()
    // Checks only the popup. If the popup partly covers a control of the page, axe reports the control as a target that
    // is too small, although users cannot click it.
    await expectAccessibleInThemes(ann, { name, within: '.float' })
    await ann.keyboard.press('Escape')
    await expect(float).toBeHidden()
  }
})

test('axe finds nothing on a phone, in any theme', async ({ phoneBrowser, server }) => {
  test.slow()
  const { phone } = await openPhone(phoneBrowser, server, team.ann)
  const item = phone.getByRole('link', { name: /Seen by everyone/ })
  await phone.goto(team.board)
  await expect(item).toBeVisible()
  await expectAccessibleInThemes(phone, { name: 'board', within: 'html' })
  await phone.getByRole('button', { name: 'Open sidebar' }).tap()
  await expect(phone.getByRole('dialog')).toBeVisible()
  await expectAccessibleInThemes(phone, { name: 'sidebar', within: '[role=dialog]' })
  await phone.keyboard.press('Escape')
  for (const layout of ['List', 'Calendar', 'Table', 'Timeline']) {
    await phone.getByRole('button', { name: layout, exact: true }).tap()
    await expect(phone.getByRole('button', { name: layout, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await phone.waitForLoadState('networkidle')
    await expectAccessibleInThemes(phone, { name: layout })
  }
  await phone.getByRole('button', { name: 'List', exact: true }).tap()
  await item.tap()
  await expect(phone.getByRole('textbox', { name: 'Description' })).toBeEditable()
  await expectAccessibleInThemes(phone, { name: 'item' })
})

test('axe finds nothing in the calendar', async ({ ann }) => {
  for (const at of [1, 2, 3, 4, 5]) await dueToday(`Due ${at}`)
  await ann.goto(team.board)
  await ann.getByRole('button', { name: 'Calendar' }).click()
  await expect(ann.getByRole('link', { name: 'Due 1' })).toBeVisible()
  await expectAccessible(ann, { name: 'month' })
  await ann.getByRole('button', { name: /^1 more/ }).click()
  await expect(ann.getByRole('dialog').getByRole('link')).toHaveCount(5)
  await expectAccessible(ann, { name: 'all of a day', within: '.float' })
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'Week', exact: true }).click()
  await expect(ann.getByRole('link', { name: 'Due 5' })).toBeVisible()
  await expectAccessible(ann, { name: 'week' })
  await ann.setViewportSize({ width: 360, height: 740 })
  await ann.getByRole('button', { name: 'Month', exact: true }).click()
  await expect(ann.getByRole('link', { name: 'Due 1' })).toBeVisible()
  await expectAccessible(ann, { name: 'month on a phone' })
  const { width } = (await ann.getByRole('application').boundingBox()) ?? { width: 0 }
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test('security 66: the policy allows no inline script', async ({ ann }) => {
  const response = await ann.goto(team.board)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-eval')
  expect(/script-src[^;]*unsafe-inline/.test(policy)).toBe(false)
})

/** Creates the entities that some screens need to show content. */
async function fillScreens() {
  const params = { slug: team.slug, project_id: team.project_id }
  const { id } = await createItem(team, 'Went away')
  await team.ann.call('deleteWorkItem', { params: { ...params, id } })
  await team.ann.call('createTemplate', { params, body: { name: 'Begins like this' } })
}

function dueToday(name: string) {
  const target_date = createClock('UTC').today
  const params = { slug: team.slug, project_id: team.project_id }
  return team.ann.call('createWorkItem', { params, body: { name, target_date } })
}

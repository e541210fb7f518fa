import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { clockIn } from '#common/listing/clock.ts'
import { createItem, makeTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

let team: Team

test.beforeEach(async ({ server, ann, max }) => {
  team = await makeTeam(server, { ann, max })
  await createItem(team, 'Seen by everyone')
})

interface Screen {
  name: string
  path: () => string
  /** Something that is there once the screen has loaded. */
  ready: (page: Page) => Promise<void>
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()
const text = (words: string) => (page: Page) => expect(page.getByText(words).first()).toBeVisible()

const screens: Screen[] = [
  { name: 'home', path: () => `/${team.slug}`, ready: heading(/Good (morning|afternoon|evening), Ann/) },
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
    ready: text('Nothing is archived'),
  },
  { name: 'members', path: () => `/${team.slug}/settings/members`, ready: text('Max') },
  {
    name: 'project members',
    path: () => `/${team.slug}/settings/projects/${team.project_id}/members`,
    ready: text('Max'),
  },
  { name: 'create workspace', path: () => '/create-workspace', ready: heading(/workspace/i) },
  {
    name: 'nothing here',
    path: () => `/${team.slug}/no/such/screen`,
    ready: text('There is nothing at this address'),
  },
  { name: 'no access', path: () => '/somebody-elses-workspace', ready: text('This workspace is not here') },
]

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen in ${theme}`, async ({ ann }) => {
    // Many screens, each looked through by axe.
    test.slow()
    await useTheme(ann, theme)
    for (const screen of screens) {
      await ann.goto(screen.path())
      await screen.ready(ann)
      await expectAccessible(ann, screen.name)
    }
  })

  test(`axe finds nothing in what floats in ${theme}`, async ({ ann }) => {
    await useTheme(ann, theme)
    await ann.goto(team.board)
    await ann.getByRole('link', { name: /Seen by everyone/ }).click()
    await expect(ann.getByRole('textbox', { name: 'Description' })).toBeEditable()
    await expectAccessible(ann, 'peek')
    await ann.getByRole('textbox', { name: 'Description' }).click()
    await ann.keyboard.type('@')
    await expect(ann.getByRole('option', { name: 'Max' })).toBeVisible()
    await expectAccessible(ann, 'people to mention', '.float')
    await ann.keyboard.press('Enter')
    await expect(ann.getByText('@Max')).toBeVisible()
    await expectAccessible(ann, 'mention', '.document')
    await ann.getByRole('combobox', { name: 'State: Backlog' }).click()
    await expect(ann.getByRole('option', { name: 'Done' })).toBeVisible()
    // What lies half beneath the popup cannot be pressed meanwhile, which axe takes for a small target.
    await expectAccessible(ann, 'picker', '.float')
    await ann.keyboard.press('Escape')
    await ann.getByRole('button', { name: 'Close' }).click()
    await ann.keyboard.press('Control+k')
    await expect(ann.getByPlaceholder('Go somewhere or do something…')).toBeVisible()
    await expectAccessible(ann, 'palette')
    await ann.keyboard.press('Escape')
    await ann.getByRole('button', { name: 'New item' }).click()
    await expect(ann.getByRole('dialog')).toBeVisible()
    await expectAccessible(ann, 'create dialog')
    await ann.keyboard.press('Escape')
    await ann.getByRole('button', { name: 'List', exact: true }).click()
    await expect(ann.getByText('Seen by everyone')).toBeVisible()
    await expectAccessible(ann, 'list')
  })

  test(`axe finds nothing in the calendar in ${theme}`, async ({ ann }) => {
    await useTheme(ann, theme)
    for (const at of [1, 2, 3, 4, 5]) await dueToday(`Due ${at}`)
    await ann.goto(team.board)
    await ann.getByRole('button', { name: 'Calendar' }).click()
    await expect(ann.getByRole('link', { name: 'Due 1' })).toBeVisible()
    await expectAccessible(ann, 'month')
    await ann.getByRole('button', { name: /^1 more/ }).click()
    await expect(ann.getByRole('dialog').getByRole('link')).toHaveCount(5)
    await expectAccessible(ann, 'all of a day', '.float')
    await ann.keyboard.press('Escape')
    await ann.getByRole('button', { name: 'Week', exact: true }).click()
    await expect(ann.getByRole('link', { name: 'Due 5' })).toBeVisible()
    await expectAccessible(ann, 'week')
    await ann.setViewportSize({ width: 360, height: 740 })
    await ann.getByRole('button', { name: 'Month', exact: true }).click()
    await expect(ann.getByRole('link', { name: 'Due 1' })).toBeVisible()
    await expectAccessible(ann, 'month on a phone')
    const { width } = (await ann.getByRole('application').boundingBox()) ?? { width: 0 }
    expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
}

test('axe finds nothing at the door', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  for (const path of ['/', '/sign-up', '/accounts/forgot-password']) {
    await page.goto(path)
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await expectAccessible(page, path)
  }
  await context.close()
})

test('every screen fits a width of 360 px', async ({ ann }) => {
  await ann.setViewportSize({ width: 360, height: 740 })
  for (const screen of screens) {
    await ann.goto(screen.path())
    await screen.ready(ann)
    const overflow = await ann.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${screen.name} scrolls sideways`).toBeLessThanOrEqual(0)
  }
})

test('security 66: the policy allows no inline script', async ({ ann }) => {
  const response = await ann.goto(team.board)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-eval')
  expect(/script-src[^;]*unsafe-inline/.test(policy)).toBe(false)
  const violations: string[] = []
  ann.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  for (const screen of screens) {
    await ann.goto(screen.path())
    await screen.ready(ann)
  }
  expect(violations).toEqual([])
})

function dueToday(name: string) {
  const target_date = clockIn('UTC').today
  const params = { slug: team.slug, project_id: team.project_id }
  return team.ann.call('createWorkItem', { params, body: { name, target_date } })
}

async function useTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await team.ann.call('updateProfile', { body: { theme: { theme } } })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
}

async function expectAccessible(page: Page, name: string, within = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  )
  expect(found, name).toEqual([])
}

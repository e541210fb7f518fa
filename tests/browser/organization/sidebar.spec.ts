import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Your projects' })
const names = (page: Page) => sidebar(page).locator('[data-project] > div > a > [dir=auto]').allTextContents()

/** Creates projects. Each new project appears above the earlier ones. */
async function addProjects(...added: string[]) {
  const ids: string[] = []
  for (const name of added) {
    const identifier = name.replace(' ', '').toUpperCase()
    const made = await team.ann.call('createProject', {
      params: { slug: team.slug },
      body: { name, identifier },
    })
    ids.push(made.id)
  }
  return ids
}

test('of forty projects only the active one is open, and others are found by typing', async ({ ann }) => {
  const many = Array.from({ length: 39 }, (_, at) => `Proj ${at + 1}`)
  const ids = await addProjects(...many)
  await ann.setViewportSize({ width: 1280, height: 520 })
  await visit(ann, `/${team.slug}/projects/${ids[2]}/pages`)
  const active = sidebar(ann).getByRole('link', { name: 'Proj 3', exact: true })
  await expect(active).toBeAttached()
  await expect(active).toHaveAttribute('aria-expanded', 'true')
  await expect(sidebar(ann).getByRole('link', { name: 'Pages' })).toHaveCount(1)
  await expect(sidebar(ann).getByRole('link', { name: 'Project views' })).toBeAttached()
  // The header and footer keep their size when the content between them grows.
  const head = ann.getByRole('button', { name: 'Acme' })
  const foot = ann.getByRole('button', { name: /account and settings/ })
  for (const end of [head, foot]) {
    await expect(end).toBeInViewport({ ratio: 1 })
    expect((await end.boundingBox())?.height).toBeGreaterThanOrEqual(32)
  }
  const filter = sidebar(ann).getByRole('searchbox', { name: 'Filter projects' })
  await filter.fill('proj 38')
  await expect.poll(() => names(ann)).toEqual(['Proj 38'])
  await filter.press('Enter')
  await expect(ann).toHaveURL(new RegExp(`/projects/${ids[37]}/issues`))
  await expect(filter).toHaveValue('')
  await expect(sidebar(ann).getByRole('link', { name: 'Proj 38' })).toBeInViewport()
  await expect(sidebar(ann).getByRole('link', { name: 'Pages' })).toHaveCount(1)
})

test('projects are ordered by keys and by hand, on all of a person’s screens and on nobody else’s', async ({
  ann,
  max,
}) => {
  await addProjects('Bolt', 'Crew')
  const other = await ann.context().newPage()
  await other.goto(`/${team.slug}`)
  await visit(ann, team.board)
  await visit(max, team.board)
  await expect.poll(() => names(ann)).toEqual(['Crew', 'Bolt', 'Atlas'])
  await sidebar(ann).getByRole('link', { name: 'Crew' }).focus()
  await ann.keyboard.press('Alt+ArrowDown')
  for (const page of [ann, other]) await expect.poll(() => names(page)).toEqual(['Bolt', 'Crew', 'Atlas'])
  await expect(sidebar(ann).getByRole('link', { name: 'Crew' })).toBeFocused()
  await ann.keyboard.press('ArrowDown')
  await expect(sidebar(ann).getByRole('link', { name: 'Atlas' })).toBeFocused()
  await ann.keyboard.press('ControlOrMeta+z')
  for (const page of [ann, other]) await expect.poll(() => names(page)).toEqual(['Crew', 'Bolt', 'Atlas'])
  const atlas = sidebar(ann).getByRole('link', { name: 'Atlas' })
  await atlas.hover()
  await drag(atlas, sidebar(ann).getByRole('link', { name: 'Crew' }), { targetPosition: { x: 40, y: 3 } })
  for (const page of [ann, other]) await expect.poll(() => names(page)).toEqual(['Atlas', 'Crew', 'Bolt'])
  await ann.reload()
  await expect.poll(() => names(ann)).toEqual(['Atlas', 'Crew', 'Bolt'])
  expect(await names(max)).toEqual(['Atlas'])
  await other.close()
})

test('an admin orders projects that they have not joined', async ({ ann }) => {
  for (const name of ['Bolt', 'Crew']) {
    await team.max.call('createProject', { params: { slug: team.slug }, body: { name, identifier: name } })
  }
  await visit(ann, team.board)
  await expect.poll(() => names(ann)).toEqual(['Atlas', 'Bolt', 'Crew'])
  await sidebar(ann).getByRole('link', { name: 'Crew' }).focus()
  await ann.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => names(ann)).toEqual(['Atlas', 'Crew', 'Bolt'])
  await ann.reload()
  await expect.poll(() => names(ann)).toEqual(['Atlas', 'Crew', 'Bolt'])
})

test('a project is archived, restored and deleted from the screen of projects', async ({ ann, max }) => {
  await addProjects('Bolt')
  await visit(ann, `/${team.slug}/projects`)
  await visit(max, team.board)
  const main = ann.getByRole('main')
  const choose = async (project: string, action: string) => {
    await main.getByRole('button', { name: `Actions for ${project}` }).click()
    await ann.getByRole('menuitem', { name: action }).click()
  }
  await choose('Atlas', 'Archive project')
  await expect.poll(() => names(ann)).toEqual(['Bolt'])
  await expect.poll(() => names(max)).toEqual([])
  await expect(max.getByText('Archived, read-only')).toBeVisible()
  await main.getByRole('button', { name: 'Archived' }).click()
  await choose('Atlas', 'Restore project')
  await expect.poll(() => names(max)).toEqual(['Atlas'])
  await main.getByRole('button', { name: 'Active' }).click()
  await choose('Bolt', 'Delete project')
  const dialog = ann.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Delete project' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('bolt')
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect.poll(() => names(ann)).toEqual(['Atlas'])
  await expect(main.getByText('BOLT')).toHaveCount(0)
})

test('one’s own settings are in the sidebar and are kept', async ({ ann }) => {
  await visit(ann, team.board)
  await ann.getByRole('button', { name: /account and settings/ }).click()
  await ann.getByRole('menuitem', { name: 'Profile settings' }).click()
  await ann.getByRole('textbox', { name: 'Display name' }).fill('Ann of Acme')
  await ann.getByRole('button', { name: 'Save' }).click()
  await expect(ann.getByRole('button', { name: 'Ann of Acme: account and settings' })).toBeVisible()
  await ann.getByRole('button', { name: /account and settings/ }).click()
  await ann.getByRole('menuitemradio', { name: 'Dark, high contrast' }).click()
  await expect(ann.locator('html')).toHaveAttribute('data-theme', 'dark_contrast')
})

test('rows are put away and in order, by drag and keys, on all of one’s screens', async ({ ann }) => {
  const other = await ann.context().newPage()
  await other.goto(team.board)
  await visit(ann, team.board)
  const rows = (page: Page) =>
    page.getByRole('navigation', { name: 'Workspace' }).getByRole('link').allInnerTexts()
  const fresh = ['Home', 'Inbox', 'Drafts', 'Your work', 'Stickies', 'Projects', 'Members', 'Workspace pages']
  for (const page of [ann, other]) await expect.poll(() => rows(page)).toEqual(fresh)
  await ann.getByRole('button', { name: 'More', exact: true }).click()
  await expect(ann.getByRole('link', { name: 'Workspace views' })).toBeVisible()
  await ann.getByRole('button', { name: 'Customize sidebar' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Customize sidebar' })
  await dialog.getByRole('switch', { name: 'Drafts' }).click()
  await dialog.getByRole('switch', { name: 'Workspace views' }).click()
  await expect
    .poll(() => rows(other))
    .toEqual([
      'Home',
      'Inbox',
      'Workspace views',
      'Your work',
      'Stickies',
      'Projects',
      'Members',
      'Workspace pages',
    ])
  const byKeys = [
    'Home',
    'Inbox',
    'Workspace views',
    'Your work',
    'Stickies',
    'Members',
    'Projects',
    'Workspace pages',
  ]
  await dialog.getByRole('switch', { name: 'Members' }).focus()
  await ann.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => rows(other)).toEqual(byKeys)
  const entries = dialog.getByRole('listitem')
  await drag(entries.filter({ hasText: 'Members' }), entries.first(), { targetPosition: { x: 60, y: 3 } })
  await expect
    .poll(() => rows(other))
    .toEqual([
      'Home',
      'Inbox',
      'Members',
      'Workspace views',
      'Your work',
      'Stickies',
      'Projects',
      'Workspace pages',
    ])
  await expectAccessible(ann, { within: 'html' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await ann.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => rows(other)).toEqual(byKeys)
  await other.close()
})

import { expect, type Page } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { expectAccessible } from '../support/axe.ts'
import {
  createItem,
  createTwoUserProject,
  signUpOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'Findable')
})

const palette = (page: Page) => page.getByPlaceholder('Type a command or search…')

test('the palette opens screens and finds items', async ({ ann }) => {
  await visit(ann, team.board)
  await expect(ann.getByRole('link', { name: /Findable/ })).toBeVisible()
  await ann.keyboard.press('Control+k')
  await palette(ann).pressSequentially('pages')
  await ann.keyboard.press('Enter')
  await expect(ann).toHaveURL(/\/pages$/)
  await ann.keyboard.press('Control+k')
  await palette(ann).pressSequentially('findable')
  await ann.getByRole('option', { name: /Findable/ }).click()
  await expect(ann).toHaveURL(/\/browse\/ATL-1$/)
})

test('the palette finds items that no screen has loaded', async ({ max }) => {
  await visit(max, `/${team.slug}/settings/members`)
  await expect(max.getByRole('heading', { name: 'Members' }).first()).toBeAttached()
  await max.keyboard.press('Control+k')
  await expect(palette(max)).toBeFocused()
  // If the user presses Enter before the search result has arrived, the result is opened when it arrives.
  await max.keyboard.type('findable')
  await max.keyboard.press('Enter')
  await expect(max).toHaveURL(/\/browse\/ATL-1$/)
})

test('the palette finds pages that one may see by name', async ({ max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  await team.ann.call('createPage', { params, body: { name: 'Launch plan' } })
  await team.ann.call('createPage', { params, body: { name: 'Launch secrets', access: 1 } })
  await visit(max, `/${team.slug}/settings/members`)
  await expect(max.getByRole('heading', { name: 'Members' }).first()).toBeAttached()
  await max.keyboard.press('Control+k')
  await palette(max).pressSequentially('launch')
  await expect(max.getByRole('option', { name: /Launch plan/ })).toBeVisible()
  await expect(max.getByRole('option', { name: /Launch secrets/ })).toHaveCount(0)
  await max.getByRole('option', { name: /Launch plan/ }).click()
  await expect(max).toHaveURL(/\/pages\/[0-9a-f-]{36}$/)
  await expect(max.getByRole('textbox', { name: 'Page title' })).toHaveText('Launch plan')
})

test('a user who cannot create labels is told who can', async ({ ann, max }) => {
  for (const page of [ann, max]) {
    await visit(page, team.board)
    await page.getByRole('link', { name: /Findable/ }).focus()
    await page.keyboard.press('l')
    await expect(page.getByRole('option', { name: 'Bug' })).toBeVisible()
    await page.keyboard.type('Other')
  }
  await expect(ann.getByRole('option', { name: /Other/ })).toBeVisible()
  await expect(max.getByText('No matching label. Only a project admin can create one.')).toBeVisible()
})

test('parts that need the network load when it is back', async ({ ann }) => {
  await ann.route('**/assets/ItemPickers*', (route) => route.abort())
  // A fresh load has not loaded the pickers yet.
  await ann.goto(team.board)
  const card = ann.getByRole('link', { name: /Findable/ })
  await card.focus()
  await ann.context().setOffline(true)
  await ann.keyboard.press('p')
  await expect(ann.getByText('You are offline. This opens when you are back online.')).toBeVisible()
  await expect(card).toBeVisible()
  await ann.unroute('**/assets/ItemPickers*')
  await ann.context().setOffline(false)
  await expect(ann.getByRole('option', { name: 'Urgent' })).toBeVisible()
})

test('shortcuts open screens and are listed', async ({ ann }) => {
  await visit(ann, team.board)
  await expect(ann.getByRole('link', { name: /Findable/ })).toBeVisible()
  await ann.keyboard.press('g')
  await ann.keyboard.press('p')
  await expect(ann).toHaveURL(/\/projects$/)
  await ann.setViewportSize({ width: 1280, height: 360 })
  await ann.keyboard.press('?')
  const sheet = ann.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Open command palette')
  // The user can scroll the list with the keyboard. Typed text searches the names of the actions and their keys.
  await ann.keyboard.type('sidebar')
  await expect(sheet.getByRole('listitem')).toHaveText([/Show or hide sidebar/])
  await sheet.getByRole('searchbox').fill('gh')
  await expect(sheet.getByRole('listitem').first()).toContainText('Home')
})

test('the last change is undone and done again by its keys', async ({ ann, max }) => {
  await visit(ann, team.board)
  await visit(max, team.board)
  const todo = ann.locator(`[data-cell="${team.states['Todo']}"]`)
  const backlog = max.locator(`[data-cell="${team.states['Backlog']}"]`)
  await ann.getByRole('link', { name: /Findable/ }).focus()
  await ann.keyboard.press('Space')
  await ann.keyboard.press('ArrowRight')
  await ann.keyboard.press('Space')
  await expect(todo.getByRole('link', { name: /Findable/ })).toBeVisible()
  await expect(backlog.getByRole('listitem')).toHaveCount(0)
  for (const again of ['Control+Shift+Z', 'Control+y']) {
    await ann.keyboard.press('Control+z')
    await expect(backlog.getByRole('link', { name: /Findable/ })).toBeVisible()
    await ann.keyboard.press(again)
    await expect(backlog.getByRole('listitem')).toHaveCount(0)
  }
})

test('undoes the last change first, in any order of answers', async ({ ann, max }) => {
  const { id } = await createItem(team, 'Slow')
  await createItem(team, 'Quick')
  await visit(ann, team.board)
  await visit(max, team.board)
  const shown = (state: string, name: string) =>
    max.locator(`[data-cell="${team.states[state]}"]`).getByRole('link', { name })
  const answered = Promise.withResolvers<void>()
  await ann.route(`**/issues/${id}/`, async (route) => {
    await answered.promise
    await route.continue()
  })
  for (const name of ['Slow', 'Quick']) {
    await ann.getByRole('link', { name }).focus()
    for (const key of ['Space', 'ArrowRight', 'Space']) await ann.keyboard.press(key)
    if (name === 'Quick') await expect(shown('Todo', name)).toBeVisible()
  }
  answered.resolve()
  await expect(shown('Todo', 'Slow')).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(shown('Backlog', 'Quick')).toBeVisible()
  await expect(shown('Todo', 'Slow')).toBeVisible()
})

test('Undo leaves what somebody has changed since', async ({ ann }) => {
  const { id } = await createItem(team, 'Disputed')
  const params = { slug: team.slug, project_id: team.project_id, id }
  await visit(ann, `${team.board}?peek=${id}`)
  const peek = ann.getByRole('dialog')
  await peek.getByRole('combobox', { name: /^Priority/ }).click()
  await ann.getByRole('option', { name: 'High' }).click()
  await expect(ann.getByText(/→ High$/)).toBeVisible()
  await team.max.call('updateWorkItem', { params, body: { priority: 'urgent', name: 'Settled' } })
  await expect(peek.getByRole('combobox', { name: 'Priority: Urgent' })).toBeVisible()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(ann.getByText('Not undone, because someone has changed this since.')).toBeVisible()
  expect((await team.max.call('getWorkItem', { params })).priority).toBe('urgent')
})

test('a chosen theme is there on the next visit', async ({ ann }) => {
  await visit(ann, team.board)
  await ann.getByRole('button', { name: /account and settings/ }).click()
  await Promise.all([
    ann.waitForResponse(
      (response) => response.url().includes('/profile/') && response.request().method() === 'PATCH',
    ),
    ann.getByRole('menuitemradio', { name: 'Dark', exact: true }).click(),
  ])
  await expect(ann.locator('html')).toHaveAttribute('data-theme', 'dark')
  await ann.evaluate(() => localStorage.clear())
  await ann.reload()
  await expect(ann.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a removed member loses the project at once', async ({ max }) => {
  await visit(max, team.board)
  await expect(max.getByRole('link', { name: /Findable/ })).toBeVisible()
  const params = { slug: team.slug, project_id: team.project_id }
  const members = await team.ann.call('listProjectMembers', { params })
  const own = members.find((row) => row.member_id === team.max.id)
  await team.ann.call('removeProjectMember', { params: { ...params, member_id: own?.id ?? '' } })
  await expect(max.getByText('You are not in this project')).toBeVisible()
  await expect(max.getByRole('link', { name: /Findable/ })).toHaveCount(0)
})

test('an added member sees the project at once', async ({ server, elsewhere }) => {
  const page = await elsewhere.newPage()
  const zoe = await signUpOnPage(server, page, 'Zoe')
  const { invitations } = await team.ann.call('createInvitations', {
    params: { slug: team.slug },
    body: { emails: [{ email: zoe.email, role: 15 }] },
  })
  const link = new URL(invitations[0]?.invite_link ?? '')
  await visit(page, link.pathname + link.search)
  await page.getByRole('button', { name: /Join/ }).click()
  await expect(page.getByRole('heading', { name: /Zoe/ })).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Your projects' })
  await expect(sidebar.getByText('Atlas')).toHaveCount(0)
  await team.ann.call('addProjectMembers', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { members: [{ member_id: zoe.id, role: 15 }] },
  })
  await expect(sidebar.getByText('Atlas')).toBeVisible()
})

test('a failed reload is retried', async ({ max }) => {
  await visit(max, team.board)
  await expect(max.getByRole('link', { name: /Findable/ })).toBeVisible()
  await max.route('**/project-members/', (route) => route.abort(), { times: 1 })
  const failed = max.waitForEvent('requestfailed')
  const project = await team.ann.call('createProject', {
    params: { slug: team.slug },
    body: { name: 'Secret', identifier: 'SEC', network: 0 },
  })
  await team.ann.call('addProjectMembers', {
    params: { slug: team.slug, project_id: project.id },
    body: { members: [{ member_id: team.max.id, role: 15 }] },
  })
  await failed
  await expect(max.getByRole('navigation', { name: 'Your projects' }).getByText('Secret')).toBeVisible()
})

for (const table of ['sessions', 'project_members']) {
  test(`a socket comes back when ${table} were unreadable`, async ({ server, max }) => {
    await visit(max, team.board)
    await expect(max.getByRole('link', { name: /Findable/ })).toBeVisible()
    await runSql(server.databaseUrl, `alter table ${table} rename to away`)
    await max.evaluate(() => dispatchEvent(new Event('online')))
    await expect(max.getByText('Reconnecting…')).toBeVisible()
    await runSql(server.databaseUrl, `alter table away rename to ${table}`)
    await expect(max.getByText('Reconnecting…')).toHaveCount(0)
    await createItem(team, 'Heard again')
    await expect(max.getByRole('link', { name: /Heard again/ })).toBeVisible()
  })
}

test('the back button shows nothing after sign-out', async ({ ann }) => {
  await visit(ann, team.board)
  await expect(ann.getByRole('link', { name: /Findable/ })).toBeVisible()
  await ann.getByRole('button', { name: /account and settings/ }).click()
  await ann.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(ann).toHaveURL(/\/(\?.*)?$/)
  await ann.goBack()
  await expect(ann.getByRole('textbox').first()).toBeVisible()
  await expect(ann.getByRole('link', { name: /Findable/ })).toHaveCount(0)
})

test('a session that ends elsewhere ends here', async ({ max }) => {
  await visit(max, team.board)
  await expect(max.getByRole('link', { name: /Findable/ })).toBeVisible()
  const other = await max.context().newPage()
  await other.goto(team.board)
  await other.getByRole('button', { name: /account and settings/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(max).toHaveURL(/\/\?next_path=/)
})

test('an ended session leaves a workspace of any name', async ({ server, ann }) => {
  const slug = `ui-${team.slug}`
  await team.ann.call('createWorkspace', { body: { name: 'Design', slug } })
  await visit(ann, `/${slug}`)
  await expect(ann.getByRole('heading', { name: 'Get started' })).toBeVisible()
  await runSql(server.databaseUrl, 'delete from sessions where user_id = $1', [team.ann.id])
  // The page may already have reacted to the end of the session, so errors are ignored.
  await ann.evaluate(() => dispatchEvent(new Event('online'))).catch(() => undefined)
  await expect(ann).toHaveURL(/\/\?next_path=/)
})

test.describe('with a new account, which has only one workspace of each name', () => {
  test.use({ ownAccounts: true })

  test('another workspace and back shows the board again', async ({ ann }) => {
    const slug = `${team.slug}-too`
    await team.ann.call('createWorkspace', { body: { name: 'Second', slug } })
    await visit(ann, team.board)
    await expect(ann.getByRole('link', { name: /Findable/ })).toBeVisible()
    await ann.getByRole('button', { name: 'Acme' }).click()
    await ann.getByRole('menuitem', { name: 'Second' }).click()
    await expect(ann.getByRole('heading', { name: 'Get started' })).toBeVisible()
    await ann.getByRole('button', { name: 'Second' }).click()
    await ann.getByRole('menuitem', { name: 'Acme' }).click()
    await ann
      .getByRole('navigation', { name: 'Your projects' })
      .getByRole('link', { name: 'Work items' })
      .click()
    await expect(ann.getByRole('link', { name: /Findable/ })).toBeVisible()
  })
})

test('a workspace opens without its live connection', async ({ ann }) => {
  await ann.routeWebSocket(/\/live/, (socket) => socket.close())
  await ann.goto(team.board)
  await expect(ann.getByRole('link', { name: /Findable/ })).toBeVisible()
  await expect(ann.getByText('Reconnecting…')).toBeVisible()
})

test('the palette chooses for the list, for oneself and another workspace', async ({ ann }) => {
  const slug = `${team.slug}-three`
  await team.ann.call('createWorkspace', { body: { name: 'Third', slug } })
  await visit(ann, team.board)
  const layouts = ann.getByRole('toolbar', { name: 'Layout' })
  await expect(layouts.getByRole('button', { name: 'Board' })).toHaveAttribute('aria-pressed', 'true')
  const open = async (words: string) => {
    await ann.keyboard.press('Control+k')
    await palette(ann).pressSequentially(words)
    await ann.keyboard.press('Enter')
  }
  await open('layout')
  await expect(ann.getByRole('option', { checked: true })).toHaveText('Board')
  await ann.getByRole('option', { name: 'List' }).click()
  await expect(layouts.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true')
  await open('group by')
  await ann.keyboard.type('prio')
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('button', { name: /^No priority/ }).first()).toBeVisible()
  await open('order')
  await ann.getByRole('option', { name: 'Created', exact: true }).click()
  await ann.getByRole('button', { name: 'Display' }).click()
  await expect(ann.getByRole('combobox', { name: 'Group by', exact: true })).toHaveText('Priority')
  await expect(ann.getByRole('combobox', { name: 'Order by' })).toHaveText('Created')
  await ann.keyboard.press('Escape')
  await open('theme')
  await ann.getByRole('option', { name: 'Dark', exact: true }).click()
  await expect(ann.locator('html')).toHaveAttribute('data-theme', 'dark')
  await open('switch workspace')
  await expect(ann.getByRole('option', { checked: true })).toHaveText('Acme')
  await ann.keyboard.type('third')
  await ann.keyboard.press('Enter')
  await expect(ann).toHaveURL(new RegExp(`/${slug}`))
})

test('the palette acts on the item at hand and jumps to a key', async ({ ann }) => {
  const { id } = await createItem(team, 'Hammer')
  await createItem(team, 'Anvil')
  await visit(ann, team.board)
  const card = ann.locator(`[data-card="${id}"]`)
  await card.focus()
  await ann.keyboard.press('Control+k')
  await expect(palette(ann)).toBeFocused()
  const dialog = ann.getByRole('dialog', { name: 'Command palette' })
  await expect(dialog.getByText('ATL-2', { exact: true }).first()).toBeVisible()
  // The first suggestion is an action for the open item.
  await expect(ann.getByRole('option').first()).toContainText('Change state')
  await palette(ann).pressSequentially('prio')
  await ann.keyboard.press('Enter')
  await ann.getByRole('option', { name: 'Urgent' }).click()
  await expect
    .poll(() =>
      team.ann
        .call('getWorkItem', { params: { slug: team.slug, project_id: team.project_id, id } })
        .then((row) => row.priority),
    )
    .toBe('urgent')
  await expect(card).toBeFocused()
  // On the page of a property in the command palette, Escape and Backspace return to the list of commands.
  await ann.keyboard.press('Control+k')
  await palette(ann).pressSequentially('change state')
  await ann.keyboard.press('Enter')
  const field = dialog.getByRole('combobox')
  await expect(field).toHaveAttribute('placeholder', 'Change state')
  await expect(ann.getByRole('option', { checked: true })).toHaveCount(1)
  await ann.keyboard.press('Escape')
  await expect(ann.getByRole('option').first()).toContainText('Change state')
  await field.pressSequentially('assignees')
  await ann.keyboard.press('Enter')
  await expect(field).toHaveAttribute('placeholder', 'Change assignees')
  await ann.keyboard.press('Backspace')
  await expect(palette(ann)).toBeFocused()
  await ann.keyboard.press('Escape')
  await expect(card).toBeFocused()

  await ann.keyboard.press('x')
  await ann.locator('[data-card]', { hasText: 'Anvil' }).focus()
  await ann.keyboard.press('x')
  await ann.keyboard.press('Control+k')
  await expect(dialog.getByText('2 work items', { exact: true }).first()).toBeVisible()
  // People who are already assigned have a check mark. The page stays open after a choice, and the choice applies
  // to all selected items.
  await palette(ann).pressSequentially('assignees')
  await ann.keyboard.press('Enter')
  await ann.getByRole('option', { name: 'Max' }).click()
  await expect(ann.getByRole('option', { name: 'Max' })).toHaveAttribute('aria-checked', 'true')
  await expect(field).toBeFocused()
  // Checks the toast first, because it disappears.
  await expect(ann.getByText(/2 work items (updated|·)/).first()).toBeVisible()
  await expectAccessible(ann, { name: 'page of the palette' })
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('Backspace')
  await expect(dialog.getByText('2 work items', { exact: true })).toBeHidden()
  await palette(ann).pressSequentially('atl-3')
  await ann.keyboard.press('Enter')
  await expect(ann).toHaveURL(/\/browse\/ATL-3$/)
})

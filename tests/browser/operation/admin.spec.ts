import { expect, type Locator, type Page } from '@playwright/test'
import type { SettingKey } from '#common/operation/instance/settings.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { startSmtp } from '../../support/smtp.ts'
import { expectAccessible, findAccessibilityProblems } from '../support/axe.ts'
import { createTwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

const sections = [
  ...['General', 'Authentication', 'Email', 'Files', 'Workspaces', 'People', 'Jobs', 'Health'],
  'Audit log',
]

const fileLimit = `select value from instance_settings where key = 'FILE_SIZE_LIMIT'`

test('the installation is looked after by keyboard, by its admins alone', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [team.ann.id])
  const smtp = await startSmtp('hush hush')
  try {
    await ann.goto(`/${team.slug}`)
    await ann.getByRole('button', { name: /account and settings/ }).click()
    await ann.getByRole('menuitem', { name: 'Server' }).click()
    await expect(ann).toHaveURL(/\/admin\/general$/)
    await setUpMail(ann, smtp.url)
    expect(smtp.received.map(({ to }) => to)).toEqual([team.ann.email])
    await limitFiles(ann)
    expect((await runSql(server.databaseUrl, fileLimit))[0]).toEqual({ value: '2621440' })
    await deactivate(ann, team.max.email)
    await ann.goto('/god-mode/people')
    await expect(ann).toHaveURL(/\/admin\/people$/)
    await max.goto('/admin')
    await expect(max.getByText('Only instance admins can open this page')).toBeHidden()
  } finally {
    await takeBack(team.ann, 'FILE_SIZE_LIMIT')
    // Reset the settings in the database. The API would reject the reset, because it would disable the only
    // sign-in method of the admin.
    await runSql(server.databaseUrl, 'delete from instance_settings')
    await smtp.close()
  }
})

test('every screen of the installation is gone through by keys on a phone', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [team.ann.id])
  await team.ann.call('updateProfile', { body: { theme: { theme: 'dark_contrast' } } })
  await ann.setViewportSize({ width: 390, height: 800 })
  await ann.clock.install()
  await ann.goto('/admin/general')
  for (const section of sections) await visit(ann, section)
  // Outside of a workspace, the client has no live connection. It must not show an offline message for this
  // reason.
  await ann.clock.runFor(10_000)
  await expect(ann.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(ann.getByText('Reconnecting…')).toHaveCount(0)
})

test('workspaces are made in place where others may make none', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [team.ann.id])
  await max.goto(team.board)
  const menu = (page: Page) => page.getByRole('button', { name: 'Acme', exact: true })
  const offered = (page: Page) => page.getByRole('menuitem', { name: 'New workspace' })
  await menu(max).click()
  await expect(offered(max)).toBeVisible()
  await max.keyboard.press('Escape')
  try {
    await makeWorkspace(ann, `vega-${team.slug}`)
    await ann.getByRole('button', { name: 'Open workspace' }).click()
    await expect(ann).toHaveURL(new RegExp(`/vega-${team.slug}$`))

    await menu(max).click()
    await expect(max.getByRole('menuitem', { name: 'Acme' })).toBeVisible()
    await expect(offered(max)).toBeHidden()
    for (const path of ['/create-workspace', '/invitations']) {
      await max.goto(path)
      await expect(max.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(max.getByText(/^No invitations|Only instance admins can create workspaces/)).toBeVisible()
      await expect(max.getByRole('link', { name: 'Create a workspace' })).toBeHidden()
      await expect(max.getByRole('button', { name: 'Create workspace' })).toBeHidden()
      await expectAccessible(max)
    }
  } finally {
    await takeBack(team.ann, 'DISABLE_WORKSPACE_CREATION')
  }
})

test('an admin creates a person by keys and helps one who gets no email', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [team.ann.id])
  await runSql(server.databaseUrl, 'update users set is_email_verified = false where id = $1', [team.max.id])
  const email = `new-${team.max.email}`
  await ann.goto('/admin/people')
  await ann.getByRole('button', { name: 'New person' }).press('Enter')
  const dialog = ann.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await ann.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveAccessibleDescription(
    'Enter a first name.',
  )
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Nora')
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Lund')
  await dialog.getByLabel('Password', { exact: true }).fill('123')
  await ann.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('password')
  await expectAccessible(ann)
  await dialog.getByLabel('Password', { exact: true }).fill('copper-lantern-58-moss')
  await ann.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const people = ann.getByRole('list', { name: 'Find people' }).getByRole('listitem')
  await expect(people.first()).toContainText(email)
  await expect(people.first()).toContainText('Nora Lund')

  await ann.getByRole('searchbox', { name: 'Find people' }).fill(team.max.email)
  await expect(people).toHaveCount(2)
  const person = people.filter({ hasText: team.max.email, hasNotText: email })
  const choose = async (name: string) => {
    await person.getByRole('button').press('Enter')
    await ann.getByRole('menuitem', { name }).press('Enter')
  }
  await expect(person).toContainText('Email not verified')
  await choose('Verify email')
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Verify email' }).press('Enter')
  await expect(person).not.toContainText('Email not verified')
  await choose('Set password')
  await dialog.getByLabel('Password', { exact: true }).fill('violet-harbour-92-kite')
  await expectAccessible(ann)
  await ann.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(person).toContainText('Password')
  await choose('Sign out everywhere')
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
  await expect(ann.getByText('was signed out of all sessions')).toBeVisible()
})

test('who is no admin of the installation is not let in', async ({ ann, max, server }) => {
  await createTwoUserProject(server, { ann, max })
  await max.goto('/admin/people')
  await expect(max.getByText('Only instance admins can open this page')).toBeVisible()
  await expectAccessible(max)
})

/**
 * Opens a section with the keyboard alone and checks it: nothing is wider than a phone, axe finds no problems, and Tab
 * reaches every control.
 */
async function visit(page: Page, section: string): Promise<void> {
  await page.getByRole('button', { name: 'Open sidebar' }).press('Enter')
  const link = page.getByRole('navigation', { name: 'Server' }).getByRole('link', { name: section })
  await goTo(page, link)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: section, level: 1 })).toBeAttached()
  await expect(page.getByRole('navigation', { name: 'Server' })).toBeHidden()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await findAccessibilityProblems(page, 'main'), section).toEqual([])
  expect(await unreached(page), section).toEqual([])
}

async function goTo(page: Page, link: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if (await link.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(link).toBeFocused()
}

/** Returns the controls of the screen that Tab does not reach, between the first and the last one. */
async function unreached(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, textarea, [role=combobox], [role=switch])',
    )
    const left = [...all].filter(
      (one) => one.tabIndex >= 0 && one.checkVisibility() && !one.matches(':disabled, [aria-hidden=true]'),
    )
    for (const one of left) one.dataset['unreached'] = ''
    document.addEventListener(
      'focusin',
      ({ target }) => target instanceof HTMLElement && delete target.dataset['unreached'],
    )
    left[0]?.blur()
    left[0]?.focus()
    return left.length
  })
  for (let presses = 0; presses < count; presses++) await page.keyboard.press('Tab')
  return page.locator('[data-unreached]').evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 160)))
}

/** Allows only instance admins to create workspaces, and then creates a workspace as an instance admin. */
async function makeWorkspace(page: Page, slug: string): Promise<void> {
  await page.goto('/admin/general')
  await page.getByRole('switch', { name: 'Only instance admins can create workspaces' }).press('Space')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.goto('/admin/workspaces')
  await page.getByRole('button', { name: 'New workspace' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New workspace' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Vega')
  await dialog.getByRole('textbox', { name: 'URL' }).fill(slug)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Find workspaces' })).toContainText(slug)
}

/** Resets the setting with the API, because the following tests share the server. */
async function takeBack(admin: ApiClient, key: SettingKey): Promise<void> {
  await admin.call('updateConfigurations', { body: { [key]: null } })
}

async function setUpMail(page: Page, url: string): Promise<void> {
  await page.goto('/admin/email')
  await page.getByRole('textbox', { name: /^Server/ }).fill('127.0.0.1')
  await page.getByRole('textbox', { name: /^Port/ }).fill('0')
  await page.getByRole('textbox', { name: /^Password/ }).fill('hush hush')
  await page.getByRole('textbox', { name: /^User/ }).fill('tandem')
  await page.keyboard.press('Enter')
  await expect(page.getByText('must be a whole number from 1 to 65535')).toBeVisible()
  await page.getByRole('textbox', { name: /^Port/ }).fill(new URL(url).port)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.getByRole('switch', { name: /Use STARTTLS/ }).press('Space')
  await expect(page.getByRole('switch', { name: /Use STARTTLS/ })).not.toBeChecked()
  await page.getByRole('button', { name: 'Send test email' }).click()
  const said = page.getByRole('list', { name: 'SMTP log' })
  await expect(said).toContainText('235 in')
  await expect(page.locator('body')).not.toContainText('hush')
  await expectAccessible(page, { within: 'html' })
}

/** Sets the maximum file size. The form shows megabytes, but the API stores bytes. */
async function limitFiles(page: Page): Promise<void> {
  await page.goto('/admin/files')
  const limit = page.getByRole('textbox', { name: /^Maximum file size/ })
  await expect(limit).toHaveValue('25')
  await limit.fill('2.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(limit).toHaveValue('2.5')
}

async function deactivate(page: Page, email: string): Promise<void> {
  await page.goto('/admin/people')
  await page.getByRole('searchbox', { name: 'Find people' }).fill(email)
  const people = page.getByRole('list', { name: 'Find people' }).getByRole('listitem')
  await expect(people).toHaveCount(1)
  await people.getByRole('button').press('Enter')
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(people).toContainText('Deactivated')
  await people.getByRole('button').press('Enter')
  await page.getByRole('menuitem', { name: 'Reactivate' }).press('Enter')
  await expect(people).not.toContainText('Deactivated')
}

import { expect, type Page } from '@playwright/test'
import { hashPassword } from '#api/identity/sign-in/passwords.ts'
import { newId } from '#common/platform/ids.ts'
import { createSignedInUser, runSql } from '../../support/api-client.ts'
import { extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { type OpenIdTestProvider, startOpenIdTestProvider } from '../../support/open-id.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { expectAccessible } from '../support/axe.ts'
import { signUpOnPage } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

let openId: OpenIdTestProvider

/** Changes settings as an instance admin while the server is running. */
async function setUp(server: ServerProcess, settings: Record<string, string | null>): Promise<void> {
  const admin = await createSignedInUser(server, `admin-${newId().slice(-8)}@example.com`)
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [admin.id])
  await admin.call('updateConfigurations', { body: settings })
}

test.beforeEach(async ({ server }) => {
  openId = await startOpenIdTestProvider()
  openId.trust(server.url)
  await setUp(server, { ...openId.settings('OIDC'), OIDC_NAME: 'Example ID' })
})

test.afterEach(async ({ server }) => {
  await setUp(server, { IS_OIDC_ENABLED: '0' })
  await openId.close()
})

/** Signs in on the page of the provider. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('whatever')
  await page.keyboard.press('Enter')
}

const password = 'violet-harbour-92-kite'

/** Enters the password in the dialog as proof of identity, and confirms the dialog. */
async function prove(page: Page, confirm: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(password)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
}

test('a new user signs in with an external account', async ({ max: page }) => {
  await page.goto('/sign-up')
  await expectAccessible(page)
  const link = page.getByRole('link', { name: 'Continue with Example ID' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(link).toBeInViewport()
  await link.press('Enter')
  await signInThere(page, `nia-${newId().slice(-8)}`)
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByLabel('First name')).toHaveValue(/^nia/)
})

test('cancelling at the provider shows a message', async ({ max: page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Continue with Example ID' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('You cancelled the sign-in at the provider.')
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
})

test('an external account is linked with consent and unlinked on every screen', async ({
  ann,
  max,
  server,
}) => {
  const person = await signUpOnPage(server, ann, 'Ann')
  const hash = await hashPassword(password)
  await runSql(server.databaseUrl, 'update users set password_hash = $1 where id = $2', [hash, person.id])
  const slug = `acme-${newId().slice(-8)}`
  await person.call('createWorkspace', { body: { name: 'Acme', slug } })
  const login = `ann-${newId().slice(-8)}`
  openId.people.set(login, { email: person.email, email_verified: true })

  await max.goto('/')
  await max.getByRole('link', { name: 'Continue with Example ID' }).click()
  await signInThere(max, login)
  await expect(max.getByText(`An account with the email ${person.email}`)).toBeVisible()
  await expectAccessible(max)
  await max.getByRole('button', { name: 'Continue' }).click()
  await max.getByRole('button', { name: 'Use a code instead' }).click()
  await max.getByLabel('Code').pressSequentially(extractEmailCode(await waitForEmailTo(server, person.email)))
  await expect(max.getByRole('heading', { name: 'Link Example ID?' })).toBeVisible()
  await expectAccessible(max)
  await max.getByRole('button', { name: 'Link Example ID' }).click()
  await expect(max).toHaveURL(`/${slug}`)

  const security = `/${slug}/settings/profile/security`
  const linked = (page: Page) => page.getByRole('list', { name: 'Linked accounts' })
  await ann.goto(security)
  await expect(linked(ann)).toContainText(person.email)
  await expectAccessible(ann)
  await max.goto(security)
  await max.getByRole('button', { name: `Unlink Example ID ${person.email}` }).click()
  await expectAccessible(max)
  await prove(max, 'Unlink')
  await expect(linked(max)).toBeHidden()
  await expect(linked(ann)).toBeHidden()

  await ann.getByRole('button', { name: 'Link Example ID' }).click()
  await prove(ann, 'Link Example ID')
  await signInThere(ann, login)
  await expect(ann.getByText('You can now sign in with Example ID.')).toBeVisible()
  await expect(linked(max)).toContainText(person.email)
})

import { expect } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { generateAuthenticatorCode } from '../../support/two-factor.ts'
import { expectAccessible, expectAccessibleInThemes } from '../support/axe.ts'
import { clearBrowserSession, createTwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

const password = 'violet-harbour-92-kite'

test('security 32: an app is set up on a phone by keyboard, and then required elsewhere', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const { email, id } = team.ann
  await runSql(server.databaseUrl, 'update users set is_password_autoset = true where id = $1', [id])
  await ann.setViewportSize({ width: 390, height: 800 })
  await ann.goto(`/${team.slug}/settings/profile/security`)

  // A person without a password proves their identity with an emailed code.
  await ann.getByRole('button', { name: 'Set up authenticator app' }).press('Enter')
  const dialog = ann.getByRole('dialog')
  const code = dialog.getByRole('textbox', { name: 'Code' })
  await dialog.getByRole('button', { name: 'Send code' }).press('Enter')
  await code.fill(extractEmailCode(await waitForEmailTo(server, email)))
  await code.press('Enter')
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await expectAccessible(ann)
  await code.fill('000000')
  await code.press('Enter')
  await expect(dialog.getByText(/^Wrong code/)).toBeVisible()
  await code.fill(generateAuthenticatorCode(secret, -1))
  await code.press('Enter')
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = ''] = await codes.allTextContents()
  await expectAccessible(ann)
  // The codes are shown once, so Escape does not close the dialog.
  await ann.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'I’ve saved my codes' }).press('Enter')
  await expect(ann.getByText('10 of 10 recovery codes left', { exact: false })).toBeVisible()
  await ann.getByLabel('New password').fill(password)
  await ann.getByLabel('New password').press('Enter')
  await expect(ann.getByText('Password set')).toBeVisible()

  // Signs in as the same person on another computer.
  await clearBrowserSession(max)
  await enter(`/${team.slug}/projects`)
  await expectAccessibleInThemes(max)
  await max.getByLabel('Code').fill('000000')
  await max.getByLabel('Code').press('Enter')
  await expect(max.getByText(/^Wrong code/)).toBeVisible()
  await max.getByLabel('Code').fill(generateAuthenticatorCode(secret))
  await max.getByLabel('Code').press('Enter')
  await max.waitForURL(`**/${team.slug}/projects`)

  await clearBrowserSession(max)
  await enter(`/${team.slug}/projects`)
  await max.getByRole('button', { name: 'Use recovery code' }).press('Enter')
  await max.getByLabel('Recovery code').fill(first)
  await max.getByLabel('Recovery code').press('Enter')
  await max.waitForURL(`**/${team.slug}/projects`)

  // To remove the authenticator app, the person must enter a code of the app.
  await ann.reload()
  await expect(ann.getByText('9 of 10 recovery codes left', { exact: false })).toBeVisible()
  await expectAccessibleInThemes(ann)
  await ann.getByRole('button', { name: 'Remove authenticator app' }).press('Enter')
  await code.fill(generateAuthenticatorCode(secret, 1))
  await code.press('Enter')
  await expect(ann.getByText('Authenticator app removed')).toBeVisible()
  await expect(ann.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()

  async function enter(path: string): Promise<void> {
    await max.goto(`/?next_path=${encodeURIComponent(path)}`)
    await max.getByLabel('Email', { exact: true }).fill(email)
    await max.keyboard.press('Enter')
    await max.getByLabel('Password', { exact: true }).fill(password)
    await max.keyboard.press('Enter')
    await expect(max.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  }
})

test('security 32: a workspace requires two-factor authentication until the user sets it up', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const give = (id: string) =>
    runSql(server.databaseUrl, 'update users set has_second_factor = true where id = $1', [id])
  await runSql(server.databaseUrl, 'update users set is_password_autoset = true where id = $1', [team.max.id])
  await max.setViewportSize({ width: 390, height: 800 })
  await max.goto(team.board)
  await expect(max.getByRole('main')).toBeVisible()
  await ann.goto(`/${team.slug}/settings`)
  const asks = ann.getByRole('switch', { name: 'Require two-factor authentication' })
  await asks.press('Space')
  await expect(ann.getByText(/Set up two-factor authentication for your account first/)).toBeVisible()
  await expect(asks).not.toBeChecked()
  await give(team.ann.id)
  await asks.press('Space')
  const asked = ann.getByRole('alertdialog', { name: 'Require two-factor authentication?' })
  await expect(asked).toContainText('One member has not set it up: Max.')
  await expectAccessible(ann)
  await asked.getByRole('button', { name: 'Require' }).press('Enter')
  await expect(asks).toBeChecked()

  await expect(max.getByRole('heading', { name: 'Two-factor authentication required' })).toBeVisible()
  await expect(max.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
  await expectAccessibleInThemes(max)
  await max.getByRole('button', { name: 'Set up authenticator app' }).press('Enter')
  const dialog = max.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send code' }).press('Enter')
  const code = dialog.getByRole('textbox', { name: 'Code' })
  const mailed = async () => extractEmailCode(await waitForEmailTo(server, team.max.email))
  // Waits for the email with the code, because an earlier email contains the invitation and no code.
  await expect.poll(mailed).not.toBe('')
  await code.fill(await mailed())
  await code.press('Enter')
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await code.fill(generateAuthenticatorCode(secret))
  await code.press('Enter')
  await dialog.getByRole('button', { name: 'I’ve saved my codes' }).press('Enter')
  await expect(max.getByRole('heading', { name: 'Two-factor authentication required' })).toBeHidden()
  await expect(max.getByText('Backlog').first()).toBeVisible()
})

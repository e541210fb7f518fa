import { expect } from '@playwright/test'
import { sessionCookie } from '#api/platform/http/session.ts'
import { runSql } from '../../support/api-client.ts'
import { extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { freePort } from '../../support/free-port.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { expectAccessible, expectAccessibleInThemes } from '../support/axe.ts'
import { clearBrowserSession, createTwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

test('security 32: a passkey is added, signs in alone and after a code, is renamed and removed', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const { email, id, cookie } = team.ann
  await runSql(server.databaseUrl, 'update users set is_password_autoset = true where id = $1', [id])
  // Passkeys need a host name, so this server uses `localhost` instead of an IP address.
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const named = await startServerProcess(server.dataDir, {
    PORT: String(port),
    APP_URL: origin,
    DATABASE_URL: server.databaseUrl,
    TRUSTED_PROXIES: '1',
  })
  const devtools = await ann.context().newCDPSession(ann)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const value = cookie.slice(sessionCookie.length + 1)
  await ann.context().addCookies([{ name: sessionCookie, value, url: origin }])
  await ann.setViewportSize({ width: 390, height: 800 })
  await ann.goto(`${origin}/${team.slug}/settings/profile/security`)

  await ann.getByRole('button', { name: 'Add passkey' }).press('Enter')
  const dialog = ann.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send code' }).press('Enter')
  await dialog
    .getByRole('textbox', { name: 'Code' })
    .fill(extractEmailCode(await waitForEmailTo(server, email)))
  await dialog.getByRole('textbox', { name: 'Code' }).press('Enter')
  await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('button', { name: 'I’ve saved my codes' }).press('Enter')
  const keys = ann.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect(keys).toHaveCount(1)
  await ann.getByRole('button', { name: 'Rename Chrome on Linux' }).press('Enter')
  await dialog.getByLabel('Name').fill('My laptop')
  await expectAccessible(ann)
  await dialog.getByLabel('Name').press('Enter')
  await expect(keys).toContainText('My laptop')
  await expectAccessibleInThemes(ann)

  // Signs in with only the passkey.
  await clearBrowserSession(ann)
  await ann.goto(`${origin}/?next_path=${encodeURIComponent(`/${team.slug}/projects`)}`)
  await expectAccessible(ann)
  await ann.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await ann.waitForURL(`**/${team.slug}/projects`)

  await ann.goto(`${origin}/${team.slug}/settings/profile/security`)
  await expect(keys).toContainText('Last used')
  await ann.getByRole('button', { name: 'Remove My laptop' }).press('Enter')
  await dialog.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(ann.getByText('Passkey removed')).toBeVisible()
  await expect(keys).toHaveCount(0)
  await devtools.detach()
  await named.stop()
})

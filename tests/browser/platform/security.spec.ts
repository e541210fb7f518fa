import { expect } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { extractEmailCode, waitForEmailTo } from '../../support/browser-client.ts'
import { expectAccessible, expectAccessibleInThemes } from '../support/axe.ts'
import { clearBrowserSession, createTwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

const first = 'violet-harbour-92-kite'
const next = 'amber-lantern-17-fog'

test('security 37, 38: sessions, password and account by keys on a phone; what is ended elsewhere ends there at once', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await runSql(server.databaseUrl, 'update users set is_password_autoset = true where id = $1', [team.ann.id])
  await ann.setViewportSize({ width: 390, height: 800 })
  await ann.goto(`/${team.slug}/settings/profile/security`)
  await ann.getByLabel('New password').fill(first)
  await ann.keyboard.press('Enter')
  await expect(ann.getByText('Password set')).toBeVisible()
  await expectAccessible(ann)

  // The same person signs in on another device.
  await clearBrowserSession(max)
  await max.goto('/')
  await max.getByLabel('Email', { exact: true }).fill(team.ann.email)
  await max.keyboard.press('Enter')
  await max.getByLabel('Password', { exact: true }).fill(first)
  await max.keyboard.press('Enter')
  await max.waitForURL((url) => url.pathname !== '/')
  await max.goto(team.board)
  await expect(max.getByRole('main')).toBeVisible()
  const sessions = ann.getByRole('list', { name: 'Active sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This browser')
  await sessions
    .last()
    .getByRole('button', { name: /^Sign out Chrome on Linux/ })
    .focus()
  await ann.keyboard.press('Enter')
  await expect(sessions).toHaveCount(1)
  await max.waitForURL((url) => url.searchParams.has('next_path'))

  await ann.getByLabel('Current password').fill('wrong')
  await ann.getByLabel('New password').fill(next)
  await ann.keyboard.press('Enter')
  await expect(ann.getByText('The current password is wrong.')).toBeVisible()
  await ann.getByLabel('Current password').fill(first)
  await ann.keyboard.press('Enter')
  await expect(ann.getByText(/^Password changed/)).toBeVisible()
  // The test waits for the toast to disappear. A toast above a dialog overlaps buttons of the page behind it,
  // which axe reports as too small targets.
  await expect(ann.getByText(/^Password changed/)).toBeHidden()

  const email = `moved-${team.ann.email}`
  await ann.getByLabel('New email').fill(email)
  await ann.keyboard.press('Enter')
  const asked = ann.getByRole('dialog', { name: `Change your email to ${email}?` })
  await asked.getByLabel('Current password').fill('wrong')
  await ann.keyboard.press('Enter')
  await expect(asked.getByText('The current password is wrong.')).toBeVisible()
  await expectAccessible(ann)
  await asked.getByLabel('Current password').fill(next)
  await ann.keyboard.press('Enter')
  await expect(asked).toBeHidden()
  await ann.getByLabel('Code').fill(extractEmailCode(await waitForEmailTo(server, email)))
  await ann.keyboard.press('Enter')
  await expect(ann.getByText('Email changed')).toBeVisible()
  await expect(ann.getByText('Email changed')).toBeHidden()

  const way = ann.getByRole('button', { name: 'Deactivate account' })
  await way.focus()
  await ann.keyboard.press('Enter')
  const dialog = ann.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Deactivate account' })).toBeDisabled()
  await dialog.getByRole('textbox').fill(email)
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'Deactivate account' }).press('Enter')
  await expect(dialog.getByText(/only admin of the workspace “Acme”|You are an instance admin/)).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await ann.goto(`/${team.slug}/settings/profile/general`)
  await ann.getByLabel('Start screen').click()
  await ann.getByRole('option', { name: 'Projects' }).click()
  await expect(ann.getByText('Profile saved')).toBeVisible()
  await expectAccessibleInThemes(ann)
  await ann.goto('/')
  await ann.waitForURL(`**/${team.slug}/projects`)
})

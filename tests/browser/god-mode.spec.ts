import { expect, type Page } from '@playwright/test'
import { runSql } from '../support/api-client.ts'
import { startSmtp } from '../support/smtp.ts'
import { expectAccessible } from './support/axe.ts'
import { makeTeam } from './support/team.ts'
import { test } from './support/test.ts'

const sections = [
  ...['General', 'Authentication', 'E-mail', 'Files', 'Workspaces', 'People', 'Jobs', 'Health'],
  'Audit log',
]

const fileLimit = `select value from instance_settings where key = 'FILE_SIZE_LIMIT'`

test('the installation is looked after by keyboard, by its admins alone', async ({ ann, max, server }) => {
  const team = await makeTeam(server, { ann, max })
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [team.ann.id])
  const smtp = await startSmtp('hush hush')
  try {
    await ann.goto(`/${team.slug}`)
    await ann.getByRole('button', { name: /account and settings/ }).click()
    await ann.getByRole('menuitem', { name: 'Installation' }).click()
    await expect(ann).toHaveURL(/\/god-mode\/general$/)
    for (const section of sections) await visit(ann, section)
    await setUpMail(ann, smtp.url)
    expect(smtp.received.map(({ to }) => to)).toEqual([team.ann.email])
    await limitFiles(ann)
    expect((await runSql(server.databaseUrl, fileLimit))[0]).toEqual({ value: '2621440' })
    await deactivate(ann, team.max.email)
    await max.goto('/god-mode')
    await expect(max.getByText('Only admins of the installation come in here')).toBeHidden()
  } finally {
    await runSql(server.databaseUrl, 'delete from instance_settings')
    await smtp.close()
  }
})

test('who is no admin of the installation is not let in', async ({ ann, max, server }) => {
  await makeTeam(server, { ann, max })
  await max.goto('/god-mode/people')
  await expect(max.getByText('Only admins of the installation come in here')).toBeVisible()
  await expectAccessible(max)
})

/** By keys alone, at both widths. */
async function visit(page: Page, section: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Installation' }).getByRole('link', { name: section })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: section, level: 1 })).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function setUpMail(page: Page, url: string): Promise<void> {
  await page.goto('/god-mode/email')
  await page.getByRole('textbox', { name: /^Server/ }).fill('127.0.0.1')
  await page.getByRole('textbox', { name: /^Port/ }).fill('0')
  await page.getByRole('textbox', { name: /^Password/ }).fill('hush hush')
  await page.getByRole('textbox', { name: /^User/ }).fill('tandem')
  await page.keyboard.press('Enter')
  await expect(page.getByText('must be a whole number from 1 to 65535')).toBeVisible()
  await page.getByRole('textbox', { name: /^Port/ }).fill(new URL(url).port)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved. It counts at once.')).toBeVisible()
  await page.getByRole('switch', { name: /Encrypt by STARTTLS/ }).press('Space')
  await expect(page.getByRole('switch', { name: /Encrypt by STARTTLS/ })).not.toBeChecked()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const said = page.getByRole('list', { name: 'What was said' })
  await expect(said).toContainText('235 in')
  await expect(page.locator('body')).not.toContainText('hush')
  await expectAccessible(page)
}

/** People write megabytes; bytes are kept. */
async function limitFiles(page: Page): Promise<void> {
  await page.goto('/god-mode/files')
  const limit = page.getByRole('textbox', { name: /^One file at most/ })
  await expect(limit).toHaveValue('5')
  await limit.fill('2.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved. It counts at once.')).toBeVisible()
  await page.reload()
  await expect(limit).toHaveValue('2.5')
}

async function deactivate(page: Page, email: string): Promise<void> {
  await page.goto('/god-mode/people')
  await page.getByRole('searchbox', { name: 'Find people' }).fill(email)
  const people = page.getByRole('list', { name: 'Find people' }).getByRole('listitem')
  await expect(people).toHaveCount(1)
  await people.getByRole('button').press('Enter')
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(people).toContainText('Deactivated')
  await people.getByRole('button').press('Enter')
  await page.getByRole('menuitem', { name: 'Let in again' }).press('Enter')
  await expect(people).not.toContainText('Deactivated')
}

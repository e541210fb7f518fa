import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { createItem, makeTeam } from './support/team.ts'
import { test } from './support/test.ts'

test('a project is published, read by a stranger, and no longer', async ({ browser, server, ann, max }) => {
  const team = await makeTeam(server, { ann, max })
  await createItem(team, 'Draw the map')
  await ann.goto(`/${team.slug}/settings/projects/${team.project_id}/publish`)
  await ann.getByRole('button', { name: 'Publish project' }).click()
  const link = await ann.getByLabel('Link', { exact: true }).inputValue()
  await expectAccessible(ann, { name: 'publishing' })
  const context = await browser.newContext({ baseURL: server.url })
  const stranger = await context.newPage()
  await stranger.goto(new URL(link).pathname)
  await expect(stranger.getByRole('heading', { name: 'Atlas' })).toBeVisible()
  await stranger.getByRole('button', { name: 'Draw the map' }).click()
  await expect(stranger.getByRole('dialog', { name: 'Draw the map' })).toContainText('No description')
  await stranger.keyboard.press('Escape')
  await stranger.getByRole('button', { name: 'List', exact: true }).click()
  await expect(stranger.getByRole('button', { name: 'Draw the map' })).toBeVisible()
  await expectAccessible(stranger, { name: 'published board' })
  await ann.getByRole('button', { name: 'Stop publishing' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Stop publishing' }).click()
  await expect(ann.getByText('This project is not published')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByText('Nothing is published here')).toBeVisible()
  await context.close()
})

import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('a project is subscribed in a calendar, listed and deleted', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  const { slug, project_id } = team
  const body = { name: 'Ship it', target_date: '2999-01-01' }
  await team.ann.call('createWorkItem', { params: { slug, project_id }, body })
  await visit(ann, team.board)
  const menu = ann.getByRole('button', { name: 'Actions for Atlas' }).first()
  await menu.click()
  await ann.getByRole('menuitem', { name: 'Subscribe in calendar' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Subscribe in calendar' })
  await expect(dialog).toContainText('the dates in “Atlas”')
  await dialog.getByRole('button', { name: 'Create address' }).click()
  const made = ann.getByRole('dialog', { name: 'Copy the address now' })
  const address = await made.getByRole('textbox', { name: 'Address' }).inputValue()
  const link = made.getByRole('link', { name: 'Open in calendar app' })
  await expect(link).toHaveAttribute('href', address.replace('http:', 'webcal:'))
  await expectAccessible(ann)
  const path = server.url + new URL(address).pathname
  expect(await (await fetch(path)).text()).toContain('SUMMARY:ATL-1 Ship it')
  await made.getByRole('button', { name: 'Done' }).click()
  await ann.getByRole('button', { name: 'Close without copying' }).click()

  await visit(ann, `/${team.slug}/settings/profile/calendars`)
  const lines = ann.getByRole('list', { name: 'Calendars' }).getByRole('listitem')
  await expect(lines).toContainText([/Atlas.*Acme · Loaded now/])
  await lines.getByRole('button').click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Delete address' }).click()
  await expect(ann.getByText('No calendar addresses')).toBeVisible()
  expect((await fetch(path)).status).toBe(404)
})

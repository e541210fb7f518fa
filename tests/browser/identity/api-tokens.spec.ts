import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('a token is created, shown once, used by a program and deleted', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await visit(ann, `/${team.slug}/settings/profile/api-tokens`)
  await ann.getByRole('button', { name: 'New token' }).click()
  const dialog = ann.getByRole('dialog', { name: 'New API token' })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly import')
  await ann.keyboard.press('Enter')
  const made = ann.getByRole('dialog', { name: 'Copy your token now' })
  const key = await made.getByRole('textbox', { name: 'Token' }).inputValue()
  await expectAccessible(ann)
  await made.getByRole('button', { name: 'Done' }).click()
  const question = ann.getByRole('alertdialog', { name: 'Close without copying?' })
  await question.getByRole('button', { name: 'Back' }).click()
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await made.getByRole('button', { name: 'Copy token' }).click()
  await made.getByRole('button', { name: 'Done' }).click()
  const tokens = ann.getByRole('list', { name: 'API tokens' }).getByRole('listitem')
  await expect(tokens).toContainText([/Nightly import.*Read and write · Acme · Expires .* · Never used/])

  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const path = `/api/workspaces/${team.slug}/projects/${team.project_id}/issues/`
  await visit(max, team.board)
  const body = JSON.stringify({ name: 'By a program' })
  const answer = await fetch(server.url + path, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  await expect(max.getByRole('main').getByText('By a program')).toBeVisible()

  await ann.reload()
  await expect(tokens).toContainText(['Last used now'])
  await expect(ann.locator('body')).not.toContainText(key)
  await expectAccessible(ann)
  await ann.getByRole('button', { name: 'Delete Nightly import' }).click()
  await ann.getByRole('button', { name: 'Delete token' }).click()
  await expect(ann.getByText('No API tokens')).toBeVisible()
  expect((await fetch(server.url + path, { headers })).status).toBe(401)
})

import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('an admin creates a service account, and its work is marked as the work of an agent', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await visit(ann, `/${team.slug}/settings/service-accounts`)
  await expect(ann.getByText('No service accounts yet')).toBeVisible()
  await ann.getByRole('button', { name: 'New service account' }).click()
  const form = ann.getByRole('dialog', { name: 'New service account' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Release agent')
  await expect(form.getByText('Without a project, the account has access to no work items.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Projects' }).click()
  await ann.getByRole('option', { name: 'Atlas' }).click()
  await ann.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Create service account' }).click()
  const actions = ann.getByRole('button', { name: 'Actions for Release agent' })
  await expectAccessible(ann)
  await ann.getByRole('button', { name: 'New token' }).click()
  await ann.getByRole('dialog', { name: 'New API token' }).getByRole('textbox', { name: 'Name' }).fill('CI')
  await ann.keyboard.press('Enter')
  const made = ann.getByRole('dialog', { name: 'Copy your token now' })
  const key = await made.getByRole('textbox', { name: 'Token' }).inputValue()
  await made.getByRole('button', { name: 'Done' }).click()
  await ann.getByRole('button', { name: 'Close without copying' }).click()
  await expect(ann.getByRole('dialog', { name: 'API tokens of Release agent' })).toContainText('CI')
  await ann.keyboard.press('Escape')
  const rows = ann.getByRole('list', { name: 'Service accounts' }).getByRole('listitem')
  await expect(rows).toContainText([/Release agent.*Member · Atlas · Owner: .* · Never used/])
  await expect(rows.getByRole('img', { name: 'Agent' })).toBeVisible()

  await visit(max, team.board)
  const path = `${server.url}/api/workspaces/${team.slug}/projects/${team.project_id}/issues/`
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const me = await fetch(`${server.url}/api/workspaces/${team.slug}/workspace-members/me/`, { headers })
  const { member } = await me.json()
  const body = JSON.stringify({ name: 'By an agent', assignee_ids: [member] })
  expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(201)
  await expect(max.getByRole('main').getByText('By an agent')).toBeVisible()
  await expect(max.getByRole('main').getByRole('img', { name: /agent/i }).first()).toBeVisible()

  await actions.click()
  await ann.getByRole('menuitem', { name: 'Disable' }).click()
  await expect(rows).toContainText(['Disabled'])
  expect((await fetch(path, { headers })).status).toBe(401)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).not.toContainText(['Disabled'])
  expect((await fetch(path, { headers })).status).toBe(200)
})

import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('an admin adds a chat channel, changes it, switches it off and deletes it', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await visit(ann, `/${team.slug}/settings/projects/${team.project_id}/chat`)
  await ann.getByRole('button', { name: 'Add channel' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Add channel' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('#atlas')
  await dialog.getByRole('textbox', { name: 'Webhook URL' }).fill('https://chat.example/hooks/secret')
  await dialog.getByRole('checkbox', { name: 'Comments' }).click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('{{title}}')
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await expect(dialog.getByText('Use only the listed placeholders.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('{{project}}: {{message}}')
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  const line = ann.getByRole('list', { name: 'Chat' }).getByRole('listitem')
  await expect(line).toContainText('Slack · chat.example · No messages yet')
  await expect(line).toContainText('New work items, State changes')
  await expectAccessible(ann)

  const choose = async (action: string) => {
    await line.getByRole('button', { name: 'Actions for' }).click()
    await ann.getByRole('menuitem', { name: action }).click()
  }
  // The name `chat.example` never exists, and the row explains that without a code of the system.
  await choose('Send test message')
  await expect(line).toContainText(
    /The last message failed: (The address chat.example was not found|chat.example)/,
    {
      timeout: 30_000,
    },
  )
  await expect(line).not.toContainText('No messages yet')
  await choose('Edit channel')
  const form = ann.getByRole('dialog', { name: 'Edit channel' })
  await form.getByRole('textbox', { name: 'Name' }).fill('#ship')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(line).toContainText('#ship')
  await line.getByRole('switch', { name: 'Send messages to #ship' }).click()
  await ann.reload()
  await expect(line.getByRole('switch')).not.toBeChecked()
  await choose('Delete channel')
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Delete channel' }).click()
  await expect(ann.getByText('No channels yet')).toBeVisible()
})

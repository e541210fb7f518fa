import { expect } from '@playwright/test'
import { isWebhookSignatureValid, startWebhookReceiver } from '../../support/receiver.ts'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('a webhook is made, tells, is tried by hand, redelivered, switched off and deleted', async ({
  ann,
  max,
  server,
}) => {
  const receiver = await startWebhookReceiver()
  const team = await createTwoUserProject(server, { ann, max })
  await visit(ann, `/${team.slug}/settings`)
  await ann.getByRole('navigation', { name: 'Workspace settings' }).getByText('Webhooks').click()
  await expect(ann.getByText('No webhooks yet')).toBeVisible()
  await ann.getByRole('button', { name: 'New webhook' }).click()
  const dialog = ann.getByRole('dialog', { name: 'New webhook' })
  const address = dialog.getByRole('textbox', { name: 'URL' })
  await address.fill('ftp://example.com')
  await ann.keyboard.press('Enter')
  await expect(dialog.getByText('Enter a URL that starts')).toBeVisible()
  await address.fill('http://10.0.0.1/')
  await ann.keyboard.press('Enter')
  await expect(dialog.getByText('This URL is not public.')).toBeVisible()
  await address.fill(receiver.url)
  await dialog.getByRole('checkbox', { name: 'Comments' }).click()
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const made = ann.getByRole('dialog', { name: 'Copy the secret now' })
  const secret = await made.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(secret).toMatch(/^tandem_wh_/)
  await made.getByRole('button', { name: 'Done' }).click()
  await ann.getByRole('button', { name: 'Close without copying' }).click()
  const webhooks = ann.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
  await expect(webhooks).toContainText([/Projects · Work items · Cycles and their work items/])

  await team.max.call('createWorkItem', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Told outside' },
  })
  await expect.poll(() => receiver.received.length).toBe(1)
  const [told] = receiver.received
  expect(told && isWebhookSignatureValid(told, secret)).toBe(true)
  await webhooks.getByRole('link', { name: receiver.url }).click()
  await expect(ann.locator('body')).not.toContainText(secret)
  const deliveries = ann.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
  await expect(deliveries).toContainText([/issue\.created.*Response 204/])
  await deliveries.first().getByRole('button').focus()
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('region', { name: 'Request' })).toContainText('"name": "Told outside"')
  await expectAccessible(ann)
  receiver.answer = (response) => void response.writeHead(418).end('short and stout')
  await ann.getByRole('button', { name: 'Redeliver' }).click()
  await expect(deliveries).toContainText([/Response 418/, /Response 204/])
  expect(receiver.received.at(-1)?.raw).toBe(told?.raw)
  await ann.getByRole('button', { name: 'Send test' }).click()
  await expect(deliveries).toContainText([/test.*Response 418/, /Response 418/, /Response 204/])
  await ann.setViewportSize({ width: 390, height: 800 })
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await deliveries.first().getByRole('button').first().click()
  await expect(ann.getByRole('region', { name: 'Response' })).toContainText('short and stout')
  await expectAccessible(ann)
  await ann.setViewportSize({ width: 1280, height: 800 })

  await ann.getByRole('link', { name: 'All webhooks' }).click()
  await ann.getByRole('switch', { name: `Deliver events to ${receiver.url}` }).click()
  await expect(ann.getByText('Webhook turned off')).toBeVisible()
  await visit(max, `/${team.slug}/settings/webhooks`)
  await expect(max.getByText('Only admins can change workspace settings')).toBeVisible()
  await ann.reload()
  await expect(ann.getByRole('switch')).not.toBeChecked()
  await webhooks.getByRole('link', { name: receiver.url }).click()
  await ann.getByRole('button', { name: 'Delete webhook' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
  await expect(ann.getByText('No webhooks yet')).toBeVisible()
  expect(receiver.received).toHaveLength(3)
  await receiver.close()
})

import { expect } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

test('settings choose emails and push messages by keyboard and remove a browser', async ({
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await runSql(
    server.databaseUrl,
    `insert into push_devices (id, user_id, session_hash, endpoint, p256dh, auth, user_agent)
     select gen_random_uuid(), user_id, token_hash, 'https://push.example/' || token_hash, '', '',
       'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
     from sessions where user_id = $1`,
    [team.ann.id],
  )
  await ann.setViewportSize({ width: 390, height: 844 })
  const { config } = await team.ann.call('getInstance', {})
  await ann.goto(`/${team.slug}/settings/profile/notifications`)
  const noMails = ann.getByText('Email is not set up on this server yet')
  if (config.is_smtp_configured) await expect(noMails).toBeHidden()
  else await expect(noMails).toBeVisible()
  const byPush = ann.getByRole('switch', { name: 'Comments: browser' })
  await byPush.focus()
  await ann.keyboard.press('Space')
  await expect(byPush).not.toBeChecked()
  await expect(ann.getByRole('switch', { name: 'Comments: email' })).toBeChecked()
  const wishes = () => team.ann.call('getNotificationPreferences', {})
  await expect.poll(async () => (await wishes()).push_comment).toBe(false)
  const device = ann.getByRole('listitem').filter({ hasText: 'Firefox on Linux' })
  await expect(device).toContainText('This browser')
  await expectAccessible(ann)
  await device.getByRole('button', { name: /^Turn off notifications/ }).click()
  await expect(device).toHaveCount(0)
  expect(await team.ann.call('listPushDevices', {})).toEqual([])
})

/**
 * Properties that the test adds to the global scope of the service worker. A headless browser displays no
 * notifications, so the test replaces `showNotification` by a function that adds each notification to
 * `shown`.
 */
interface Shown {
  shown: string[]
  open(path: string): Promise<unknown>
}

test('a push message is shown by the worker, and clicking it opens its item in a tab', async ({
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const context = ann.context()
  await context.grantPermissions(['notifications'])
  await ann.goto(team.board)
  const cdp = await context.newCDPSession(ann)
  // The browser also reports registrations that earlier tests have removed, so only the registration of the running
  // service worker counts.
  const running = new Map<string, string>()
  cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { registrationId, scriptURL, status } of versions)
      if (status === 'activated') running.set(scriptURL, registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  const started = context.waitForEvent('serviceworker')
  await ann.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js')
    await navigator.serviceWorker.ready
  })
  const worker = await started
  await worker.evaluate(() => {
    const own = globalThis as unknown as Shown
    own.shown = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      own.shown.push(`${title}: ${options?.body}`)
    }
  })
  const path = `/${team.slug}/projects`
  const script = `${server.url}/service-worker.js`
  await expect.poll(() => running.has(script)).toBe(true)
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId: running.get(script) ?? '',
    data: JSON.stringify({ title: 'ATL-1 Lamps', body: 'Max commented', path, tag: 'one' }),
  })
  await expect
    .poll(() => worker.evaluate(() => (globalThis as unknown as Shown).shown))
    .toEqual(['ATL-1 Lamps: Max commented'])
  // Retries the click, because the page may not listen to the service worker yet. Errors are ignored: without
  // a real click, the browser does not allow the service worker to focus the tab.
  await expect(async () => {
    await worker.evaluate((to) => (globalThis as unknown as Shown).open(to), path).catch(() => {})
    await expect(ann).toHaveURL(new RegExp(`${path}$`), { timeout: 500 })
  }).toPass()
})

import { setPriority } from 'node:os'
import { BrowserClient } from '../support/browser-client.ts'
import { sendToParent } from './child.ts'

interface Wish {
  url: string
  /** The email addresses of the accounts. Each account receives one wrong password. */
  emails: string[]
  /** The beginning of the clients' IP addresses. Each client has a different address, as in a botnet. */
  network: string
}

// Clients usually run on another machine, so this process must not take CPU time from the server.
setPriority(10)

/**
 * The first message prepares the clients. The second message sends one wrong password for each account at the
 * same time, and reports when all responses have arrived.
 */
process.once('message', async (wish: Wish) => {
  const browsers = wish.emails.map((_, at) => new BrowserClient(wish, `${wish.network}.${at}`))
  await Promise.all(browsers.map((browser) => browser.csrfToken()))
  process.once('message', async () => {
    await Promise.all(
      browsers.map((browser, at) =>
        browser.post('signIn', { email: wish.emails[at] ?? '', password: 'wrong' }),
      ),
    )
    sendToParent({ over: true })
  })
  sendToParent({ ready: true })
})

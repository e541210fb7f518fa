import { setPriority } from 'node:os'
import { BrowserClient } from '../support/browser-client.ts'
import { tell } from './child.ts'

interface Wish {
  url: string
  /** The accounts. Each receives one wrong password. */
  emails: string[]
  /** The prefix of the client addresses, as in a botnet. */
  network: string
}

// Clients usually run on another machine, so this process must not take CPU time from the server.
setPriority(10)

/**
 * Prepares at the first message and reports that it is ready. At the second, sends a wrong password to each account at once and reports when all are
 * answered.
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
    tell({ over: true })
  })
  tell({ ready: true })
})

import { setPriority } from 'node:os'
import { BrowserClient } from '../support/browser-client.ts'
import { tell } from './child.ts'

interface Wish {
  url: string
  /** One address is guessed at by each. */
  emails: string[]
  /** The first bytes of the addresses that they come from, as those of a botnet do. */
  network: string
}

// A client is another machine: what this one computes must not take the processors from the server.
setPriority(10)

/** Gets ready at the first message, and tells so; at the second sends a wrong password to each at once, and tells when all are answered. */
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

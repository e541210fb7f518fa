import type { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'

/** What travels with a request through the middleware. */
export interface HttpEnv {
  Bindings: HttpBindings
  Variables: {
    request_id: string
    mutation_id: string | null
    /** The caller's address, after the trusted proxies. */
    address: string
    log: Logger
    /** Runs once the transaction is committed, for example setting a cookie. */
    after_commit: (() => void)[]
    /** What `sendBodies` sends. */
    body: Readable | undefined
  }
}

import type { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'

/** The variables that middleware sets on a request. */
export interface HttpEnv {
  Bindings: HttpBindings & {
    /**
     * True for a call that the server makes while it handles another request, because the rate limit has already
     * counted that request. Clients cannot set it.
     */
    isCounted?: true
  }
  Variables: {
    request_id: string
    mutation_id: string | null
    /** The client's address. Behind trusted proxies, it is the address that they report. */
    address: string
    log: Logger
    /** Functions to run after the commit, for example to set a cookie. */
    after_commit: (() => void)[]
    /** The stream that the middleware `streamFileBodies` sends. */
    body: Readable | undefined
  }
}

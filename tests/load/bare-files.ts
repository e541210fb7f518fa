import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sendToParent } from './child.ts'

/**
 * A minimal file server as baseline: it writes a body to a file and syncs it to disk, and sends a file. The
 * difference to Tandem's server is the overhead of Tandem.
 */
const folder = process.argv[2] ?? ''
const [draft, file] = [join(folder, 'draft'), join(folder, 'file')]

const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    await pipeline(request, createWriteStream(draft, { flush: true }))
    await rename(draft, file)
    response.writeHead(204).end()
  } else {
    await pipeline(createReadStream(file), response)
  }
})
server.listen(0, '127.0.0.1', () =>
  sendToParent({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
)

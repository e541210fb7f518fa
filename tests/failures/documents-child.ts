import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startDocumentsNode } from '../support/documents-server.ts'

/**
 * Runs a document server in a child process, for tests that kill it: `node documents-child.ts <database url>`.
 * Answers each message with the bytes of memory in use after a garbage collection.
 */
const node = await startDocumentsNode(process.argv[2] ?? '', { timing: { idle: 60_000, longest: 60_000 } })
process.send?.(node.origin)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
process.on('message', async () => {
  // Node frees the memory of a closed socket in the next iterations of the event loop.
  for (let time = 0; time < 3; time++) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startDocumentsNode } from '../support/documents-server.ts'

/**
 * A document server in a process of its own, for tests that kill it: `node documents-child.ts <database url>`. Whoever writes to it is told
 * the bytes that it holds when all garbage is gone.
 */
const node = await startDocumentsNode(process.argv[2] ?? '', { timing: { idle: 60_000, longest: 60_000 } })
process.send?.(node.origin)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
process.on('message', async () => {
  // What a socket held is let go of in the turns after its end.
  for (let time = 0; time < 3; time++) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})

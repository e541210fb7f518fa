import { startDocumentsNode } from '../realtime/documents-server.ts'

/** A document server in a process of its own, for tests that kill it: `node documents-child.ts <database url>`. */
const node = await startDocumentsNode(process.argv[2] ?? '', { timing: { idle: 60_000, longest: 60_000 } })
process.send?.(node.origin)

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

const common = fileURLToPath(new URL('../common/', import.meta.url))
const resolvedId = '\0virtual:calls'

/**
 * Serves the module `virtual:calls`. It contains the method and the path of each API call, but not the Zod schemas.
 * A new Node process reads the declarations of the calls each time, because a process cannot import a changed ES
 * module again.
 */
export function virtualCallsPlugin(): Plugin {
  return {
    name: 'tandem:calls',
    resolveId: (id) => (id === 'virtual:calls' ? resolvedId : undefined),
    async load(id) {
      if (id !== resolvedId) return
      return `export const calls = ${await readCalls()}`
    },
    configureServer(server) {
      server.watcher.add(common)
      server.watcher.on('change', (file) => {
        if (!file.startsWith(common)) return
        const known = server.environments.client.moduleGraph.getModuleById(resolvedId)
        if (!known) return
        server.environments.client.moduleGraph.invalidateModule(known)
        server.environments.client.hot.send({ type: 'full-reload' })
      })
    },
  }
}

async function readCalls(): Promise<string> {
  const script = `
    const { calls } = await import(${JSON.stringify(new URL('../common/calls.ts', import.meta.url).href)})
    process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, [call.method, call.path]]))))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    maxBuffer: 2 ** 24,
  })
  return stdout
}

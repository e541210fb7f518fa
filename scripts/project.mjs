import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

/** Path of the Node version that package-lock.json pins. It runs TypeScript directly. */
export const pinnedNodePath = join(
  projectFolder,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * Options that limit V8's young generation to 8 MB. With its default, the server would use about 50 MB more
 * without a benefit. `Dockerfile` has the same option.
 */
export const serverNodeOptions = ['--max-semi-space-size=8']
export const serverArguments = [...serverNodeOptions, 'server.ts']

/** Environment variable of Node's compile cache, which halves the start time of a process. */
const compiled = { NODE_COMPILE_CACHE: join(projectFolder, 'node_modules/.cache/compiled') }

/**
 * Runs a program in the project folder and forwards signals. Resolves with its exit code. The signal `ends`
 * stops the program.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, ends?: AbortSignal }} [options]
 * @returns {Promise<number>}
 */
export function runProgram(program, args, { env = {}, ends } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd: projectFolder,
      env: { ...compiled, ...process.env, ...env },
      stdio: 'inherit',
    })
    const handOn = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    for (const signal of handedOn) process.on(signal, handOn)
    ends?.addEventListener('abort', () => child.kill())
    child.once('error', failed)
    child.once('exit', (code, signal) => {
      for (const each of handedOn) process.off(each, handOn)
      done(code ?? (signal ? 1 : 0))
    })
  })
}

/**
 * Like `run`, with the pinned Node.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, ends?: AbortSignal }} [options]
 */
export function runNode(args, options) {
  return runProgram(pinnedNodePath, args, options)
}

/**
 * Exits with the code that `main` resolves to. Prints errors without a stack. With `--help`, prints only the
 * usage.
 * @param {string | null} usage Null if the program prints its own usage.
 * @param {() => Promise<number>} main
 */
export async function runAsCommand(usage, main) {
  const args = process.argv.slice(2)
  if (usage !== null && (args.includes('--help') || args.includes('-h'))) return console.log(`\n  ${usage}\n`)
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(`\n  ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}

/** @type {NodeJS.Signals[]} */
const handedOn = ['SIGINT', 'SIGTERM', 'SIGHUP']

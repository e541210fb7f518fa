import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project = fileURLToPath(new URL('..', import.meta.url))

/** The Node that package-lock.json pins: it runs TypeScript as it is, whatever Node the host has. */
export const pinnedNode = join(
  project,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * How Node serves. For new objects it would take some 50 MB more by default, from which requests of ours gain nothing; megabytes, as
 * `Dockerfile` has them too.
 */
export const serverOptions = ['--max-semi-space-size=8']
export const serverArguments = [...serverOptions, 'server.ts']

/** Where Node keeps what it has made of our TypeScript and of the libraries: a process that finds it starts in half the time. */
const compiled = { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/compiled') }

/**
 * Runs a program in the project's folder, hands signals on to it and resolves to its exit code. `ends` ends it from here.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, ends?: AbortSignal }} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, { env = {}, ends } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd: project,
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
 * As `run`, with the pinned Node.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, ends?: AbortSignal }} [options]
 */
export function runNode(args, options) {
  return run(pinnedNode, args, options)
}

/**
 * Ends with the exit code that `main` resolves to; what it throws is for a person to read. With `--help` only the usage is printed.
 * @param {string | null} usage Null when the program that is run explains itself.
 * @param {() => Promise<number>} main
 */
export async function runAsCommand(usage, main) {
  const asked = process.argv.slice(2)
  if (usage !== null && (asked.includes('--help') || asked.includes('-h')))
    return console.log(`\n  ${usage}\n`)
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(`\n  ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}

/** @type {NodeJS.Signals[]} */
const handedOn = ['SIGINT', 'SIGTERM', 'SIGHUP']

import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { createStepRunner } from './parts.mjs'
import { runAsCommand, runNode } from './project.mjs'

/**
 * File in which the compiler stores its state, so that it only checks changed files and their dependents
 * again.
 */
const known = 'node_modules/.cache/types.tsbuildinfo'

const checks = [
  {
    heading: 'Types',
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', known],
  },
  {
    heading: 'Lint, format',
    args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'],
  },
  { heading: 'Order of folders', args: ['scripts/borders.mjs'] },
  { heading: 'Names of files and exports', args: ['scripts/names.mjs'] },
  { heading: 'Words of comments and names', args: ['scripts/words.mjs'] },
  { heading: 'Languages', args: ['scripts/locales.mjs'] },
  { heading: 'Unused code and dependencies', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
]

/**
 * Runs all checks, even if some fail. Resolves with the names of the failed checks.
 * @param {import('./parts.mjs').Parts} parts
 */
export async function runChecks(parts) {
  const failed = []
  for (const { heading, args } of checks) {
    if ((await parts.run(heading, () => runNode(args))) !== 0) failed.push(heading)
  }
  return failed
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runAsCommand(
    'npm run check   checks types, lint, the order of folders, names, languages and unused code',
    async () => {
      await ensureInstalled()
      const parts = createStepRunner()
      const failed = await runChecks(parts)
      console.log(`\n${parts.report()}`)
      console.log(failed.length > 0 ? `\nFailed: ${failed.join('; ')}` : '\nEverything is in order.')
      return failed.length > 0 ? 1 : 0
    },
  )
}

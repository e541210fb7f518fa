import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectFolder, runAsCommand } from './project.mjs'

const layers = ['common', 'api', 'realtime', 'web']

const declaration =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm

/**
 * Finds names that two files of one layer declare and export, because developers would confuse them. A type
 * and a value with the same name in one file count as one name.
 * @param {Map<string, string>} files the text of each source file, by its path from the root of the project
 * @returns {string[]} a sentence for each name
 */
export function findDuplicateExports(files) {
  /** @type {Map<string, Set<string>>} */
  const declared = new Map()
  for (const [path, text] of files)
    for (const [, name] of text.matchAll(declaration)) {
      const key = `${path.split('/')[0]}: ${name}`
      declared.set(key, (declared.get(key) ?? new Set()).add(path))
    }
  return [...declared]
    .filter(([, paths]) => paths.size > 1)
    .map(([key, paths]) => `${key} is exported by ${[...paths].join(' and ')}: give each its own name.`)
}

/**
 * Finds files in one folder whose names differ only in plural, case or hyphens, such as `Card.tsx` and `cards.ts`.
 * @param {string[]} paths from the root of the project
 * @returns {string[]} a sentence for each pair
 */
export function findSimilarFileNames(paths) {
  /** @type {Map<string, string>} */
  const seen = new Map()
  const found = []
  for (const path of paths) {
    const name = posix.basename(path).replace(/\.\w+$/, '')
    const key = `${posix.dirname(path)}/${name.replaceAll('-', '').toLowerCase().replace(/s$/, '')}`
    const other = seen.get(key)
    if (other !== undefined)
      found.push(`${path} is named like ${other}: say in the name of each file what is in it.`)
    seen.set(key, path)
  }
  return found
}

/** @returns {Map<string, string>} */
function readSources() {
  const paths = layers.flatMap((layer) => globSync(`${layer}/**/*.{ts,tsx}`, { cwd: projectFolder }))
  return new Map(
    paths
      .map((path) => path.split('\\').join('/'))
      .sort()
      .map((path) => [path, readFileSync(posix.join(projectFolder, path), 'utf8')]),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runAsCommand(
    'node scripts/names.mjs   finds exports and files that a reader could mistake for each other',
    async () => {
      const sources = readSources()
      const twice = findDuplicateExports(sources)
      const alike = findSimilarFileNames([...sources.keys()])
      for (const fault of [...twice, ...alike]) console.log(fault)
      console.log(
        `${twice.length} names that a layer exports twice; ${alike.length} files that are named alike.`,
      )
      return twice.length + alike.length > 0 ? 1 : 0
    },
  )
}

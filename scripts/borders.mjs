import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { allowedOrderExceptions, foldersByArea } from './areas.mjs'
import { projectFolder, runAsCommand } from './project.mjs'

/** Names of the layers whose folders are grouped into areas. */
const layers = ['common', 'api', 'web']

/** Names of folders that belong to no area: translations and static files. */
const otherFolders = ['locales', 'public']

/** Matches `from './a.ts'`, `import './a.ts'` and `import('./a.ts')`, including `import type`. */
const imports = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.[^'"\n]+)\1/g

/**
 * Finds violations of the order in `areas`: folders that are not listed, imports of later folders, and
 * exceptions that are no longer needed. An `import type` counts like any other import. The order rules out
 * import cycles between folders, except through the allowed imports.
 * @param {Map<string, string>} files the text of each source file, by its path from the root of the project
 * @param {Record<string, string[]>} order the folders of each area
 * @param {string[]} allowed imports that may break the order, such as `api: work/labels -> pages/pages`
 * @returns {string[]} a sentence for each violation
 */
export function findImportOrderViolations(files, order, allowed) {
  const places = Object.entries(order).flatMap(([area, folders]) =>
    folders.map((folder) => (folder === '.' ? area : `${area}/${folder}`)),
  )
  const rank = new Map(places.map((place, at) => [place, at]))
  /** @type {Map<string, string[]>} */
  const against = new Map()
  /** @type {Set<string>} */
  const unlisted = new Set()
  for (const [path, text] of files) {
    const from = folderOf(path)
    if (from === null) continue
    const at = rank.get(from)
    if (at === undefined) {
      unlisted.add(`${path.split('/')[0]}/${from} is in no area: add it to scripts/areas.mjs.`)
      continue
    }
    for (const target of targetsOf(path, text)) {
      const to = folderOf(target) ?? 'the root of the layer'
      if ((rank.get(to) ?? Number.POSITIVE_INFINITY) <= at || isOther(target)) continue
      const key = `${path.split('/')[0]}: ${from} -> ${to}`
      against.set(key, [...(against.get(key) ?? []), `${path} imports ${target}`])
    }
  }
  const faults = [...against].filter(([key]) => !allowed.includes(key)).flatMap(([, found]) => found)
  const unneeded = allowed.filter((key) => !against.has(key))
  return [
    ...unlisted,
    ...faults.map((found) => `${found}, which stands later in scripts/areas.mjs.`),
    ...unneeded.map((key) => `"${key}" is no longer needed: delete its line in scripts/areas.mjs.`),
  ]
}

/**
 * Finds tests outside the areas. Tests of `common`, `api`, `web` and `browser` are grouped like the code.
 * @param {string[]} paths of the test files from the root of the project
 * @param {string[]} areaNames
 * @returns {string[]} a sentence for each test in a wrong folder
 */
export function findMisplacedTests(paths, areaNames) {
  return paths
    .filter((path) => !areaNames.includes(path.split('/').slice(2, -1).join('/')))
    .map((path) => `${path} is in no area: move it into a folder that scripts/areas.mjs names.`)
}

/**
 * Returns the folder of a file within its layer, such as `work/listing`, or null for a file at the root of
 * the layer.
 * @param {string} path
 */
function folderOf(path) {
  const [, area, ...rest] = path.split('/')
  if (rest.length === 0 || area === undefined) return null
  return rest.length === 1 ? area : `${area}/${rest[0]}`
}

/** @param {string} path */
function isOther(path) {
  return otherFolders.includes(path.split('/')[1] ?? '')
}

/**
 * Returns the files of the same layer that a file imports.
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
function targetsOf(path, text) {
  const layer = path.split('/')[0]
  return [...text.matchAll(imports)]
    .map(([, , source = '']) => posix.normalize(posix.join(posix.dirname(path), source)))
    .filter((target) => target.startsWith(`${layer}/`))
}

/** @returns {Map<string, string>} */
function readSources() {
  const paths = layers.flatMap((layer) => globSync(`${layer}/**/*.{ts,tsx}`, { cwd: projectFolder }))
  return new Map(
    paths
      .map((path) => path.split('\\').join('/'))
      .filter((path) => !isOther(path))
      .map((path) => [path, readFileSync(posix.join(projectFolder, path), 'utf8')]),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runAsCommand(
    'node scripts/borders.mjs   checks that folders import in the order of scripts/areas.mjs',
    async () => {
      const pairs = Object.keys(allowedOrderExceptions)
      const tests = globSync('tests/{common,api,web,browser}/**/*.{test,spec}.{ts,tsx}', {
        cwd: projectFolder,
      })
      const faults = [
        ...findImportOrderViolations(readSources(), foldersByArea, pairs),
        ...findMisplacedTests(tests, Object.keys(foldersByArea)),
      ]
      for (const fault of faults) console.log(fault)
      console.log(
        `${faults.length} faults; ${pairs.length} pairs of folders import against the order for a reason.`,
      )
      return faults.length > 0 ? 1 : 0
    },
  )
}

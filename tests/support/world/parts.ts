import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call } from '#common/platform/call.ts'
import type { CreatorColumn, FeatureFixture } from './part.ts'
import type { TestRowIds } from './side.ts'

const folder = join(import.meta.dirname, 'parts')

/** The fixtures of all features. The order allows each fixture to refer to rows of earlier fixtures. */
export const featureFixtures: FeatureFixture[] = inOrder(await load())

async function load(): Promise<Map<string, FeatureFixture>> {
  const found = new Map<string, FeatureFixture>()
  for (const file of readdirSync(folder).toSorted()) {
    const { featureFixture } = (await import(pathToFileURL(join(folder, file)).href)) as {
      featureFixture: FeatureFixture
    }
    found.set(file.replace(/\.ts$/, ''), featureFixture)
  }
  return found
}

function inOrder(found: Map<string, FeatureFixture>): FeatureFixture[] {
  const ordered = new Set<FeatureFixture>()
  const add = (name: string, ...above: string[]) => {
    const part = found.get(name)
    if (part === undefined || above.includes(name))
      throw new Error(`tests/support/world/parts/${above[0]}.ts cannot come after ${name}`)
    for (const before of part.after ?? []) add(before, name, ...above)
    ordered.add(part)
  }
  for (const name of found.keys()) add(name)
  return [...ordered]
}

export const projectRowParams = new Set(featureFixtures.flatMap((part) => part.insideProject ?? []))
export const projectOrWorkspaceRowParams = new Set(featureFixtures.flatMap((part) => part.ofWorkspace ?? []))
export const creatorColumns: Record<string, CreatorColumn> = Object.assign(
  {},
  ...featureFixtures.map((part) => part.madeRows),
)

/** Returns the value of the path parameter `place` that addresses a row of `side`. */
export function getPathParamValue(call: Call, place: string, side: TestRowIds): string {
  const value =
    firstOf(featureFixtures, (part) => part.placesOfCall?.(side, call)[place]) ??
    firstOf(featureFixtures, (part) => part.places?.(side, call)[place])
  if (value !== undefined) return value
  throw new Error(`No file in tests/support/world/parts has a row for {${place}} in ${call.path}. Add one.`)
}

/** Returns the value of a field of a query or body, by the field's name. */
export function getTestValueForField(field: string, side: TestRowIds): string | undefined {
  return firstOf(featureFixtures, (part) => part.fields?.(side)[field])
}

/**
 * Returns the value of a field that has another meaning in this call. It replaces the result of `getTestValueForField`.
 */
export function getCallSpecificFieldValue(call: Call, field: string, side: TestRowIds): string | undefined {
  return firstOf(featureFixtures, (part) => part.fieldsOfCall?.(side, call)[field])
}

function firstOf<T, R>(all: T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

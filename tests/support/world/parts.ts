import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call } from '#common/platform/call.ts'
import type { MadeRow, WorldPart } from './part.ts'
import type { TestRowIds } from './side.ts'

const folder = join(import.meta.dirname, 'parts')

/** The parts of all features, in an order in which each part can refer to rows of earlier parts. */
export const parts: WorldPart[] = inOrder(await load())

async function load(): Promise<Map<string, WorldPart>> {
  const found = new Map<string, WorldPart>()
  for (const file of readdirSync(folder).toSorted()) {
    const { part } = (await import(pathToFileURL(join(folder, file)).href)) as { part: WorldPart }
    found.set(file.replace(/\.ts$/, ''), part)
  }
  return found
}

function inOrder(found: Map<string, WorldPart>): WorldPart[] {
  const ordered = new Set<WorldPart>()
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

export const insideProject = new Set(parts.flatMap((part) => part.insideProject ?? []))
export const ofWorkspace = new Set(parts.flatMap((part) => part.ofWorkspace ?? []))
export const madeRows: Record<string, MadeRow> = Object.assign({}, ...parts.map((part) => part.madeRows))

/** Returns the value in the path for a row of `side`. */
export function pathValue(call: Call, place: string, side: TestRowIds): string {
  const value =
    firstOf(parts, (part) => part.placesOfCall?.(side, call)[place]) ??
    firstOf(parts, (part) => part.places?.(side, call)[place])
  if (value !== undefined) return value
  throw new Error(`No file in tests/support/world/parts has a row for {${place}} in ${call.path}. Add one.`)
}

/** Returns the value of a field of a query or body, by the field's name. */
export function fieldValue(field: string, side: TestRowIds): string | undefined {
  return firstOf(parts, (part) => part.fields?.(side)[field])
}

/**
 * Returns the value of a field that has another meaning in this call. It replaces the result of `fieldValue`.
 */
export function fieldValueOfCall(call: Call, field: string, side: TestRowIds): string | undefined {
  return firstOf(parts, (part) => part.fieldsOfCall?.(side, call)[field])
}

function firstOf<T, R>(all: T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

import type { SourceItem } from './source-item.ts'

/** Describes how to detect and read one JSON format. */
export interface JsonReader {
  kind: 'json'
  /** Returns true if the parsed file has this format. */
  detects(json: unknown): boolean
  read(json: unknown): SourceItem[]
}

/** Describes how to detect and read one XML format. */
export interface XmlReader {
  kind: 'xml'
  detects(text: string): boolean
  read(text: string): SourceItem[]
}

/**
 * Returns the items of a parsed file. The file is a list of items, or an object that contains this list in a field
 * with one of these names.
 */
export function listIn(json: unknown, ...names: readonly string[]): unknown[] {
  if (Array.isArray(json)) return json
  for (const name of names) {
    const list: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : null
    if (Array.isArray(list)) return list
  }
  return []
}

/** Returns true if the value is an object that has all of these fields. */
export function hasNames(value: unknown, ...names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && names.every((name) => name in value)
}

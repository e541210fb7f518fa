import type { FieldErrors } from './errors.ts'
import { holdsControlCharacters, isStorable } from './text.ts'

/** Twice as deep as any document, whose nodes stand in lists; what is deeper could not be walked by those who come after. */
const maxDepth = 250

interface Part {
  value: unknown
  /** The names that lead to it from the outermost object. */
  path: Path | null
}

interface Path {
  name: string
  up: Path | null
  depth: number
}

/**
 * What no field can take, whatever its schema says: text that PostgreSQL cannot hold, names with control characters, names that
 * mean something to JavaScript, endless nesting. Field → what is wrong, the first that is found; of a name, where it stands.
 */
export function unstorable(sent: unknown): FieldErrors {
  // A stack of its own: a body may be nested as deep as it is long.
  const parts: Part[] = [{ value: sent, path: null }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { value, path } = part
    if (typeof value === 'string' && !isStorable(value)) {
      return problemAt(path, 'Text cannot hold NUL or half of a surrogate pair.')
    }
    if (typeof value !== 'object' || value === null) continue
    const depth = (path?.depth ?? 0) + 1
    if (depth > maxDepth) return problemAt(outermost(path), 'This is nested too deeply.')
    for (const [name, inner] of Object.entries(value)) {
      const problem = nameProblem(name)
      if (problem !== null) return problemAt(path, problem)
      parts.push({ value: inner, path: { name, up: path, depth } })
    }
  }
  return {}
}

function nameProblem(name: string): string | null {
  if (name === '__proto__') return 'No field is called __proto__.'
  const isName = isStorable(name) && !holdsControlCharacters(name)
  return isName ? null : 'Control characters are not allowed in names.'
}

function problemAt(path: Path | null, problem: string): FieldErrors {
  const names: string[] = []
  for (let at = path; at !== null; at = at.up) names.unshift(at.name)
  return { [names.join('.') || 'non_field_errors']: [problem] }
}

function outermost(path: Path | null): Path | null {
  return path?.up ? outermost(path.up) : path
}

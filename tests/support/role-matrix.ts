import type { Call } from '#common/platform/call.ts'

export interface RoleMatrix {
  note(call: Call, verdicts: (string | number)[]): void
  /**
   * Returns the table as text, sorted by area and path, with one row for each call and one column for each
   * person.
   */
  text(people: string[]): string
}

/**
 * Creates the table of roles and calls, which people read and edit by hand. The test compares the server with
 * the table, so that a permission that was added by mistake appears as a difference. A dot means that the
 * call is allowed.
 */
export function roleMatrix(): RoleMatrix {
  const rows = new Map<string, string>()
  return {
    note({ area, method, path }, verdicts) {
      const cells = verdicts.map((verdict) => (verdict === 'open' ? '.' : String(verdict)).padEnd(3))
      rows.set(`${area} ${path} ${method}`, `${cells.join(' ')}  ${method.padEnd(6)} ${path}`)
    },
    text(people) {
      const legend = people.map((name, at) => `${String(at + 1).padStart(2)}  ${name}`)
      const head = people.map((_, at) => String(at + 1).padEnd(3)).join(' ')
      const lines: string[] = []
      let last = ''
      for (const [key, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const [area = ''] = key.split(' ')
        if (area !== last) lines.push('', `${head}  ${area}`)
        last = area
        lines.push(row)
      }
      const meaning = `Who may make which call: . is let through, 401 not signed in, 403 not allowed, 404 not found for them. Of a row that others made.`
      return `${[meaning, '', ...legend, ...lines].join('\n')}\n`
    },
  }
}

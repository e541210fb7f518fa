import type { Call } from '#common/platform/call.ts'

export interface RoleMatrix {
  note(call: Call, verdicts: (string | number)[]): void
  /** Under each other, in order of areas and paths; a column for each person. */
  text(people: string[]): string
}

/**
 * Who may make which call, as a table that people read and change by hand: what the server does is compared with it, so a right that widens
 * by mistake is seen in the table's difference. A dot is "let through".
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

/**
 * One line of the report. `verdict` states whether the budget is met, or is null for a measurement without a
 * budget.
 */
export interface LoadReportRow {
  what: string
  value: string
  /** The result of the baseline (such as a bare server) in the same run, and the ratio of the measured result to it. */
  baseline?: string
  budget?: string
  verdict?: boolean | null
}

const heads = ['what', 'value', 'baseline, ratio', 'budget', '']

export function formatReportTable(rows: LoadReportRow[]): string {
  const lines = [heads, ...rows.map(cells)]
  const widths = heads.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const written = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [written[0], rule, ...written.slice(1)].join('\n')
}

function cells({ what, value, baseline = '', budget = '', verdict = null }: LoadReportRow): string[] {
  return [what, value, baseline, budget, verdict === null ? '' : verdict ? 'kept' : 'MISSED']
}

/** Returns the value below which the share `part` of the samples lies (0.95 for the 95th percentile). */
export function percentile(samples: number[], part: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`
}

export function formatQuantiles(samples: number[], upper: number): string {
  return `p50 ${milliseconds(percentile(samples, 0.5))}, p${upper * 100} ${milliseconds(percentile(samples, upper))}`
}

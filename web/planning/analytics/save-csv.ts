import { csv } from '#common/platform/csv.ts'

/** Downloads rows as a CSV file. */
export function saveCsv(name: string, rows: Parameters<typeof csv>[0]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csv(rows)], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // Browsers read the file after the click event, so its URL must stay valid for some time.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

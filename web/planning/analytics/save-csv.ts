import { csv } from '#common/platform/csv.ts'

/** Saves rows as a file of comma-separated values in the browser's folder for downloads. */
export function saveCsv(name: string, rows: Parameters<typeof csv>[0]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([csv(rows)], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // Browsers read the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

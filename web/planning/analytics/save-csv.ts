import { toCsv } from '#common/platform/csv.ts'
import { saveBlob } from './save-png.ts'

/** Downloads rows as a CSV file. */
export function saveCsv(name: string, rows: Parameters<typeof toCsv>[0]): void {
  saveBlob(name, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
}

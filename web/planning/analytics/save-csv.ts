import { csv } from '#common/platform/csv.ts'
import { saveBlob } from './save-png.ts'

/** Downloads rows as a CSV file. */
export function saveCsv(name: string, rows: Parameters<typeof csv>[0]): void {
  saveBlob(name, new Blob([csv(rows)], { type: 'text/csv;charset=utf-8' }))
}

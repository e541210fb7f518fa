import { itemImportFormatNames } from '#common/sharing/item-imports/format-names.ts'
import type { ItemImportFormat } from '#common/sharing/item-imports/rules.ts'
import type { t } from '../../locales/i18n.ts'

export function importFormatName(format: ItemImportFormat, translate: typeof t): string {
  return format === 'csv' ? translate('itemImports.table') : itemImportFormatNames[format]
}

import { type ImportField, importFields } from '#common/sharing/item-imports/rules.ts'
import type { ItemImportPreview, ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import { formatNumber } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Select } from '../../platform/ui/Select.tsx'
import { importFieldNames } from './field-names.ts'
import { MappingSection } from './MappingSection.tsx'

interface ColumnMappingProps {
  preview: ItemImportPreview
  onChange: (patch: ItemImportSettings) => void
}

/** The value of the select for a column that is not imported. No field has this name. */
const nothing = 'nothing'

/** Lists the columns of a table with the field that each of them fills. */
export function ColumnMapping({ preview, onChange }: ColumnMappingProps) {
  const { t } = useTranslation()
  const { columns, settings } = preview
  const options: { value: ImportField | typeof nothing; label: string }[] = [
    { value: nothing, label: t('itemImports.notImported') },
    ...importFields.map((field) => ({ value: field, label: t(importFieldNames[field]) })),
  ]
  const setColumn = (at: number, value: ImportField | typeof nothing) =>
    onChange({
      columns: settings.columns.map((field, index) =>
        index === at ? (value === nothing ? null : value) : field,
      ),
    })
  return (
    <MappingSection
      title={t('itemImports.columns')}
      summary={t('itemImports.columnsUsed', {
        used: formatNumber(settings.columns.filter((field) => field !== null).length),
        number: formatNumber(columns.length),
      })}
      count={columns.length}
    >
      <ul className="flex flex-col">
        {columns.map((column, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same name
            key={at}
            className="flex flex-col gap-1.5 border-b border-line py-2 last:border-0 sm:flex-row sm:items-center sm:gap-4"
          >
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">
                <bdi>{column.name}</bdi>
              </p>
              <p className="truncate text-sm text-faint">
                <bdi>{column.samples.join(' · ')}</bdi>
              </p>
            </div>
            <Select
              label={t('itemImports.fieldOf', { name: column.name })}
              className="w-full sm:w-56"
              value={settings.columns[at] ?? nothing}
              onChange={(value) => setColumn(at, value)}
              options={options}
            />
          </li>
        ))}
      </ul>
    </MappingSection>
  )
}

import { itemImportFormats } from '#common/sharing/item-imports/rules.ts'
import type { ItemImportPreview, ItemImportSettings } from '#common/sharing/item-imports/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Checkbox } from '../../platform/ui/Checkbox.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { importFieldNames } from './field-names.ts'
import { importFormatName } from './format-names.ts'

interface ImportChoicesProps {
  settings: ItemImportSettings
  /** The preview of the import. Is null until the first preview has been loaded. */
  preview: ItemImportPreview | null
  onChange: (patch: ItemImportSettings) => void
}

const optionalFields = [
  ...(['labels', 'cycle', 'modules', 'estimate', 'comments', 'links', 'attachments', 'history'] as const),
]

/** Lets the user choose the format of the file, the order of day and month in dates, and the fields to import. */
export function ImportChoices({ settings, preview, onChange }: ImportChoicesProps) {
  const { t } = useTranslation()
  const left = settings.leaves_out ?? []
  const isOrderNeeded = preview?.asks_date_order === true || settings.date_order !== undefined
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('exports.format')} hint={t('itemImports.formatHint')}>
        <Select
          value={settings.format ?? preview?.format ?? null}
          // Reset the mappings of columns and values, because they were made for the previous format.
          onChange={(format) =>
            onChange({ format, columns: undefined, states: undefined, priorities: undefined })
          }
          options={itemImportFormats.map((format) => ({ value: format, label: importFormatName(format, t) }))}
        />
      </Field>
      {isOrderNeeded && (
        <div className="flex flex-col items-start gap-1.5">
          <span aria-hidden className="text-sm font-medium text-soft">
            {t('itemImports.dateOrder')}
          </span>
          <SegmentedControl
            label={t('itemImports.dateOrder')}
            value={settings.date_order ?? ''}
            onChange={(order) => onChange({ date_order: order === 'mdy' ? 'mdy' : 'dmy' })}
            options={[
              { value: 'dmy', label: t('itemImports.dayFirst') },
              { value: 'mdy', label: t('itemImports.monthFirst') },
            ]}
          />
        </div>
      )}
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium text-soft">{t('itemImports.includes')}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {optionalFields.map((name) => (
            <Checkbox
              key={name}
              checked={!left.includes(name)}
              onChange={(isOn) =>
                onChange({ leaves_out: isOn ? left.filter((one) => one !== name) : [...left, name] })
              }
            >
              {t(name === 'history' ? 'itemImports.history' : importFieldNames[name])}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

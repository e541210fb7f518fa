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
  /** Null while the file is read for the first time. */
  preview: ItemImportPreview | null
  onChange: (patch: ItemImportSettings) => void
}

const optionalFields = ['labels', 'cycle', 'modules', 'estimate', 'comments', 'links'] as const

/** The format of the file, the order of dates, and the fields that can be left out. */
export function ImportChoices({ settings, preview, onChange }: ImportChoicesProps) {
  const { t } = useTranslation()
  const left = settings.leaves_out ?? []
  const isOrderNeeded = preview?.asks_date_order === true || settings.date_order !== undefined
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('exports.format')} hint={t('itemImports.formatHint')}>
        <Select
          value={settings.format ?? preview?.format ?? null}
          // The columns and values belong to the former format.
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
              {t(importFieldNames[name])}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

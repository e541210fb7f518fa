import { getDisplaySetting, type PropertyName } from '#common/work/listing/properties.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { findProperty, type ShownProperties } from '../properties/registry.ts'

interface PropertyTogglesProps {
  offered: readonly PropertyName[]
  shown: ShownProperties
  onChange: (shown: Partial<ShownProperties>) => void
}

/** Toggles for the properties that are shown in addition to the title. */
export function PropertyToggles({ offered, shown, onChange }: PropertyTogglesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="border-t border-line p-3">
      <legend className="contents">
        <span className="mb-2 block text-soft">{t('display.properties')}</span>
      </legend>
      <div className="flex flex-wrap gap-1">
        {offered.map((one) => {
          const name = findProperty(one)?.name
          const setting = getDisplaySetting(one)
          if (name === undefined || setting === undefined) return null
          return (
            <button
              key={name}
              type="button"
              aria-pressed={shown[setting]}
              onClick={() => onChange({ [setting]: !shown[setting] })}
              className="touch-target h-6 rounded-sm border border-line px-2 text-sm text-faint transition-colors hover:bg-hover aria-pressed:border-line-strong aria-pressed:bg-active aria-pressed:text-text"
            >
              {t(`properties.${name}`)}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

import type { OfferedProperty } from '#common/listing/options.ts'
import { useTranslation } from '../../locales/i18n.ts'

interface PropertyTogglesProps {
  offered: readonly OfferedProperty[]
  shown: Record<OfferedProperty, boolean>
  onChange: (name: OfferedProperty, isShown: boolean) => void
}

/** Which properties an item shows besides its title. */
export function PropertyToggles({ offered, shown, onChange }: PropertyTogglesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="border-t border-line p-3">
      <legend className="contents">
        <span className="mb-2 block text-soft">{t('display.properties')}</span>
      </legend>
      <div className="flex flex-wrap gap-1">
        {offered.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown[name]}
            onClick={() => onChange(name, !shown[name])}
            className="touch-target h-6 rounded-sm border border-line px-2 text-sm text-faint transition-colors hover:bg-hover aria-pressed:border-line-strong aria-pressed:bg-active aria-pressed:text-text"
          >
            {t(`display.property.${name}`)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

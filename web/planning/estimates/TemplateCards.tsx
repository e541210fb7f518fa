import { formatEstimateValue } from '#common/planning/estimates/rules.ts'
import { type EstimateTemplate, estimateTemplates } from '#common/planning/estimates/templates.ts'
import { formatDuration } from '../../locales/durations.ts'
import { useTranslation } from '../../locales/i18n.ts'

const names = Object.keys(estimateTemplates) as EstimateTemplate[]
const types = ['points', 'categories', 'time'] as const

/** Lists the templates by type, each with its values. */
export function TemplateCards({ onChoose }: { onChoose: (name: EstimateTemplate) => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-6">
      {types.map((type) => (
        <section key={type} aria-label={t(`estimates.types.${type}`)} className="flex flex-col gap-2">
          <h3 className="font-strong">{t(`estimates.types.${type}`)}</h3>
          <p className="text-sm text-soft text-pretty">{t(`estimates.typeText.${type}`)}</p>
          <ul className="grid gap-2 sm:grid-cols-2">
            {names
              .filter((name) => estimateTemplates[name].type === type)
              .map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    onClick={() => onChoose(name)}
                    className="flex h-full w-full flex-col gap-1.5 rounded-lg border border-line px-3.5 py-3 text-ui-start transition-colors hover:border-line-strong hover:bg-hover"
                  >
                    <span className="font-medium">{t(`estimates.templates.${name}`)}</span>
                    <span className="text-sm text-faint tabular">
                      {isOwn(name)
                        ? t('estimates.ownText')
                        : estimateTemplates[name].values
                            .map((value) => formatEstimateValue(type, value, formatDuration))
                            .join(' · ')}
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function isOwn(name: EstimateTemplate): boolean {
  return name.startsWith('own_')
}

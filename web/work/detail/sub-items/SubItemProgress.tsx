import { useTranslation } from '../../../locales/i18n.ts'

/** Progress bar and text for completed items. */
export function SubItemProgress({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-2 text-sm text-faint tabular">
      <span aria-hidden className="h-1 w-14 overflow-hidden rounded-full bg-active">
        <span
          className="block h-full rounded-full bg-state-completed transition-[width]"
          style={{ width: `${(100 * done) / total}%` }}
        />
      </span>
      {t('workItems.subItems.done', { done, total })}
    </span>
  )
}

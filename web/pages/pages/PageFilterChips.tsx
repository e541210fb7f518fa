import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { FilterChip } from '../../work/listing/filters/FilterChip.tsx'
import { isFilterUnfinished, type PropertyFilter } from '../../work/listing/filters/leaf.ts'

interface PageFilterChipsProps {
  projectId: string | null
  filters: readonly PropertyFilter[]
  /** A new filter without values. The filter is not applied until it has values. */
  draft: PropertyFilter | null
  onDraft: (filter: PropertyFilter | null) => void
  onChange: (filters: PropertyFilter[]) => void
}

/** Chips to edit the filters of a page list. Each property has at most one filter. */
export function PageFilterChips({ projectId, filters, draft, onDraft, onChange }: PageFilterChipsProps) {
  const { t } = useTranslation()
  const shown =
    draft === null || filters.some(({ property }) => property === draft.property)
      ? filters
      : [...filters, draft]
  const others = ({ property }: PropertyFilter) => filters.filter((one) => one.property !== property)
  return (
    <div className="scroll-quiet flex min-h-control min-w-0 flex-wrap items-center gap-1.5 border-b border-line px-3 py-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:*:shrink-0">
      {shown.map((filter) => (
        <FilterChip
          key={filter.property}
          projectId={projectId}
          filter={filter}
          isNew={filter.property === draft?.property}
          onChange={(next) => {
            if (isFilterUnfinished(next)) onDraft(next)
            const at = shown.findIndex(({ property }) => property === next.property)
            const changed = shown.with(at, next)
            onChange(changed.filter((one) => !isFilterUnfinished(one)))
          }}
          onChosen={() => onDraft(null)}
          onRemove={() => {
            onDraft(null)
            onChange(others(filter))
          }}
        />
      ))}
      {filters.length > 0 && (
        <Button size="sm" variant="ghost" onClick={() => onChange([])}>
          {t('filters.clear')}
        </Button>
      )}
    </div>
  )
}

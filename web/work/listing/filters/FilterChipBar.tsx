import { useTranslation } from '../../../locales/i18n.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Chip } from '../../../platform/ui/Chip.tsx'
import type { ListingScope } from '../scopes.ts'
import { FilterChip } from './FilterChip.tsx'
import { canAddFilterTwice, type FilterBarEntry, type PropertyFilter } from './leaf.ts'

interface FilterChipsProps {
  scope: ListingScope
  parts: readonly FilterBarEntry[]
  /** Index of the new filter whose value picker is open. */
  draft: number | null
  onReplace: (at: number, filter: PropertyFilter) => void
  onRemove: (at: number) => void
  onChosen: () => void
  onClear: (() => void) | null
}

/** The active filters as chips. Loaded only if there are any. */
export function FilterChipBar({
  scope,
  parts,
  draft,
  onReplace,
  onRemove,
  onChosen,
  onClear,
}: FilterChipsProps) {
  const { t } = useTranslation()
  return (
    <div className="scroll-quiet flex min-h-control min-w-0 flex-wrap items-center gap-1.5 max-sm:-m-1 max-sm:flex-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:p-1 max-sm:*:shrink-0">
      {parts.map((part, at) =>
        part.kind === 'filter' ? (
          <FilterChip
            // The key stays the same when the filter gets its first value, so that the open picker stays
            // mounted.
            key={
              canAddFilterTwice(part.filter.property) ? `${part.filter.property} ${at}` : part.filter.property
            }
            projectId={scope.context.project_id}
            filter={part.filter}
            isNew={at === draft}
            onChange={(filter) => onReplace(at, filter)}
            onChosen={onChosen}
            onRemove={() => onRemove(at)}
          />
        ) : (
          <Chip
            key={JSON.stringify(part.expression)}
            name={t('filters.other')}
            parts={[{ tone: 'value', content: t('filters.other') }]}
            onRemove={() => onRemove(at)}
          />
        ),
      )}
      {onClear && (
        <Button size="sm" variant="ghost" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      )}
    </div>
  )
}

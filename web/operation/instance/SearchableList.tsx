import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { InstanceLoadedContent } from './InstanceLoadedContent.tsx'
import type { PagedRows } from './use-paged-rows.ts'

/** Returns the text of a search field, and the debounced text for the query. */
export function useDebouncedSearchText(): { typed: string; search: string; type: (words: string) => void } {
  const [typed, type] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(setSearch, 200, typed)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, search, type }
}

interface Props<Row> {
  label: string
  typed: string
  onType: (words: string) => void
  paged: PagedRows<Row>
  children: (row: Row) => ReactNode
}

/** A searchable list that loads more rows on demand. */
export function SearchableList<Row extends { id: string }>({
  label,
  typed,
  onType,
  paged,
  children,
}: Props<Row>) {
  const { t } = useTranslation()
  return (
    <>
      <Input
        type="search"
        icon={<Search />}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <InstanceLoadedContent of={paged}>
        <p className="text-sm text-soft" aria-live="polite">
          {t('instance.found', { count: paged.total })}
        </p>
        {paged.rows.length === 0 ? (
          <EmptyState compact title={t('instance.nothingFound')} />
        ) : (
          <ul className="flex flex-col" aria-label={label}>
            {paged.rows.map((row) => (
              <li key={row.id} className="flex items-start gap-3 border-b border-line py-3 last:border-0">
                {children(row)}
              </li>
            ))}
          </ul>
        )}
        {paged.more !== null && (
          <Button className="self-start" onClick={paged.more}>
            {t('instance.more')}
          </Button>
        )}
      </InstanceLoadedContent>
    </>
  )
}

import { useEffect } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'

interface LoadMoreLineProps {
  group: string
  /** Number of loaded items of the group. */
  loaded: number
  loading: boolean
  onMore: (group: string) => void
}

/** Line after the last loaded item of a group. When it is rendered near the viewport, it loads the next page. */
export function LoadMoreLine({ group, loaded, loading, onMore }: LoadMoreLineProps) {
  const { t } = useTranslation()
  // A page is requested once per length of the list. If it cannot be loaded, the user can press the button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the list has moved when more rows are loaded
  useEffect(() => onMore(group), [group, loaded, onMore])
  return (
    <button
      type="button"
      disabled={loading}
      onClick={() => onMore(group)}
      className="flex h-row w-full items-center border-b border-line px-gutter ps-10 text-soft hover:bg-hover hover:text-text coarse:h-11"
    >
      {loading ? t('ui.loading') : t('workItems.showMore')}
    </button>
  )
}

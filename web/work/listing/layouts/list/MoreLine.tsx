import { useEffect } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'

interface MoreLineProps {
  group: string
  /** How many of the group are loaded. */
  loaded: number
  loading: boolean
  onMore: (group: string) => void
}

/** The end of what is loaded of a group. It is drawn when it comes near, and then asks for the next page by itself. */
export function MoreLine({ group, loaded, loading, onMore }: MoreLineProps) {
  const { t } = useTranslation()
  // Asked once for each length, so that a page that does not come is left to a press.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list has another end
  useEffect(() => onMore(group), [group, loaded, onMore])
  return (
    <button
      type="button"
      disabled={loading}
      onClick={() => onMore(group)}
      className="flex h-row w-full items-center border-b border-line px-gutter pl-10 text-soft hover:bg-hover hover:text-text coarse:h-11"
    >
      {loading ? t('ui.loading') : t('workItems.showMore')}
    </button>
  )
}

import { ChevronDown, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'

interface ListGroupProps {
  name: string
  icon: ReactNode
  total: number
  folded: boolean
  onFold: () => void
  onAdd: (() => void) | undefined
}

export function ListGroup({ name, icon, total, folded, onFold, onAdd }: ListGroupProps) {
  const { t } = useTranslation()
  return (
    <div className="flex h-9 items-center gap-2 bg-sunken pr-3 pl-2 font-strong">
      <button
        type="button"
        aria-expanded={!folded}
        onClick={onFold}
        className="touch-target flex h-7 min-w-0 items-center gap-2 rounded-sm px-2 hover:bg-hover"
      >
        <ChevronDown
          className={cx('text-icon-faint transition-transform', folded && '-rotate-90')}
          aria-hidden
        />
        {icon}
        <span className="truncate">{name}</span>
        <span className="font-medium text-faint tabular">{total}</span>
      </button>
      {onAdd && (
        <IconButton
          className="ml-auto"
          size="sm"
          label={t('workItems.addTo', { name })}
          icon={<Plus />}
          onClick={onAdd}
        />
      )}
    </div>
  )
}

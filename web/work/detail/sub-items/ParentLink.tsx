import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { EpicIcon } from '../../cycles-modules-epics/EpicIcon.tsx'
import { parentProperty as property } from '../../listing/properties/parent.tsx'
import { formatItemKey, getItemPath } from '../../work-items/actions.ts'
import { useLoadMissingItem } from '../use-load-missing-item.ts'

interface ParentLinkProps {
  row: WorkItemRow
  onOpen?: ((id: string) => void) | undefined
}

/** Link from a sub-item to its parent. */
export function ParentLink({ row, onOpen }: ParentLinkProps) {
  const { t } = useTranslation()
  const parent = useAtomValue(tables.work_items.rowAtom(row.parent_id ?? ''))
  useLoadMissingItem(row.parent_id, row.project_id, parent)
  if (parent === undefined) return null
  return (
    <Link
      to={getItemPath(parent)}
      onClick={(event) => {
        if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen(parent.id)
      }}
      className="-mx-1 -mb-2 flex w-fit max-w-full items-center gap-1.5 rounded-sm px-1 text-sm text-faint no-underline hover:text-text coarse:min-h-touch [&>svg]:size-3.5"
    >
      {parent.is_epic ? <EpicIcon /> : property.icon}
      <span className="shrink-0">
        {t(`properties.${parent.is_epic ? 'epic' : property.name}`)} {formatItemKey(parent)}
      </span>
      <span className="truncate text-soft">{parent.name}</span>
    </Link>
  )
}

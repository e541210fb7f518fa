import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../../platform/app/sync.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { formatItemKey, getItemTitle } from '../../work-items/actions.ts'
import { requestParent } from '../../work-items/load-parents.ts'
import { epicProperty } from '../properties/epic.tsx'
import { propertyText } from '../properties/property-text.ts'
import { isPropertyShown, type ShownProperties } from '../properties/registry.ts'

interface ParentLabelProps {
  row: WorkItemRow
  shown: ShownProperties
  className?: string
  /** The CSS class of the title of the parent. With it, the caller can hide this title in narrow rows. */
  titleClass?: string
}

/**
 * Shows the key and the title of the parent before the title of a sub-item. Shows nothing if the parent is an epic that
 * the row or card already shows as a property.
 */
export function ParentLabel({ row, shown, className, titleClass }: ParentLabelProps) {
  const { parent_id, epic_id, project_id } = row
  if (parent_id === null || project_id === '') return null
  if (parent_id === epic_id && isPropertyShown(epicProperty, shown)) return null
  return <LoadedParent id={parent_id} projectId={project_id} className={className} titleClass={titleClass} />
}

interface LoadedParentProps extends Record<'className' | 'titleClass', string | undefined> {
  id: string
  projectId: string
}

function LoadedParent({ id, projectId, className, titleClass }: LoadedParentProps) {
  const parent = useAtomValue(tables.work_items.rowAtom(id))
  const isMissing = parent === undefined
  useEffect(() => {
    if (isMissing) requestParent(projectId, id)
  }, [isMissing, projectId, id])
  if (isMissing) return null
  const title = getItemTitle(parent)
  const words = `${formatItemKey(parent)} ${title}`
  return (
    <span
      data-parent={id}
      title={propertyText('parent', words)}
      className={cx('flex min-w-0 items-center gap-1 text-xs text-faint', className)}
    >
      <span className="sr-only">{propertyText('parent', words)}</span>
      <span aria-hidden className="shrink-0 tabular">
        {formatItemKey(parent)}
      </span>
      <span aria-hidden dir="auto" className={cx('truncate', titleClass)}>
        {title}
      </span>
      <ChevronRight aria-hidden className="size-3 shrink-0 text-icon-faint" />
    </span>
  )
}

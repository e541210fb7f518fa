import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { parentProperty } from '../listing/properties/parent.tsx'
import { formatItemKey } from '../work-items/actions.ts'
import { ItemPicker } from '../work-items/ItemPicker.tsx'
import { useLoadMissingItem } from './use-load-missing-item.ts'

const searchQuery = { parent: 'true' } as const

interface ParentChoiceProps {
  projectId: string
  parentId: string | null
  onChange: (parentId: string | null) => void
}

/** Chooses the parent of an item that does not exist yet. */
export function ParentChoice({ projectId, parentId, onChange }: ParentChoiceProps) {
  const { t } = useTranslation()
  const parent = useAtomValue(tables.work_items.rowAtom(parentId ?? ''))
  useLoadMissingItem(parentId, projectId, parent)
  const [anchor, setAnchor] = useState<Element | null>(null)
  const label = t('properties.parent')
  return (
    <span className="inline-flex max-w-full items-center">
      <Button
        size="sm"
        icon={parentProperty.icon}
        aria-haspopup="dialog"
        title={parent?.name}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span className="max-w-50 truncate">
          {parent === undefined ? label : `${formatItemKey(parent)} ${parent.name}`}
        </span>
      </Button>
      {parentId !== null && (
        <IconButton
          size="sm"
          label={t('ui.remove', { name: label })}
          icon={<X />}
          onClick={() => onChange(null)}
        />
      )}
      {anchor !== null && (
        <ItemPicker
          item={{ project_id: projectId }}
          searchQuery={searchQuery}
          label={label}
          emptyText={t('workItems.noParents')}
          anchor={anchor}
          onPick={({ id }) => onChange(id)}
          onClose={() => setAnchor(null)}
        />
      )}
    </span>
  )
}

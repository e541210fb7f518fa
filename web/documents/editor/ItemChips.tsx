import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { tables } from '../../platform/app/sync.ts'
import { currentSlug, projectKeyPrefix } from '../../platform/shell/workspace.ts'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import type { ChipPortals } from './item-chip-plugin.ts'

/** The chips of work items that a text mentions, with their current state and title. */
export function ItemChips({ portals }: { portals: ChipPortals }) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  return list.map(({ key, dom, id, part }) =>
    createPortal(part === 'state' ? <ItemState id={id} /> : <ItemTitle id={id} />, dom, String(key)),
  )
}

function ItemState({ id }: { id: string }) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  const state = useAtomValue(tables.states.rowAtom(row?.state_id ?? ''))
  return state && <StateIcon group={state.group} color={state.color} size={14} label={state.name} />
}

function ItemTitle({ id }: { id: string }) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  return (
    row && (
      <a href={`/${currentSlug()}/browse/${projectKeyPrefix(row.project_id)}-${row.sequence_id}`} dir="auto">
        {row.name}
      </a>
    )
  )
}

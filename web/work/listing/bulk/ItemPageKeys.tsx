import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { LazyPart } from '../../../platform/ui/LazyPart.tsx'
import { usePreload } from '../../../platform/ui/use-preload.ts'
import { ActingKeys } from './ActingKeys.tsx'
import { openPickerAtom } from './open-picker.ts'
import { pickers } from './pickers.ts'

interface ItemPageKeysProps {
  id: string
  /** Shows the item; pickers open at its values. */
  page: RefObject<Element | null>
  onDeleted: () => void
}

/** The keys that change items, for the one that has a page of its own. */
export function ItemPageKeys({ id, page, onDeleted }: ItemPageKeysProps) {
  usePreload(pickers)
  const isPicking = useAtomValue(openPickerAtom) !== null
  return (
    <>
      <ActingKeys targets={() => ({ ids: [id], anchor: page.current })} onDeleted={onDeleted} />
      {isPicking && <LazyPart part={pickers} props={{}} />}
    </>
  )
}

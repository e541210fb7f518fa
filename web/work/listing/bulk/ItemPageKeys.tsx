import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { LazyPart } from '../../../platform/ui/LazyPart.tsx'
import { usePreload } from '../../../platform/ui/use-preload.ts'
import { ActingKeys } from './ActingKeys.tsx'
import { openPickerAtom } from './open-picker.ts'
import { pickers } from './pickers.ts'

interface ItemPageKeysProps {
  id: string
  /** The element that shows the item. Pickers open at the property values in this element. */
  page: RefObject<Element | null>
  onDeleted: () => void
}

/** Shortcuts that change the item of an item page. */
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

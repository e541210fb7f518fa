import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { usePreload } from '../../../platform/ui/use-preload.ts'
import { ItemActionShortcuts } from './ItemActionShortcuts.tsx'
import { openPickerAtom } from './open-picker.ts'
import { lazyActivePropertyPicker } from './pickers.ts'

interface ItemPageKeysProps {
  id: string
  /** The element that shows the item. Pickers open at the property values in this element. */
  page: RefObject<Element | null>
  onDeleted: () => void
}

/** Shortcuts that change the item of an item page. */
export function ItemPageShortcuts({ id, page, onDeleted }: ItemPageKeysProps) {
  usePreload(lazyActivePropertyPicker)
  const isPicking = useAtomValue(openPickerAtom) !== null
  return (
    <>
      <ItemActionShortcuts targets={() => ({ ids: [id], anchor: page.current })} onDeleted={onDeleted} />
      {isPicking && <LazyComponent part={lazyActivePropertyPicker} props={{}} />}
    </>
  )
}

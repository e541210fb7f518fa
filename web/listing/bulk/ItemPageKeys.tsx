import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { loadable } from '../../ui/loadable.ts'
import { usePreload } from '../../ui/use-preload.ts'
import { openPickerAtom } from './open-picker.ts'
import { pickers } from './pickers.ts'

const keys = loadable(() => import('./ActingKeys.tsx').then(({ ActingKeys }) => ActingKeys))

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
      <LazyPart part={keys} props={{ targets: () => ({ ids: [id], anchor: page.current }), onDeleted }} />
      {isPicking && <LazyPart part={pickers} props={{}} />}
    </>
  )
}

import { useAtomValue } from 'jotai'
import { LastEditedLine } from '../../../documents/versions/LastEditedLine.tsx'
import { openDescriptionHistory } from '../../work-items/description-history.ts'
import { lastVersionAtom } from './atoms.ts'

/** Shows who edited the description last. Renders nothing if nobody has written a description. */
export function DescriptionEdited({ id }: { id: string }) {
  const last = useAtomValue(lastVersionAtom(id))
  return last && <LastEditedLine version={last} onOpen={() => openDescriptionHistory(id)} />
}

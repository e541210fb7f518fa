import { useAtomValue } from 'jotai'
import { LastEditedLine } from '../../../documents/versions/LastEditedLine.tsx'
import { openDescriptionHistory } from '../../work-items/description-history.ts'
import { latestDescriptionVersionAtom } from './atoms.ts'

/** Shows who edited the description last. Renders nothing if nobody has written a description. */
export function DescriptionLastEdited({ id }: { id: string }) {
  const last = useAtomValue(latestDescriptionVersionAtom(id))
  return last && <LastEditedLine version={last} onOpen={() => openDescriptionHistory(id)} />
}

import { useAtomValue } from 'jotai'
import { EditedLine } from '../../../documents/versions/EditedLine.tsx'
import { openHistory } from '../../work-items/description-history.ts'
import { lastVersionAtom } from './atoms.ts'

/** Shows who edited the description last. Renders nothing if nobody has written a description. */
export function DescriptionEdited({ id }: { id: string }) {
  const last = useAtomValue(lastVersionAtom(id))
  return last && <EditedLine version={last} onOpen={() => openHistory(id)} />
}

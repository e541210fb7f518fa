import * as Y from 'yjs'
import { titleFragment } from '#common/documents/content/fragment.ts'

/** Of the one update that begins titles; editors have random ones. */
const clientOfAll = 1

/**
 * Gives an empty title the heading to type into. Two people who each made one of their own would lose what one of them typed, so
 * everybody's is the very same Yjs update, which changes nothing the second time.
 */
export function beginTitle(doc: Y.Doc): void {
  if (doc.getXmlFragment(titleFragment).length > 0) return
  const beginning = new Y.Doc()
  beginning.clientID = clientOfAll
  beginning.getXmlFragment(titleFragment).insert(0, [new Y.XmlElement('heading')])
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(beginning))
}

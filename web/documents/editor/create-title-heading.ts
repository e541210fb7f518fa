import * as Y from 'yjs'
import { titleFragmentName } from '#common/documents/content/fragment.ts'

/**
 * The Yjs client id of the update that creates the heading. It is the same in all editors, so that Yjs treats
 * their updates as one.
 */
const sharedClientId = 1

/**
 * Creates the heading of an empty title. If two editors created different headings, the text in one of them
 * would be lost. Therefore all editors apply an identical Yjs update, which has no effect the second time.
 */
export function createTitleHeading(doc: Y.Doc): void {
  if (doc.getXmlFragment(titleFragmentName).length > 0) return
  const beginning = new Y.Doc()
  beginning.clientID = sharedClientId
  beginning.getXmlFragment(titleFragmentName).insert(0, [new Y.XmlElement('heading')])
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(beginning))
}

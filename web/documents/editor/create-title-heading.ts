import * as Y from 'yjs'
import { titleFragmentName } from '#common/documents/content/fragment.ts'

/** A fixed Yjs client id for the update that creates the heading. Editors use random ids otherwise. */
const clientOfAll = 1

/**
 * Creates the heading of an empty title. If two editors each created a heading, the text in one of them would
 * be lost. Therefore all editors apply an identical Yjs update, which has no effect the second time.
 */
export function createTitleHeading(doc: Y.Doc): void {
  if (doc.getXmlFragment(titleFragmentName).length > 0) return
  const beginning = new Y.Doc()
  beginning.clientID = clientOfAll
  beginning.getXmlFragment(titleFragmentName).insert(0, [new Y.XmlElement('heading')])
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(beginning))
}

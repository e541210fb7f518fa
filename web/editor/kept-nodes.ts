import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import type * as Y from 'yjs'

/** What of the binding between Yjs and the editor is touched here. */
interface Binding {
  /** Of each Yjs type the node that shows it. */
  mapping: Map<unknown, unknown>
  _observeFunction: (events: Y.YEvent<Y.XmlFragment>[], transaction: Y.Transaction) => void
}

/**
 * Makes what others write new nodes of what they have changed alone. The binding forgets the nodes of what changed and of all around it,
 * and then those of everything else too; with a long text each of their keystrokes would make all of it anew.
 */
export const keptNodes = Extension.create({
  name: 'keptNodes',
  addProseMirrorPlugins: () => [
    new Plugin({
      state: {
        // Before the view exists, which is when the binding begins to listen.
        init(_, state) {
          const { binding }: { binding: Binding } = ySyncPluginKey.getState(state)
          const { mapping, _observeFunction: changed } = binding
          binding._observeFunction = (events, transaction) => {
            mapping.clear = () => undefined
            try {
              changed(events, transaction)
            } finally {
              Reflect.deleteProperty(mapping, 'clear')
            }
          }
        },
        apply: () => undefined,
      },
    }),
  ],
})

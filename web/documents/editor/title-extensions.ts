import { type Editor, Extension, type Extensions, Mark, Node } from '@tiptap/core'
import { Collaboration, isChangeOrigin } from '@tiptap/extension-collaboration'
import { Placeholder } from '@tiptap/extensions'
import { Fragment, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { titleFragmentName } from '#common/documents/content/fragment.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { maxPageNameLength } from '#common/documents/content/title.ts'
import { type EditorUser, remoteCaretExtensions } from './remote-caret-extensions.ts'
import type { DocumentSession } from './session.ts'
import { applyCaretImmediately } from './sync-caret.ts'

interface TitleTexts {
  placeholder: string
  onEnter: () => void
}

/** Returns the extensions of a collaborative title, which is one heading of plain text. */
export function titleExtensions(
  { doc, provider }: DocumentSession,
  user: EditorUser,
  { placeholder, onEnter }: TitleTexts,
): Extensions {
  return [
    Node.create({ name: 'doc', topNode: true, content: 'heading' }),
    Heading,
    Node.create({ name: 'text', group: 'inline' }),
    ...foreignMarks(),
    oneLine(onEnter),
    Collaboration.configure({ document: doc, field: titleFragmentName }),
    ...remoteCaretExtensions(provider, user),
    applyCaretImmediately(provider),
    Placeholder.configure({ placeholder, showOnlyWhenEditable: false }),
  ]
}

/**
 * The editor sets no default level of the heading, because a default would change the document whenever it is opened.
 */
const Heading = Node.create({
  name: 'heading',
  content: 'text*',
  addAttributes: () => ({ level: { default: null, rendered: false } }),
  parseHTML: () => [{ tag: 'h1' }, { tag: 'p' }],
  renderHTML: () => ['div', { dir: 'auto' }, 0],
})

/**
 * Returns the marks that other clients may have applied to the title. They are not displayed, but the schema
 * must know them, otherwise y-prosemirror would delete the text.
 */
function foreignMarks(): Extensions {
  return Object.keys(documentSchema().marks).map((name) =>
    Mark.create({ name, renderHTML: () => ['span', 0] }),
  )
}

/**
 * Keeps the title on one line: pasted line breaks become spaces, too long titles are rejected, and Enter and
 * arrow down move to the text.
 */
function oneLine(onEnter: () => void) {
  const leave = () => {
    onEnter()
    return true
  }
  const leaveBelow = ({ editor }: { editor: Editor }) => editor.view.endOfTextblock('down') && leave()
  return Extension.create({
    name: 'oneLine',
    addKeyboardShortcuts: () => ({
      Enter: leave,
      'Shift-Enter': leave,
      'Mod-Enter': leave,
      ArrowDown: leaveBelow,
    }),
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          transformPasted({ content }, view) {
            const { doc, schema, selection } = view.state
            const room = maxPageNameLength - doc.textContent.length + (selection.to - selection.from)
            const line = content.textBetween(0, content.size, ' ', ' ').replace(/\s+/g, ' ').slice(0, room)
            return line === '' ? Slice.empty : new Slice(Fragment.from(schema.text(line)), 0, 0)
          },
        },
        filterTransaction(transaction, state) {
          const length = transaction.doc.textContent.length
          const isLonger = transaction.docChanged && length > state.doc.textContent.length
          return isChangeOrigin(transaction) || !isLonger || length <= maxPageNameLength
        },
      }),
    ],
  })
}

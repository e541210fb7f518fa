import type { AnyExtension, Extensions, NodeViewRendererProps } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { Placeholder, Selection, UndoRedo } from '@tiptap/extensions'
import { bodyFragment } from '#common/document/fragment.ts'
import { documentExtensions } from '#common/document/schema.ts'
import { t } from '../locales/i18n.ts'
import { type BlockHandles, blockView } from './block-handles.ts'
import { caretInTime } from './caret-in-time.ts'
import { carets, type EditorUser } from './carets.ts'
import { levelBelowTitle } from './heading-level.ts'
import { keptNodes } from './kept-nodes.ts'
import { longLines } from './long-lines.ts'
import { personName } from './mention-chip.ts'
import { mentionChips, mentionQuery } from './mention-query.ts'
import { paste } from './paste/paste.ts'
import { type PicturePlaces, pictureView } from './pictures/picture-view.ts'
import { noFiles, type PicturesOf, pictures } from './pictures/pictures.ts'
import type { DocumentSession } from './session.ts'
import { blockQuery } from './slash-query.ts'
import { tableKeys } from './table-keys.ts'
import { textDirections } from './text-directions.ts'

/** What the shared schema needs around it to be edited by several people at once. */
export function editorExtensions(
  { doc, provider }: DocumentSession,
  user: EditorUser,
  placeholder: () => string,
  handles: BlockHandles,
  shown: ShownPictures,
): Extensions {
  return [
    ...writingExtensions(placeholder, handles, shown),
    Collaboration.configure({ document: doc, field: bodyFragment }),
    keptNodes,
    ...carets(provider, user),
    caretInTime(provider),
  ]
}

/** A short text of one person without pictures. */
export function noteExtensions(placeholder: () => string, handles: BlockHandles): Extensions {
  return [...writingExtensions(placeholder, handles, null), UndoRedo]
}

/** The same for a text that is one person's until it is sent: with an Undo of its own. */
export function draftExtensions(
  placeholder: () => string,
  handles: BlockHandles,
  shown: ShownPictures,
): Extensions {
  return [...writingExtensions(placeholder, handles, shown), UndoRedo]
}

export interface ShownPictures extends PicturesOf {
  places: PicturePlaces
}

function writingExtensions(
  placeholder: () => string,
  handles: BlockHandles,
  shown: ShownPictures | null,
): Extensions {
  return [
    ...documentExtensions({
      taskLabel: (text) => t('editor.task', { text: text || t('editor.emptyTask') }),
      personName,
    }).flatMap((extension) => viewed(extension, handles, shown?.places ?? null)),
    textDirections,
    longLines,
    tableKeys,
    shown === null ? noFiles : pictures(shown),
    paste(shown?.target ?? (() => null)),
    mentionChips,
    mentionQuery.extension,
    blockQuery.extension,
    Selection.configure({ className: 'document-kept-selection' }),
    Placeholder.configure({ placeholder, showOnlyWhenEditable: false }),
  ]
}

/** Some blocks are shown with more around them than is stored. */
function viewed(
  extension: AnyExtension,
  handles: BlockHandles,
  places: PicturePlaces | null,
): AnyExtension | [] {
  const { name } = extension
  if (name === 'imageComponent') return places === null ? [] : asPicture(extension, places)
  if (name === 'horizontalRule') return asSeparator(extension)
  if (name === 'heading') return asBelowTitle(extension)
  if (name !== 'table' && name !== 'codeBlock') return extension
  return extension.extend({
    addNodeView:
      () =>
      ({ node, view, getPos }: NodeViewRendererProps) =>
        blockView(handles, name)(node, view, getPos),
  })
}

function asPicture(picture: AnyExtension, places: PicturePlaces): AnyExtension {
  return picture.extend({
    addNodeView:
      () =>
      ({ node, view, getPos }: NodeViewRendererProps) =>
        pictureView(places)(node, view, getPos),
  })
}

/** The title of the item or page is the first heading; those of the text stand below it. */
function asBelowTitle(heading: AnyExtension): AnyExtension {
  return heading.extend({
    renderHTML: ({
      node,
      HTMLAttributes,
    }: {
      node: { attrs: { level?: number } }
      HTMLAttributes: object
    }) => {
      const level = node.attrs.level ?? 1
      return [`h${level}`, { ...HTMLAttributes, 'aria-level': levelBelowTitle(level) }, 0]
    },
  })
}

/** Said to screen readers here alone: in the stored text a rule has no attributes but its own. */
function asSeparator(rule: AnyExtension): AnyExtension {
  return rule.extend({
    addNodeView: () => () => {
      const dom = document.createElement('div')
      dom.dataset['type'] = 'horizontalRule'
      dom.role = 'separator'
      return { dom }
    },
  })
}

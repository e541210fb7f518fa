import { Extension } from '@tiptap/core'
import { NodeSelection, Plugin, Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { fileOfNode } from '#common/documents/content/file-node.ts'
import { pictureOfNode } from '#common/documents/content/picture-node.ts'
import { t } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { containsFiles, getFilesFromDataTransfer } from '../../../platform/uploads/dropped-files.ts'
import { uploadsAtom } from '../../../platform/uploads/uploads.ts'
import { filterPictures, sharePictures, type TextUploadTarget } from '../../files/pictures.ts'
import { insertFiles } from './add-pictures.ts'

export interface PictureOptions {
  target: () => TextUploadTarget
  /** Opens the picture in the viewer. */
  open: (id: string) => void
}

/**
 * Inserts dropped files, gives the readers of the text access to files pasted from other texts, and opens the
 * selected picture or file.
 */
export function pictureExtension({ target, open }: PictureOptions) {
  return Extension.create({
    name: 'pictures',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handleKeyDown: (view, event) => pressedKey(event) === 'Enter' && openSelected(view, open),
          handleDOMEvents: { drop: (view, event) => handlesDrop(view, event, target()) },
          handleDoubleClickOn: (_view, _position, node) => {
            const id = pictureOfNode(node)?.id ?? fileOfNode(node)?.id
            if (id) open(id)
            return Boolean(id)
          },
          transformPasted(slice, view) {
            const pastedIds = new Set<string>()
            slice.content.descendants((node) => void note(node, pastedIds))
            sharePastedPictures(view, [...pastedIds], target())
            return slice
          },
        },
      }),
    ],
  })
}

/**
 * Prevents the browser from opening a dropped file instead of the page. Texts that accept no files use this
 * extension.
 */
export const rejectFilesExtension = Extension.create({
  name: 'noFiles',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          drop(view, event) {
            if (view.dragging || !containsFiles(event.dataTransfer)) return false
            event.preventDefault()
            reportSkippedFiles(getFilesFromDataTransfer(event.dataTransfer).length)
            return true
          },
        },
      },
    }),
  ],
})

function openSelected({ state }: EditorView, open: (id: string) => void): boolean {
  const { selection } = state
  if (!(selection instanceof NodeSelection)) return false
  const id = pictureOfNode(selection.node)?.id ?? fileOfNode(selection.node)?.id
  if (id) open(id)
  return Boolean(id)
}

/**
 * Inserts dropped files. Returns true if the drop was handled. If no dropped file is a picture, an enclosing
 * element that accepts attachments handles the drop instead.
 */
function handlesDrop(view: EditorView, event: DragEvent, target: TextUploadTarget): boolean {
  const { dataTransfer } = event
  if (!view.editable || view.dragging || !containsFiles(dataTransfer)) return false
  const files = getFilesFromDataTransfer(dataTransfer)
  const isTakenAbove = view.dom.closest('[data-takes-files]') !== null
  if (isTakenAbove && filterPictures(files).length === 0) return false
  event.preventDefault()
  const dropPosition = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (dropPosition !== null) {
    const near = Selection.near(view.state.doc.resolve(dropPosition.pos))
    view.dispatch(view.state.tr.setSelection(near))
  }
  void insertFiles(view, files, target)
  return true
}

export function reportSkippedFiles(count: number): void {
  toast.error(t('editor.paste.files', { count }), { text: t('editor.paste.filesText') })
}

/**
 * Gives the readers of this text access to files that were pasted from another text. Files that this text
 * already contains are skipped.
 */
export function sharePastedPictures(
  view: EditorView,
  pastedIds: readonly string[],
  target: TextUploadTarget,
): void {
  if (pastedIds.length === 0) return
  const own = new Set<string>()
  view.state.doc.descendants((node) => void note(node, own))
  const foreign = pastedIds.filter((id) => !own.has(id) && store.get(uploadsAtom(id)).length === 0)
  void sharePictures(foreign, target)
}

function note(node: Parameters<typeof pictureOfNode>[0], into: Set<string>): void {
  const id = pictureOfNode(node)?.id ?? fileOfNode(node)?.id
  if (id) into.add(id)
}

import type { Node } from '@tiptap/pm/model'
import { Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isPictureType, pictureTypes } from '#common/documents/files/file-types.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { fileAttributesForUpload } from '../../../platform/uploads/uploads.ts'
import {
  fileProblemMessage,
  pendingFileInsertsAtom,
  type TextUploadTarget,
  uploadFileIntoText,
} from '../../files/pictures.ts'

/**
 * Inserts files at the caret and uploads them. Pictures get their final size immediately. The user is
 * informed about files that cannot be inserted.
 */
export async function insertFiles(
  view: EditorView,
  files: readonly File[],
  target: TextUploadTarget,
): Promise<void> {
  store.set(pendingFileInsertsAtom, (count) => count + 1)
  try {
    for (const file of files) {
      const add = isPictureType(file.type) ? addPicture : addFile
      if (!(await add(view, file, target))) return
    }
  } finally {
    store.set(pendingFileInsertsAtom, (count) => count - 1)
  }
}

/** Inserts a picture and starts its upload. Returns false if the editor no longer accepts insertions. */
async function addPicture(view: EditorView, file: File, target: TextUploadTarget): Promise<boolean> {
  const problem = await fileProblemMessage(file, target.entity_type)
  const size = problem === null ? await sizeOf(file) : null
  if (view.isDestroyed || !view.editable) return false
  if (size === null) showNotAddedToast(file, problem)
  else {
    const id = newId()
    uploadFileForBlock(view, id, file, target)
    insertBlock(view, 'imageComponent', { src: id, ...size })
  }
  return true
}

/** Inserts files of any kind as file blocks, even pictures. */
export async function insertFileBlocks(
  view: EditorView,
  files: readonly File[],
  target: TextUploadTarget,
): Promise<void> {
  for (const file of files) if (!(await addFile(view, file, target))) return
}

/** Inserts a file block and starts its upload. Returns false if the editor no longer accepts insertions. */
async function addFile(view: EditorView, file: File, target: TextUploadTarget): Promise<boolean> {
  const problem = await fileProblemMessage(file, target.entity_type)
  if (view.isDestroyed || !view.editable) return false
  if (problem !== null) {
    showNotAddedToast(file, problem)
    return true
  }
  const id = newId()
  const { name, type, size } = fileAttributesForUpload(file)
  uploadFileForBlock(view, id, file, target)
  insertBlock(view, 'fileComponent', { src: id, name, type, size: size || null })
  return true
}

/**
 * Uploads a file for a block in the text. If the server rejects the file, the block is removed, because
 * nobody could open it.
 */
export function uploadFileForBlock(view: EditorView, id: string, file: File, target: TextUploadTarget): void {
  const refused = (reason: string) => {
    showNotAddedToast(file, reason)
    takeOut(view, id)
  }
  void uploadFileIntoText(id, file, target, refused)
}

function takeOut(view: EditorView, id: string): void {
  if (view.isDestroyed) return
  const { tr } = view.state
  view.state.doc.descendants((node, position) => {
    const isFile = node.type.name === 'imageComponent' || node.type.name === 'fileComponent'
    if (isFile && node.attrs['src'] === id)
      tr.delete(tr.mapping.map(position), tr.mapping.map(position + node.nodeSize))
  })
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false))
}

function showNotAddedToast({ name }: File, problem: string | null): void {
  toast.error(t('editor.picture.notAdded', { name }), { text: problem ?? t('files.problems.no_picture') })
}

/** Opens the file dialog for pictures. */
export function pickPictures(onPick: (files: File[]) => void): void {
  pick(t('editor.picture.add'), pictureTypes.join(','), onPick)
}

/** Opens the file dialog for files of any kind. */
export function pickFiles(onPick: (files: File[]) => void): void {
  pick(t('editor.file.add'), '', onPick)
}

function pick(label: string, accept: string, onPick: (files: File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = accept
  input.hidden = true
  input.ariaLabel = label
  const over = () => input.remove()
  input.addEventListener('change', () => {
    over()
    onPick([...(input.files ?? [])])
  })
  input.addEventListener('cancel', over)
  document.body.append(input)
  input.click()
}

function insertBlock(
  view: EditorView,
  name: 'imageComponent' | 'fileComponent',
  attributes: { src: string } & Record<string, unknown>,
): void {
  const { tr, schema, selection } = view.state
  const block = schema.nodes[name]?.create(attributes)
  const paragraph = schema.nodes['paragraph']
  if (!block || !paragraph) return
  const { $from } = selection
  // A code block accepts only text, so the block is inserted below it.
  if ($from.parent.type.spec.code) tr.insert($from.after(), block)
  else tr.replaceSelectionWith(block)
  const end = endOf(tr.doc, block)
  if (end !== null) {
    // Ensures that there is a paragraph to continue writing below the block.
    if (tr.doc.resolve(end).nodeAfter === null) tr.insert(end, paragraph.create())
    tr.setSelection(Selection.near(tr.doc.resolve(end), 1))
    if (!(tr.selection instanceof TextSelection)) tr.setSelection(Selection.near(tr.doc.resolve(end), -1))
  }
  view.dispatch(tr.scrollIntoView())
  view.focus()
}

function endOf(doc: Node, block: Node): number | null {
  let end: number | null = null
  doc.descendants((node, position) => {
    if (node.attrs['src'] === block.attrs['src'] && node.type === block.type) end = position + node.nodeSize
    return end === null
  })
  return end
}

/**
 * Returns the size of the picture after applying its EXIF orientation, as the server does, or null if the
 * browser cannot decode it.
 */
async function sizeOf(file: File): Promise<{ pixels: number; ratio: number } | null> {
  const url = URL.createObjectURL(file)
  const img = new Image()
  try {
    return await new Promise((resolve) => {
      img.onload = () => resolve({ pixels: img.naturalWidth, ratio: img.naturalWidth / img.naturalHeight })
      img.onerror = () => resolve(null)
      img.src = url
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}

import type { Node } from '@tiptap/pm/model'
import { Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { pictureTypes } from '#common/assets/file-types.ts'
import { newId } from '#common/ids.ts'
import { store } from '../../app/sync.ts'
import { comingPicturesAtom, type PictureTarget, pictureProblem, sendPicture } from '../../files/pictures.ts'
import { t } from '../../locales/i18n.ts'
import { toast } from '../../ui/toast.ts'

/** Puts pictures in at the caret, each in its own size from the first moment, and sends them. What is none is said. */
export async function addPictures(
  view: EditorView,
  files: readonly File[],
  target: PictureTarget,
): Promise<void> {
  store.set(comingPicturesAtom, (count) => count + 1)
  try {
    for (const file of files) {
      const problem = await pictureProblem(file, target.entity_type)
      const size = problem === null ? await sizeOf(file) : null
      if (view.isDestroyed || !view.editable) return
      if (size === null) sayNotAdded(file, problem)
      else {
        const id = newId()
        void sendPicture(id, file, target)
        insertPicture(view, { src: id, ...size })
      }
    }
  } finally {
    store.set(comingPicturesAtom, (count) => count - 1)
  }
}

function sayNotAdded({ name }: File, problem: string | null): void {
  toast.error(t('editor.picture.notAdded', { name }), { text: problem ?? t('files.problems.no_picture') })
}

/** Asks for pictures of this device. */
export function pickPictures(onPick: (files: File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = pictureTypes.join(',')
  input.hidden = true
  input.ariaLabel = t('editor.picture.add')
  const over = () => input.remove()
  input.addEventListener('change', () => {
    over()
    onPick([...(input.files ?? [])])
  })
  input.addEventListener('cancel', over)
  document.body.append(input)
  input.click()
}

function insertPicture(view: EditorView, attributes: object): void {
  const { tr, schema, selection } = view.state
  const picture = schema.nodes['imageComponent']?.create(attributes)
  const paragraph = schema.nodes['paragraph']
  if (!picture || !paragraph) return
  const { $from } = selection
  // Code is text alone.
  if ($from.parent.type.spec.code) tr.insert($from.after(), picture)
  else tr.replaceSelectionWith(picture)
  const end = endOf(tr.doc, picture)
  if (end !== null) {
    // So that one can go on writing below it.
    if (tr.doc.resolve(end).nodeAfter === null) tr.insert(end, paragraph.create())
    tr.setSelection(Selection.near(tr.doc.resolve(end), 1))
    if (!(tr.selection instanceof TextSelection)) tr.setSelection(Selection.near(tr.doc.resolve(end), -1))
  }
  view.dispatch(tr.scrollIntoView())
  view.focus()
}

function endOf(doc: Node, picture: Node): number | null {
  let end: number | null = null
  doc.descendants((node, position) => {
    if (node.attrs['src'] === picture.attrs['src'] && node.type === picture.type)
      end = position + node.nodeSize
    return end === null
  })
  return end
}

/** Upright, as the server makes it. Null for what the browser cannot show. */
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

import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { fileIdsInHtml, isWebUrl } from '#common/documents/content/pictures.ts'
import {
  normalizePastedHtml,
  type PasteLossCounts,
} from '#common/documents/content/reading/normalize-pasted-html.ts'
import { makeTablesRectangular } from '#common/documents/content/tables.ts'
import { newId } from '#common/platform/ids.ts'
import { t } from '../../../locales/i18n.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { getFilesFromDataTransfer } from '../../../platform/uploads/dropped-files.ts'
import { filterPictures, pictureIdInUrl, type TextUploadTarget } from '../../files/pictures.ts'
import { insertFiles, uploadFileForBlock } from '../pictures/add-pictures.ts'
import { copyRemotePictures } from '../pictures/copy-remote-pictures.ts'
import { reportSkippedFiles, sharePastedPictures } from '../pictures/pictures.ts'
import { hasMarkdownSyntax } from './has-markdown-syntax.ts'
import { insertPastedCode, insertPastedPieces } from './insert-pieces.ts'
import { isCopiedFromThisEditor, removeForeignMarks } from './own-copies.ts'
import { type PastedFragment, splitHtmlIntoPieces, splitTextIntoPieces } from './pieces.ts'
import {
  extractPlainText,
  pastedPiecesWithFallback,
  pasteHtmlWithFallback,
  readHtmlWithFallback,
} from './plain-fallback.ts'

/**
 * Maximum number of characters that are pasted at once. Longer texts would block the browser, so they are
 * inserted in pieces.
 */
const maxAtOnce = 12_000

/**
 * Converts pasted content of other programs to the schema, and informs the user about everything that is
 * lost. If `target` returns null, the text accepts no pictures.
 */
export function pasteExtension(target: () => TextUploadTarget | null) {
  return Extension.create({
    name: 'foreignPaste',
    addProseMirrorPlugins: () => {
      let isPlain = false
      return [
        new Plugin({
          props: {
            transformPastedHTML: (html, view) => {
              const { body } = new DOMParser().parseFromString(html, 'text/html')
              if (isCopiedFromThisEditor(body)) return squared(html)
              removeForeignMarks(body)
              return readHtmlWithFallback(html, () => {
                reportLosses(tidied(view, body, target()))
                return body.innerHTML
              })
            },
            handleDOMEvents: {
              keydown(_view, event) {
                isPlain = event.shiftKey
                return false
              },
              paste(view, event) {
                if (
                  !view.editable ||
                  !event.clipboardData ||
                  !handlesPaste(view, event, event.clipboardData, isPlain, target())
                )
                  return false
                event.preventDefault()
                return true
              },
            },
          },
        }),
      ]
    },
  })
}

/**
 * Converts HTML of other programs to the schema. Embedded pictures are uploaded and remain at their position.
 * Pictures of other websites are links until the server has copied them. Returns the numbers of pictures that
 * became links or were lost.
 */
function tidied(view: EditorView, root: Element, target: TextUploadTarget | null): PasteLossCounts {
  const remote = new Set<string>()
  const losses = normalizePastedHtml(root, t('editor.paste.picture'), (source) => {
    if (target === null) return null
    const own = pictureIdInUrl(source)
    if (own !== null) return own
    if (isWebUrl(source)) remote.add(source)
    const file = fileOf(source)
    if (file === null) return null
    const id = newId()
    uploadFileForBlock(view, id, file, target)
    return id
  })
  if (target === null || remote.size === 0) return losses
  void copyRemotePictures(view, [...remote], target)
  // The result counts no links, because `copyRemotePictures` informs the user about the pictures that remain
  // links.
  return { ...losses, linked: 0 }
}

/**
 * Returns the picture in a `data:` URL. Returns null for other addresses and for formats other than PNG, JPEG, WebP
 * and GIF.
 */
function fileOf(source: string): File | null {
  const [, type = '', content = ''] =
    /^data:(image\/(?:png|jpeg|webp|gif));base64,([\w+/=\s]+)$/.exec(source) ?? []
  try {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
    return bytes.length === 0 ? null : new File([bytes], t('editor.paste.picture'), { type })
  } catch {
    return null
  }
}

/** Returns true if this extension handles the paste instead of ProseMirror. */
function handlesPaste(
  view: EditorView,
  event: ClipboardEvent,
  data: DataTransfer,
  isPlain: boolean,
  target: TextUploadTarget | null,
): boolean {
  const [html, text] = [data.getData('text/html'), data.getData('text/plain')]
  if ((html === '' && text === '') || isOfPicture(html, data)) return handlesFiles(view, data, target)
  if (view.state.selection.$from.parent.type.spec.code) return handlesCode(view, text)
  const isOfCodeEditor = data.types.includes('vscode-editor-data') && !isMarkdownOf(data)
  if (isOfCodeEditor && text.length <= maxAtOnce) return false
  const isRich = html !== '' && !isPlain && !data.types.includes('vscode-editor-data')
  if (isRich) return handlesHtml(view, event, { html, text }, target)
  if (!isPlain && !isOfCodeEditor && hasMarkdownSyntax(text)) {
    void pasteMarkdown(view, text, target)
    return true
  }
  if (text.length <= maxAtOnce) return false
  void insertPastedPieces(view, splitTextIntoPieces(view.state.schema, text))
  return true
}

function handlesHtml(
  view: EditorView,
  event: ClipboardEvent,
  { html, text }: { html: string; text: string },
  target: TextUploadTarget | null,
): boolean {
  const isShort = html.length <= maxAtOnce * 3 && text.length <= maxAtOnce
  // While an input method composes text, ProseMirror leaves the paste to the browser, so it is not handled
  // here.
  if (isShort) return !view.composing && pasteHtmlWithFallback(view, html, text, event)
  const pieces = piecesOfPage(view, html, target)
  void insertPastedPieces(
    view,
    pastedPiecesWithFallback(view, pieces, () => text || extractPlainText(html)),
  )
  return true
}

function handlesCode(view: EditorView, text: string): boolean {
  const { $from, $to } = view.state.selection
  if (text.length <= maxAtOnce || !$from.sameParent($to)) return false
  void insertPastedCode(view, text.replace(/\r\n?/g, '\n'))
  return true
}

function isMarkdownOf(data: DataTransfer): boolean {
  return /"mode":"markdown"/.test(data.getData('vscode-editor-data'))
}

/** Inserts the files. If the text does not accept files, the user is informed. */
function handlesFiles(view: EditorView, data: DataTransfer, target: TextUploadTarget | null): boolean {
  const files = getFilesFromDataTransfer(data)
  if (files.length === 0) return false
  if (target === null) reportSkippedFiles(files.length)
  else void insertFiles(view, files, target)
  return true
}

/**
 * Returns true if the clipboard contains a copied picture and HTML that consists only of this picture. Browsers add
 * such HTML with the address of the picture. It must be ignored. HTML that was copied in Tandem is not ignored.
 */
function isOfPicture(html: string, data: DataTransfer): boolean {
  if (html === '' || filterPictures(getFilesFromDataTransfer(data)).length === 0) return false
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (isCopiedFromThisEditor(body)) return false
  return body.querySelectorAll('img').length === 1 && !body.textContent?.trim()
}

async function pasteMarkdown(view: EditorView, text: string, target: TextUploadTarget | null): Promise<void> {
  const reader = await import('#common/documents/content/reading/markdown.ts').catch(() => null)
  if (view.isDestroyed) return
  if (reader === null) {
    // The Markdown parser may fail to load while offline. The text is then pasted as plain text.
    await insertPastedPieces(view, splitTextIntoPieces(view.state.schema, text))
  } else if (text.length <= maxAtOnce) pasteHtmlWithFallback(view, reader.markdownToHtml(text), text)
  else
    await insertPastedPieces(
      view,
      pastedPiecesWithFallback(view, piecesOfMarkdown(view, text, reader, target), () => text),
    )
}

function* piecesOfMarkdown(
  view: EditorView,
  text: string,
  { markdownToHtml, splitMarkdown }: typeof import('#common/documents/content/reading/markdown.ts'),
  target: TextUploadTarget | null,
): Iterable<PastedFragment> {
  const all = { linked: 0, lost: 0 }
  for (const part of splitMarkdown(text, maxAtOnce)) {
    const { body } = new DOMParser().parseFromString(markdownToHtml(part), 'text/html')
    const { linked, lost } = tidied(view, body, target)
    all.linked += linked
    all.lost += lost
    yield* splitHtmlIntoPieces(view.state.schema, body)
  }
  reportLosses(all)
}

function* piecesOfPage(
  view: EditorView,
  html: string,
  target: TextUploadTarget | null,
): Iterable<PastedFragment> {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (!isCopiedFromThisEditor(body)) reportLosses(tidied(view, body, target))
  else makeTablesRectangular(body)
  if (target !== null) sharePastedPictures(view, fileIdsInHtml(body.innerHTML), target)
  yield* splitHtmlIntoPieces(view.state.schema, body)
}

/**
 * Makes tables with merged cells rectangular by adding the missing cells. HTML that starts inside a table,
 * such as single rows, is not changed.
 */
function squared(html: string): string {
  if (!/<t[dh][^>]* (?:col|row)span=/.test(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  makeTablesRectangular(body)
  return body.innerHTML
}

function reportLosses({ linked, lost }: PasteLossCounts): void {
  if (linked > 0)
    toast.message(t('editor.paste.linked', { count: linked }), { text: t('editor.paste.linkedText') })
  if (lost > 0) toast.error(t('editor.paste.lost', { count: lost }), { text: t('editor.paste.lostText') })
}

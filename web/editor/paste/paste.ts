import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { t } from '../../locales/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { insertCode, insertPieces } from './insert-pieces.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'
import { type Piece, piecesOfHtml, piecesOfText } from './pieces.ts'
import { type Tidied, tidyPasted } from './tidy.ts'

/** Letters that are pasted at once; more would keep the browser from answering. */
const mostAtOnce = 12_000

/** Takes what other programs put into the clipboard, without losing any of it in silence. */
export const paste = Extension.create({
  name: 'pasteWhole',
  addProseMirrorPlugins() {
    let isPlain = false
    return [
      new Plugin({
        props: {
          transformPastedHTML: (html) => {
            if (isOurs(html)) return html
            const { body } = new DOMParser().parseFromString(html, 'text/html')
            tell(tidyPasted(body, t('editor.paste.picture')))
            return body.innerHTML
          },
          handleDOMEvents: {
            keydown(_view, event) {
              isPlain = event.shiftKey
              return false
            },
            paste(view, event) {
              if (!view.editable || !event.clipboardData || !takes(view, event.clipboardData, isPlain))
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

/** Whether it is put in here and not by the editor. */
function takes(view: EditorView, data: DataTransfer, isPlain: boolean): boolean {
  const [html, text] = [data.getData('text/html'), data.getData('text/plain')]
  if (html === '' && text === '') return takesFiles(data)
  if (view.state.selection.$from.parent.type.spec.code) return takesCode(view, text)
  const isOfCodeEditor = data.types.includes('vscode-editor-data') && !isMarkdownOf(data)
  if (isOfCodeEditor && text.length <= mostAtOnce) return false
  if (html !== '' && !isPlain && !data.types.includes('vscode-editor-data')) {
    if (html.length <= mostAtOnce * 3 && text.length <= mostAtOnce) return false
    void insertPieces(view, piecesOfPage(view, html))
    return true
  }
  if (!isPlain && !isOfCodeEditor && looksLikeMarkdown(text)) {
    void pasteMarkdown(view, text)
    return true
  }
  if (text.length <= mostAtOnce) return false
  void insertPieces(view, piecesOfText(view.state.schema, text))
  return true
}

function takesCode(view: EditorView, text: string): boolean {
  const { $from, $to } = view.state.selection
  if (text.length <= mostAtOnce || !$from.sameParent($to)) return false
  void insertCode(view, text.replace(/\r\n?/g, '\n'))
  return true
}

function isMarkdownOf(data: DataTransfer): boolean {
  return /"mode":"markdown"/.test(data.getData('vscode-editor-data'))
}

/** Files cannot be kept in a text: said, and not just ignored. */
function takesFiles({ files }: DataTransfer): boolean {
  if (files.length === 0) return false
  toast.error(t('editor.paste.files', { count: files.length }), { text: t('editor.paste.filesText') })
  return true
}

async function pasteMarkdown(view: EditorView, text: string): Promise<void> {
  const reader = await import('./markdown.ts').catch(() => null)
  if (view.isDestroyed) return
  if (reader === null) {
    // Without a connection the reader may not come; the text does.
    await insertPieces(view, piecesOfText(view.state.schema, text))
  } else if (text.length <= mostAtOnce) view.pasteHTML(reader.htmlOfMarkdown(text))
  else await insertPieces(view, piecesOfMarkdown(view, text, reader))
}

function* piecesOfMarkdown(
  view: EditorView,
  text: string,
  { htmlOfMarkdown, partsOfMarkdown }: typeof import('./markdown.ts'),
): Iterable<Piece> {
  const tidied = { linked: 0, lost: 0 }
  for (const part of partsOfMarkdown(text, mostAtOnce)) {
    const { body } = new DOMParser().parseFromString(htmlOfMarkdown(part), 'text/html')
    const { linked, lost } = tidyPasted(body, t('editor.paste.picture'))
    tidied.linked += linked
    tidied.lost += lost
    yield* piecesOfHtml(view.state.schema, body)
  }
  tell(tidied)
}

function* piecesOfPage(view: EditorView, html: string): Iterable<Piece> {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (!isOurs(html)) tell(tidyPasted(body, t('editor.paste.picture')))
  yield* piecesOfHtml(view.state.schema, body)
}

/** Copied in an editor like this one: it is what it should be. */
function isOurs(html: string): boolean {
  return html.includes('data-pm-slice')
}

function tell({ linked, lost }: Tidied): void {
  if (linked > 0)
    toast.message(t('editor.paste.linked', { count: linked }), { text: t('editor.paste.linkedText') })
  if (lost > 0) toast.error(t('editor.paste.lost', { count: lost }), { text: t('editor.paste.filesText') })
}

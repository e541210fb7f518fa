import { DOMParser as DocumentParser } from '@tiptap/pm/model'
import { useMemo } from 'react'
import { nodeToHtml } from '#common/documents/content/html.ts'
import { markdownToHtml } from '#common/documents/content/reading/markdown.ts'
import { normalizePastedHtml } from '#common/documents/content/reading/normalize-pasted-html.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { StoredDocument } from '../../documents/editor/StoredDocument.tsx'

/** The text of a widget. Its Markdown has the same appearance as texts of the editor. */
export function WidgetText({ text }: { text: string }) {
  const html = useMemo(() => safeHtmlOfMarkdown(text), [text])
  return <StoredDocument html={html} />
}

/** Converts Markdown to HTML. The schema of documents removes scripts, event handlers and unsafe addresses. */
function safeHtmlOfMarkdown(text: string): string {
  const { body } = new DOMParser().parseFromString(markdownToHtml(text), 'text/html')
  normalizePastedHtml(body, '')
  return nodeToHtml(DocumentParser.fromSchema(documentSchema()).parse(body))
}

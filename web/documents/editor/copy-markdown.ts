import { t } from '../../locales/i18n.ts'
import { copyText } from '../../platform/ui/copy-text.ts'

/**
 * Copies a document as Markdown: its live state if it is open, otherwise the stored HTML. The converter is
 * loaded on demand.
 */
export async function copyDocumentAsMarkdown(name: string, stored: () => Promise<string>): Promise<void> {
  const markdown = import('./document-markdown.ts').then(({ loadDocumentAsMarkdown }) =>
    loadDocumentAsMarkdown(name, stored),
  )
  await copyText(markdown, t('editor.markdownCopied'))
}

import { t } from '../../locales/i18n.ts'
import { copyText } from '../../platform/ui/copy-text.ts'

/** Copies a text as Markdown: as it is here, or by the HTML that was stored last where it is not open. What does so is loaded then. */
export async function copyAsMarkdown(name: string, stored: () => Promise<string>): Promise<void> {
  const markdown = import('./document-markdown.ts').then(({ markdownOf }) => markdownOf(name, stored))
  await copyText(markdown, t('editor.markdownCopied'))
}

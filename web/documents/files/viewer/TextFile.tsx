import { useTranslation } from '../../../locales/i18n.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Spinner } from '../../../platform/ui/Spinner.tsx'
import { useFileContent } from './use-file-content.ts'
import type { ViewerFile } from './viewer-file.ts'

/** Maximum number of bytes of a text file that are shown. The whole file can be downloaded. */
const shownBytes = 512 * 1024

const beginning = { Range: `bytes=0-${shownBytes - 1}` }
const asText = async (answer: Response) =>
  new TextDecoder().decode(new Uint8Array(await answer.arrayBuffer()).subarray(0, shownBytes))

/** Shows a text file as source code, so that HTML and scripts do not run. */
export function TextFile({ file }: { file: ViewerFile }) {
  const { t } = useTranslation()
  const read = useFileContent(file, asText, beginning)
  const isCut = file.attributes.size > shownBytes
  return (
    <section
      aria-label={file.attributes.name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
      tabIndex={0}
      className="scroll-quiet absolute inset-0 overflow-auto bg-sheet outline-none"
    >
      {read.status === 'failed' ? (
        <ErrorState onRetry={read.retry} />
      ) : read.status === 'loading' ? (
        <div role="status" aria-label={t('ui.loading')} className="grid h-full place-items-center text-faint">
          <Spinner size={20} />
        </div>
      ) : (
        <div className="mx-auto max-w-180 px-4 py-6 sm:px-14">
          <pre dir="auto" className="font-mono text-sm leading-[1.6] wrap-anywhere whitespace-pre-wrap">
            {read.content}
          </pre>
          {isCut && <p className="mt-4 border-t border-line pt-3 text-soft">{t('files.cut')}</p>}
        </div>
      )}
    </section>
  )
}

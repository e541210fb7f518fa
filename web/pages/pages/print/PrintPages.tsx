import { useAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { DocumentPageContext } from '../../../documents/editor/live-blocks/document-page.ts'
import { StoredDocument } from '../../../documents/editor/StoredDocument.tsx'
import { pictureUrl } from '../../../documents/files/pictures.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { ProgressBar } from '../../../platform/ui/ProgressBar.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { waitUntilRendered } from '../../../work/detail/print/wait-until-rendered.ts'
import { type PaperSize, type PrintJob, printJobAtom } from './print-job.ts'
import { loadPagesToPrint, type PageToPrint, printedPageAnchor } from './read-pages.ts'
import '../../../work/detail/print/print.css'
import './print-pages.css'

/**
 * Prints pages or saves them as PDF. It renders a document that is visible only in print and opens the
 * browser's print dialog.
 */
export function PrintPages() {
  const [pages, setPages] = useAtom(printJobAtom)
  return pages && <PrintJobView key={pages.ids[0]} pages={pages} onEnd={() => setPages(null)} />
}

function PrintJobView({ pages, onEnd }: { pages: PrintJob; onEnd: () => void }) {
  const { t } = useTranslation()
  const [read, setRead] = useState(0)
  const [texts, setTexts] = useState<readonly PageToPrint[] | null>(null)
  const [isReady, setReady] = useState(false)
  const article = useRef<HTMLElement>(null)
  const end = useEffectEvent(onEnd)
  const begin = useEffectEvent((signal: AbortSignal) => loadPagesToPrint(pages, { signal, onRead: setRead }))
  const failed = useEffectEvent((error: unknown) => {
    end()
    if (!(error instanceof RequestError)) throw error
    toast.error(t('pages.pdf.failed'), { text: t('pages.pdf.failedText') })
  })
  useEffect(() => {
    const over = new AbortController()
    begin(over.signal).then(
      (all) => !over.signal.aborted && setTexts(all),
      (error: unknown) => !over.signal.aborted && failed(error),
    )
    return () => over.abort()
  }, [])
  const print = useEffectEvent((title: string) => {
    const before = document.title
    // The title of the document is changed, because browsers suggest it as the name of the PDF file.
    document.title = title
    const restore = () => {
      document.title = before
      end()
    }
    window.addEventListener('afterprint', restore, { once: true })
    window.print()
  })
  useEffect(() => {
    if (texts === null) return
    let isShown = true
    void waitUntilRendered(article.current).then(() => isShown && setReady(true))
    return () => {
      isShown = false
    }
  }, [texts])
  const title = texts?.[0]?.name || t('pages.untitled')
  useEffect(() => {
    if (isReady) print(title)
  }, [isReady, title])
  return (
    <>
      {!isReady && (
        <Dialog
          open
          size="sm"
          onOpenChange={(open) => !open && onEnd()}
          title={t('pages.pdf.preparing')}
          footer={<Button onClick={onEnd}>{t('ui.cancel')}</Button>}
        >
          <ProgressBar
            label={t('pages.pdf.preparing')}
            part={read / Math.max(1, pages.ids.length)}
            className="block w-full"
          />
        </Dialog>
      )}
      {texts !== null &&
        createPortal(
          <article ref={article} className="printed printed-pages" data-theme="light">
            <PageRule pages={pages} />
            <Contents texts={texts} />
            {texts.map((text) => (
              <section key={text.id} id={printedPageAnchor(text.id)}>
                {text.cover !== null && (
                  <img className="printed-cover" src={pictureUrl(text.cover, { width: 1280 })} alt="" />
                )}
                <h1 dir="auto">{text.name || t('pages.untitled')}</h1>
                <DocumentPageContext value={{ id: text.id, projectId: pages.projectId }}>
                  <StoredDocument html={text.html} />
                </DocumentPageContext>
              </section>
            ))}
          </article>,
          document.body,
        )}
    </>
  )
}

const cssSizes: Record<PaperSize, string> = { A4: 'A4', letter: 'letter', A3: 'A3', legal: 'legal' }

/** The `@page` rule applies to the whole document and cannot be set on an element. */
function PageRule({ pages: { size, isLandscape } }: { pages: PrintJob }) {
  return <style>{`@page{size:${cssSizes[size]} ${isLandscape ? 'landscape' : 'portrait'}}`}</style>
}

/** Title page and table of contents for several pages. */
function Contents({ texts }: { texts: readonly PageToPrint[] }) {
  const { t } = useTranslation()
  if (texts.length < 2) return null
  return (
    <header className="printed-contents">
      <p className="printed-title" dir="auto">
        {texts[0]?.name || t('pages.untitled')}
      </p>
      <h2>{t('pages.pdf.contents')}</h2>
      <ul>
        {texts.map(({ id, name, level }) => (
          <li key={id} style={{ marginInlineStart: `${level * 1.25}rem` }}>
            <a href={`#${printedPageAnchor(id)}`} dir="auto">
              {name || t('pages.untitled')}
            </a>
          </li>
        ))}
      </ul>
    </header>
  )
}

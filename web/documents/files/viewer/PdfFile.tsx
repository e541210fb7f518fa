import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Spinner } from '../../../platform/ui/Spinner.tsx'
import type { ViewerFile } from './viewer-file.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/**
 * The pages of a PDF file. PDF.js renders them instead of the browser's viewer, so that scripts in the file
 * do not run. Each page is rendered when it becomes visible.
 */
export function PdfFile({ file }: { file: ViewerFile }) {
  const { t } = useTranslation()
  const { pdf, hasFailed, retry } = usePdf(file.url())
  return (
    <section
      aria-label={file.attributes.name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
      tabIndex={0}
      className="scroll-quiet absolute inset-0 overflow-auto outline-none"
    >
      {hasFailed ? (
        <ErrorState text={t('files.unreadable')} onRetry={retry} />
      ) : pdf === null ? (
        <div role="status" aria-label={t('ui.loading')} className="grid h-full place-items-center text-faint">
          <Spinner size={20} />
        </div>
      ) : (
        <div className="mx-auto flex max-w-200 flex-col gap-3 p-3 sm:px-14 sm:py-6">
          {Array.from({ length: pdf.numPages }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page number identifies a page
            <Page key={at} pdf={pdf} number={at + 1} />
          ))}
        </div>
      )}
    </section>
  )
}

function usePdf(url: string) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the file again
  useEffect(() => {
    const task = getDocument({ url, enableXfa: false, stopAtErrors: false })
    let isOver = false
    setHasFailed(false)
    task.promise.then(
      (loaded) => !isOver && setPdf(loaded),
      () => !isOver && setHasFailed(true),
    )
    return () => {
      isOver = true
      setPdf(null)
      void task.destroy()
    }
  }, [url, attempt])
  return { pdf, hasFailed, retry: () => setAttempt(attempt + 1) }
}

/** The aspect ratio of a page until the actual one is known. */
const usualRatio = Math.SQRT2

function Page({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [ratio, setRatio] = useState(usualRatio)
  useEffect(() => {
    const target = canvas.current
    if (target === null) return
    let stop = () => {}
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        seen.disconnect()
        stop = draw(pdf, number, target, setRatio)
      },
      { rootMargin: '800px' },
    )
    seen.observe(target)
    return () => {
      seen.disconnect()
      stop()
    }
  }, [pdf, number])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('files.page', { number, count: pdf.numPages })}
      style={{ aspectRatio: `1 / ${ratio}` }}
      className="w-full rounded-xs border border-line bg-white"
    />
  )
}

function draw(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  onRatio: (ratio: number) => void,
): () => void {
  let isOver = false
  let cancel = () => {}
  void pdf.getPage(number).then(
    (page) => {
      if (isOver) return
      const own = page.getViewport({ scale: 1 })
      onRatio(own.height / own.width)
      const viewport = page.getViewport({ scale: (canvas.clientWidth * devicePixelRatio) / own.width })
      canvas.width = viewport.width
      canvas.height = viewport.height
      const task = page.render({ canvas, viewport })
      cancel = () => task.cancel()
      // The promise rejects when rendering is cancelled, which is not an error.
      task.promise.catch(() => {})
    },
    () => {},
  )
  return () => {
    isOver = true
    cancel()
  }
}

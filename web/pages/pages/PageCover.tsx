import { useAtomValue } from 'jotai'
import { CircleAlert, ImagePlus, ImageUp, X } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { pictureTypes } from '#common/documents/files/file-types.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { parsePageCover } from '#common/pages/pages/style.ts'
import { pictureUrl, uploadDestinationOf } from '../../documents/files/pictures.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { store, tables } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { ProgressBar } from '../../platform/ui/ProgressBar.tsx'
import {
  cancelUpload,
  retryUpload,
  startUploads,
  type Upload,
  uploadsAtom,
} from '../../platform/uploads/uploads.ts'
import { projectIdOfPage, setPageCover } from './actions.ts'
import { pageRightsAtom } from './atoms.ts'

/** Returns the cover that this tab is uploading. */
function useCoverUpload({ id }: PageRow): Upload | undefined {
  return useAtomValue(uploadsAtom(ownerOf(id))).at(-1)
}

const ownerOf = (pageId: string) => `cover of ${pageId}`

async function uploadCover(page: PageRow, file: File): Promise<void> {
  const owner = ownerOf(page.id)
  for (const { id } of store.get(uploadsAtom(owner))) cancelUpload(id)
  const target = {
    entity_type: 'PAGE_DESCRIPTION',
    entity_identifier: page.id,
    project_id: projectIdOfPage(page),
  } as const
  const shown = async (id: string) => {
    const now = tables.pages.get(page.id)
    if (now !== undefined) await setPageCover(now, id)
  }
  await startUploads(owner, [file], { ...uploadDestinationOf(target, shown), isOfPictures: true })
}

/** Cover above the title, in full width. Users who can edit the page can replace or remove it. */
export function PageCover({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const { rename: canChange } = useAtomValue(pageRightsAtom(page.id))
  const upload = useCoverUpload(page)
  const cover = parsePageCover(page.view_props)
  if (cover === null && upload === undefined) return null
  const src = upload?.preview ?? (cover === null ? null : pictureUrl(cover, { width: 1280 }))
  const isSending = upload !== undefined && upload.status !== 'failed'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms and has a default border
    <div
      role="group"
      aria-label={t('pages.cover.title')}
      className="group/cover relative flex h-34 w-full shrink-0 flex-col bg-sunken sm:h-52"
    >
      {src !== null && (
        <img
          key={src}
          src={src}
          alt=""
          decoding="async"
          draggable={false}
          // If the picture is missing, the broken image is hidden, but its space remains.
          onError={({ currentTarget }) => currentTarget.classList.add('invisible')}
          className={cx('min-h-0 w-full flex-1 object-cover', isSending && 'opacity-60')}
        />
      )}
      {canChange && (
        <div className="absolute end-3 bottom-3 flex max-w-full flex-wrap items-center justify-end gap-1.5">
          {isSending && <ProgressBar label={t('pages.cover.title')} part={upload.sent} className="w-32" />}
          {upload?.status === 'failed' && <UploadFailed upload={upload} />}
          {isSending ? (
            <Button size="sm" onClick={() => cancelUpload(upload.id)}>
              {t('ui.cancel')}
            </Button>
          ) : (
            <div
              className={cx(
                'flex gap-1.5 transition-opacity coarse:opacity-100',
                'opacity-0 group-focus-within/cover:opacity-100 group-hover/cover:opacity-100',
              )}
            >
              <CoverFileInput page={page}>
                {(choose) => (
                  <Button size="sm" icon={<ImageUp />} onClick={choose}>
                    {t(cover === null ? 'pages.cover.add' : 'pages.cover.change')}
                  </Button>
                )}
              </CoverFileInput>
              {cover !== null && (
                <Button size="sm" icon={<X />} onClick={() => void setPageCover(page, null)}>
                  {t('pages.cover.remove')}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

function UploadFailed({ upload }: { upload: Upload }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex items-center gap-1.5 rounded-md bg-sheet px-2 py-1 text-sm text-danger">
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      {upload.reason}
      {upload.canRetry && (
        <Button size="sm" variant="ghost" onClick={() => retryUpload(upload.id)}>
          {t('ui.retry')}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => cancelUpload(upload.id)}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}

/** Button to add a cover to a page without one. */
export function AddPageCover({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const upload = useCoverUpload(page)
  if (parsePageCover(page.view_props) !== null || upload !== undefined) return null
  return (
    <CoverFileInput page={page}>
      {(choose) => (
        <Button size="sm" variant="ghost" icon={<ImagePlus />} onClick={choose}>
          {t('pages.cover.add')}
        </Button>
      )}
    </CoverFileInput>
  )
}

/** Gives the child component a function that opens the file dialog. */
function CoverFileInput({
  page,
  children,
}: {
  page: PageRow
  children: (choose: () => void) => ReactElement
}) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      {children(() => picker.current?.click())}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('pages.cover.title')}
        accept={pictureTypes.join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) void uploadCover(page, file)
          // The input is cleared, so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

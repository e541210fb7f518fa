import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { publishedPagePath } from '#common/pages/pages/public-paths.ts'
import { canPublishPage } from '#common/pages/pages/rules.ts'
import type { PagePublication, PageRow } from '#common/pages/pages/schema.ts'
import { findDescendantPages } from '#common/pages/pages/tree.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, tables } from '../../platform/app/sync.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { PublicLink } from '../../work/views/PublicLink.tsx'
import { PublishWarning } from '../../work/views/PublishWarning.tsx'
import {
  pageVisibilityMessage,
  projectIdOfPage,
  publishPage,
  setPageAccess,
  unpublishPage,
} from './actions.ts'
import { isPrivatePage, pageActorAtom, pageRightsAtom, pagesAtom } from './atoms.ts'
import { publishPageDialogAtom } from './publish-dialog.ts'

/** The dialog to publish a page. The "Publish" entry in the menu of the page opens it. */
export function PublishPageDialog() {
  const [id, setId] = useAtom(publishPageDialogAtom)
  const page = useAtomValue(tables.pages.rowAtom(id ?? ''))
  return page ? <PublishDialog key={page.id} page={page} onClose={() => setId(null)} /> : null
}

function PublishDialog({ page, onClose }: { page: PageRow; onClose: () => void }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const rights = useAtomValue(pageRightsAtom(page.id))
  const { publication } = page
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('pages.publish.title')}
      description={<bdi>{page.name || t('pages.untitled')}</bdi>}
    >
      <div className="flex flex-col gap-4">
        {isPrivatePage(page) ? (
          <div className="flex flex-col items-start gap-3">
            <p className="text-pretty text-soft">{t('pages.publish.private')}</p>
            {rights.share && (
              <Button onClick={() => void setPageAccess(page, 0)}>
                {pageVisibilityMessage(page, 'makePublic')}
              </Button>
            )}
          </div>
        ) : (
          <Switch
            checked={publication !== null}
            disabled={publication === null ? !rights.publish : !rights.manage}
            hint={t('pages.publish.hint')}
            onChange={(isOn) => (isOn ? void publishPage(page, {}) : setConfirming(true))}
          >
            {t('pages.publish.isPublic')}
          </Switch>
        )}
        {publication && <Published page={page} publication={publication} />}
        {!isPrivatePage(page) && <HiddenFromReaders />}
      </div>
      <AlertDialog
        open={isConfirming}
        danger
        onOpenChange={setConfirming}
        title={t('pages.publish.stopTitle')}
        text={t('pages.publish.stopText')}
        confirmLabel={t('publish.stop')}
        onConfirm={() => unpublishPage(page)}
      />
    </Dialog>
  )
}

/** Lists what the public version of a page leaves out (`publicPageHtml` on the server). */
function HiddenFromReaders() {
  const { t } = useTranslation()
  const parts = ['People', 'Pages', 'Blocks', 'Items', 'History'] as const
  return (
    <section className="text-pretty text-sm text-soft">
      <h3 className="mb-1 font-medium text-text">{t('pages.publish.notShown')}</h3>
      <ul className="flex list-disc flex-col gap-1 ps-5 marker:text-faint">
        {parts.map((part) => (
          <li key={part}>{t(`pages.publish.notShown${part}`)}</li>
        ))}
      </ul>
      <p className="mt-2">{t('pages.publish.shownFiles')}</p>
    </section>
  )
}

/** The link of a public page, and the settings of what it shows. */
function Published({ page, publication }: { page: PageRow; publication: PagePublication }) {
  const { t } = useTranslation()
  const { publish } = useAtomValue(pageRightsAtom(page.id))
  const below = usePublishableSubPages(page)
  const [changes, setChanges] = useState(0)
  const shown = usePublicPageCount(page, publication, changes)
  const { has_sub_pages, is_indexed } = publication
  const change = async (settings: Parameters<typeof publishPage>[1]) => {
    await publishPage(page, settings)
    setChanges((count) => count + 1)
  }
  return (
    <>
      <PublicLink path={publishedPagePath(publication.anchor)} />
      {shown === 'broken' && (
        <PublishWarning>
          <span className="flex flex-col items-start gap-2">
            {t('pages.publish.broken')}
            {publish && (
              <Button size="sm" onClick={() => void change({ has_sub_pages })}>
                {t('pages.publish.again')}
              </Button>
            )}
          </span>
        </PublishWarning>
      )}
      <div className="flex flex-col rounded-lg border border-line">
        <div className="px-4 py-3">
          <Switch
            checked={has_sub_pages}
            disabled={!publish}
            hint={t('pages.publish.subPagesHint', { total: below.length })}
            onChange={(isOn) => void change({ has_sub_pages: isOn })}
          >
            {t('pages.publish.subPages')}
          </Switch>
        </div>
        <div className="border-line border-t px-4 py-3">
          <Switch
            checked={is_indexed}
            disabled={!publish}
            hint={t('pages.publish.indexedHint')}
            onChange={(isOn) => void change({ is_indexed: isOn })}
          >
            {t('pages.publish.indexed')}
          </Switch>
        </div>
      </div>
      <p role="status" className="min-h-5 text-pretty text-sm text-faint">
        {typeof shown === 'number' && t('pages.publish.shown', { total: shown })}
      </p>
    </>
  )
}

/** Returns the sub-pages that become public if the user publishes the page with its sub-pages. */
function usePublishableSubPages(page: PageRow): PageRow[] {
  const actor = useAtomValue(pageActorAtom(page.id))
  const pages = useAtomValue(pagesAtom(projectIdOfPage(page)))
  return findDescendantPages(
    page.id,
    pages.filter((one) => actor !== null && canPublishPage(actor, one)),
  )
}

/**
 * Returns how many pages the link shows, `broken` if the link does not work, or null while this is unknown.
 * `changes` is the number of changes that the server has stored. The row of the page is not sufficient,
 * because it also contains changes that are still being sent.
 */
function usePublicPageCount(page: PageRow, { anchor, published_by }: PagePublication, changes: number) {
  const [count, setCount] = useState<number | null>(null)
  const pages = useAtomValue(pagesAtom(projectIdOfPage(page)))
  const { status } = useLoadState(
    useCallback(async () => {
      // These values are dependencies: when one of them changes, other pages may be public, so the number is
      // loaded again.
      void [changes, published_by, pages.length]
      const answer = await request('getPublishedPage', { params: { page_anchor: anchor }, query: {} })
      setCount(answer.pages.length)
    }, [anchor, changes, published_by, pages.length]),
  )
  return status === 'no_access' ? 'broken' : count
}

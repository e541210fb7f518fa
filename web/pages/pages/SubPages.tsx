import { useAtomValue } from 'jotai'
import { FileText, LockKeyhole, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { isPrivatePage, pageRightsAtom, pagesAtom, useCanCreatePages } from './atoms.ts'
import { pagePath } from './paths.ts'
import { sortPages } from './tree.ts'
import { useCreatePage } from './use-create-page.ts'

/** Lists the direct sub-pages, with a button to create another. */
export function SubPages({ page, projectId }: { page: PageRow; projectId: string | null }) {
  const { t } = useTranslation()
  const makePage = useCreatePage(projectId)
  const rights = useAtomValue(pageRightsAtom(page.id))
  const isArchived = page.archived_at !== null
  const canCreate = useCanCreatePages(projectId) && rights.edit && !isArchived
  const below = sortPages(
    useAtomValue(pagesAtom(projectId)).filter(
      (one) => one.parent === page.id && (one.archived_at !== null) === isArchived,
    ),
    { order: 'sort_order' },
  )
  const create = () => makePage({ access: page.access, parent: page.id })
  if (below.length === 0 && !canCreate) return null
  return (
    <section aria-label={t('pages.subPages')} className="border-t border-line pt-3">
      {below.length > 0 && <h2 className="mb-1 text-sm font-medium text-soft">{t('pages.subPages')}</h2>}
      {below.length > 0 && (
        <ul>
          {below.map((one) => (
            <li key={one.id}>
              <Link
                to={pagePath(projectId, one.id)}
                className="-mx-2 flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-hover coarse:min-h-touch"
              >
                <ProjectLogo logo={one.logo_props} name={one.name} fallback={<FileText />} />
                <span dir="auto" className="min-w-0 truncate">
                  {one.name || t('pages.untitled')}
                </span>
                {isPrivatePage(one) && (
                  <LockKeyhole className="text-icon-faint" aria-label={t('pages.private')} />
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {canCreate && (
        <Button variant="ghost" size="sm" className="-ms-2" icon={<Plus />} onClick={() => void create()}>
          {t('pages.newSubPage')}
        </Button>
      )}
    </section>
  )
}

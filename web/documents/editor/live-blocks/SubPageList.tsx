import { FileText, LockKeyhole } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../../locales/i18n.ts'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import type { ListedPage } from './document-page.ts'
import { LiveBlockNote } from './LiveBlockNote.tsx'

/** The links of a list of sub-pages. */
export function SubPageList({ pages }: { pages: readonly ListedPage[] }) {
  const { t } = useTranslation()
  if (pages.length === 0) return <LiveBlockNote>{t('editor.live.noSubPages')}</LiveBlockNote>
  return (
    <nav aria-label={t('pages.subPages')}>
      <ul className="live-block-list">
        {pages.map(({ id, name, logo_props, path, isPrivate }) => (
          <li key={id}>
            <Link
              to={path}
              className="flex min-h-8 items-center gap-2 rounded-md px-2 text-text no-underline hover:bg-hover coarse:min-h-touch"
            >
              <ProjectLogo logo={logo_props} name={name} fallback={<FileText />} />
              <span dir="auto" className="min-w-0 truncate">
                {name || t('pages.untitled')}
              </span>
              {isPrivate && <LockKeyhole className="text-icon-faint" aria-label={t('pages.private')} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useAtomValue } from 'jotai'
import { FileText } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import { linkedPagePath, loadLinkedPages } from './linked-pages.ts'
import type { PageLink, PageLinkPortals } from './page-line-plugin.ts'

/**
 * Renders the current icon and name of the linked page before each link to a page. Only links whose text is the
 * address of the page are rendered in this way.
 */
export function PageLinkBlocks({ portals }: { portals: PageLinkPortals }) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  return list.map((line) => createPortal(<Shown line={line} />, line.dom, String(line.key)))
}

function Shown({ line: { dom, project, page } }: { line: PageLink }) {
  const { t } = useTranslation()
  const row = useAtomValue(tables.pages.rowAtom(page))
  const isKnown = row !== undefined
  useEffect(() => {
    dom.toggleAttribute('data-known', isKnown)
    if (!isKnown) void loadLinkedPages(project)
  }, [dom, isKnown, project])
  if (!row) return null
  return (
    <a href={linkedPagePath(project, page)}>
      <ProjectLogo logo={row.logo_props} name={row.name} fallback={<FileText />} />
      <span dir="auto">{row.name || t('pages.untitled')}</span>
    </a>
  )
}

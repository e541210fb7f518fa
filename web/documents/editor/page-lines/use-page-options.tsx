import { atom, useAtomValue } from 'jotai'
import { FileText } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import type { PickerOption } from '../../../platform/ui/picker-options.ts'
import { isPageOfContainer, linkedPagePath, loadLinkedPages } from './linked-pages.ts'

/**
 * Returns the pages that a text can link to, without the edited page, and a function that returns the path of
 * a page. The pages are loaded if necessary.
 */
export function usePageOptions(projectId: string | null, pageId: string | null) {
  const { t } = useTranslation()
  const pages = useAtomValue(
    useMemo(
      () =>
        atom((get) =>
          get(tables.pages.allAtom).filter(
            (page) => isPageOfContainer(projectId, page) && page.archived_at === null && page.id !== pageId,
          ),
        ),
      [projectId, pageId],
    ),
  )
  useEffect(() => void loadLinkedPages(projectId), [projectId])
  const options = useMemo<PickerOption[]>(
    () =>
      pages.map(({ id, name, logo_props }) => ({
        value: id,
        label: name || t('pages.untitled'),
        icon: <ProjectLogo logo={logo_props} name={name} fallback={<FileText />} />,
      })),
    [pages, t],
  )
  return { options, pathOf: (id: string) => linkedPagePath(projectId, id) }
}

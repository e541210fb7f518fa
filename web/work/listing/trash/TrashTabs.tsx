import { useAtomValue } from 'jotai'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { TabLinks } from '../../../platform/shell/TabLinks.tsx'
import { currentSlug } from '../../../platform/shell/workspace.ts'

/** Tabs for the kinds of rows in the trash of a project. */
export function TrashTabs({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const path = `/${currentSlug()}/projects/${projectId}/trash`
  if (project === undefined) return null
  return (
    <TabLinks
      label={t('trash.kinds')}
      tabs={[
        { to: path, label: t('shell.nav.workItems'), end: true },
        { to: `${path}/pages`, label: t('shell.nav.pages') },
      ]}
    />
  )
}

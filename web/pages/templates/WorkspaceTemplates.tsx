import { useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { WorkspaceSettingsScreen } from '../../organization/workspaces/WorkspaceSettingsScreen.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { openTemplateDialog } from '../../work/work-items/templates.ts'
import { canCreateWorkspacePagesAtom } from '../pages/atoms.ts'
import { TemplateList } from './Templates.tsx'

/**
 * Screen `/{slug}/settings/templates` with the page templates of the workspace itself. Users who can create
 * pages of the workspace can edit these templates.
 */
export function WorkspaceTemplates() {
  const { t } = useTranslation()
  const canChange = useAtomValue(canCreateWorkspacePagesAtom)
  return (
    <WorkspaceSettingsScreen
      forMembers
      wide
      actions={
        <Button
          variant="primary"
          icon={<Plus />}
          onClick={() => openTemplateDialog({ project_id: null, id: null, kind: 'page' })}
        >
          <span className="max-sm:sr-only">{t('templates.new')}</span>
        </Button>
      }
    >
      <TemplateList projectId={null} canChange={canChange} kind="page" />
    </WorkspaceSettingsScreen>
  )
}

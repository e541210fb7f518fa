import { useAtomValue } from 'jotai'
import { WorkspaceSettingsScreen } from '../../organization/workspaces/WorkspaceSettingsScreen.tsx'
import { canCreateWorkspacePagesAtom } from '../pages/atoms.ts'
import { TemplateList } from './Templates.tsx'

/**
 * Screen `/{slug}/settings/templates` with the page templates of the workspace itself. Users who can create
 * pages of the workspace can edit these templates.
 */
export function WorkspaceTemplates() {
  const canChange = useAtomValue(canCreateWorkspacePagesAtom)
  return (
    <WorkspaceSettingsScreen forMembers>
      <TemplateList projectId={null} canChange={canChange} kind="page" />
    </WorkspaceSettingsScreen>
  )
}

import { useAtomValue } from 'jotai'
import { Layers, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import type { LiveBlockChooserProps } from '../../platform/shell/feature.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { canCreateViewAtom, viewsAtom } from './atoms.ts'
import { useViews } from './load.ts'
import { openNewViewDialog } from './open-new-view.ts'

/** The picker for the saved view whose work items a block lists. In a text of the workspace, the user first chooses a project. */
export function ViewBlockChooser(props: LiveBlockChooserProps) {
  const [chosen, setChosen] = useState<string | null>(props.projectId)
  if (chosen === null) return <ProjectChoice {...props} onProject={setChosen} />
  return <ViewChoice {...props} project={chosen} />
}

function ProjectChoice({
  anchor,
  onClose,
  onProject,
}: LiveBlockChooserProps & { onProject: (id: string) => void }) {
  const { t } = useTranslation()
  const projects = useAtomValue(joinedProjectsAtom).filter(
    ({ issue_views_view, archived_at }) => issue_views_view && archived_at === null,
  )
  // A ref, because the picker calls `onChange` and `onOpenChange` in the same event, before the next render.
  const hasChosen = useRef(false)
  return (
    <Picker
      open
      anchor={anchor}
      label={t('editor.live.chooseProject')}
      value={null}
      options={projects.map(({ id, name, logo_props }) => ({
        value: id,
        label: name,
        icon: <ProjectLogo logo={logo_props} name={name} />,
      }))}
      emptyText={t('editor.live.noViews')}
      onChange={(id) => {
        if (id === null) return
        hasChosen.current = true
        onProject(id)
      }}
      onOpenChange={(isOpen) => !isOpen && !hasChosen.current && onClose()}
      finalFocus={() => false}
    />
  )
}

function ViewChoice({ anchor, project, onChoose, onClose }: LiveBlockChooserProps & { project: string }) {
  const { t } = useTranslation()
  const { status } = useViews(project)
  const views = useAtomValue(viewsAtom(project))
  const canCreate = useAtomValue(canCreateViewAtom(project))
  const create = () => {
    onClose()
    openNewViewDialog(project)
  }
  return (
    <Picker
      open
      anchor={anchor}
      label={t('editor.live.chooseView')}
      value={null}
      loading={status === 'loading' && views.length === 0}
      options={views.map(({ id, name, logo_props }) => ({
        value: id,
        label: name,
        icon: <ProjectLogo logo={logo_props} name={name} fallback={<Layers />} />,
      }))}
      emptyText={t('editor.live.noViews')}
      footer={
        canCreate && (
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus />}
            className="w-full justify-start!"
            onClick={create}
          >
            {t('views.new')}
          </Button>
        )
      }
      onChange={(id) => (id === null ? onClose() : onChoose(project, id))}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      finalFocus={() => false}
    />
  )
}

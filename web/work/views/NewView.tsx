import { EyeOff, Globe } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ViewSettings } from '#common/work/user-properties/rules.ts'
import type { ViewAccess } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { createView } from './actions.ts'
import { viewPath } from './paths.ts'
import { ViewForm } from './ViewForm.tsx'

export interface NewViewProps {
  /** Is null for a view of the workspace. */
  projectId: string | null
  /** Id of the teamspace, if the view belongs to a teamspace. */
  teamspaceId?: string | null
  settings: ViewSettings
  /** The initial filters of the view: `shown` uses those of the current screen, `all` uses none. */
  startsWith?: 'shown' | 'all'
  /** Called before the new view is opened. */
  onCreated?: () => void
  onClose: () => void
}

const access: Record<'shared' | 'private', ViewAccess> = { shared: 1, private: 0 }

/** Dialog that saves `settings` as a new view and opens the view. */
export function NewView({
  projectId,
  teamspaceId = null,
  settings,
  startsWith = 'shown',
  onCreated,
  onClose,
}: NewViewProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const sharedHint =
    teamspaceId !== null
      ? 'views.sharedHintTeamspace'
      : projectId === null
        ? 'views.sharedHintWorkspace'
        : 'views.sharedHint'
  const [visibility, setVisibility] = useState<keyof typeof access>('shared')
  return (
    <ViewForm
      title={t(startsWith === 'all' ? 'views.new' : 'views.newTitle')}
      description={t(startsWith === 'all' ? 'views.newOfAllText' : 'views.newText')}
      submit={t(startsWith === 'all' ? 'views.create' : 'views.save')}
      beginsAs={{ name: '', description: '', logo_props: {} }}
      onClose={onClose}
      onSubmit={async (named) => {
        const view = await createView(
          { project_id: projectId, teamspace_id: teamspaceId },
          { ...named, ...settings, access: access[visibility] },
        )
        if (view === null) return false
        onCreated?.()
        void navigate(viewPath(view))
        return true
      }}
    >
      <RadioGroup
        label={t('views.seenBy')}
        value={visibility}
        onChange={setVisibility}
        options={[
          {
            value: 'shared',
            label: <Choice icon={<Globe />} text={t('views.shared')} />,
            hint: t(sharedHint),
          },
          {
            value: 'private',
            label: <Choice icon={<EyeOff />} text={t('views.private')} />,
            hint: t('views.privateHint'),
          },
        ]}
      />
    </ViewForm>
  )
}

function Choice({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 [&>svg]:size-3.5 [&>svg]:text-icon-faint">
      {icon}
      {text}
    </span>
  )
}

import { useState } from 'react'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { joinProject } from './actions.ts'

interface JoinProjectProps {
  project: Project
  /** `primary` on screens where joining is the main action. */
  variant?: 'line' | 'primary'
  onJoined: () => void
}

/** A button to join the project. */
export function JoinProject({ project, variant = 'line', onJoined }: JoinProjectProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const [joining, setJoining] = useState(false)
  const { name } = project

  async function join() {
    setJoining(true)
    try {
      await joinProject(project.id)
      toast.ok(t('projects.joined', { name }))
      onJoined()
    } catch (error) {
      toast.error(words(error))
      setJoining(false)
    }
  }

  return (
    <Button
      variant={variant}
      aria-label={t('projects.joinLabel', { name })}
      loading={joining}
      onClick={() => void join()}
    >
      {t('projects.join')}
    </Button>
  )
}

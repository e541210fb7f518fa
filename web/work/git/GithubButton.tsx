import { GitBranch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { openGithub, useGitErrorToast } from './actions.ts'

interface GithubButtonProps {
  projectId: string
  variant?: 'primary' | 'line'
  size?: 'sm' | 'md'
  /** Pass it if the person has already authorized the App. A click then calls it and does not open GitHub. */
  onAuthorized?: (() => void) | undefined
}

/** Opens GitHub, on which the person authorizes or installs the GitHub App. */
export function GithubButton({ projectId, variant = 'line', size = 'md', onAuthorized }: GithubButtonProps) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const [opening, setOpening] = useState(false)

  async function leave(): Promise<void> {
    setOpening(true)
    try {
      await withErrorToast(openGithub(projectId))
    } catch {
      // `withErrorToast` has already shown the error.
      setOpening(false)
    }
  }

  return (
    <Button
      variant={variant}
      size={size}
      icon={<GitBranch />}
      loading={opening}
      onClick={onAuthorized ?? (() => void leave())}
    >
      {t('git.app.connect')}
    </Button>
  )
}

import { GitBranch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { openGithub, useGitErrorToast } from './actions.ts'

interface GithubButtonProps {
  projectId: string
  variant?: 'primary' | 'line'
  size?: 'sm' | 'md'
  /**
   * Called on a click instead of opening GitHub. Set it if the user has already authorized the GitHub App.
   */
  onAuthorized?: (() => void) | undefined
}

/** Opens GitHub, where the user authorizes or installs the GitHub App. */
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

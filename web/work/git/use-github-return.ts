import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { githubReturnParam, githubReturns } from '#common/work/git/rules.ts'
import { t } from '../../locales/i18n.ts'
import { toast } from '../../platform/ui/toast.ts'

/**
 * Handles the URL parameter with which the browser returns from GitHub. After a success, the list of repositories
 * opens. Otherwise a message explains the problem. The parameter is then removed, because a reload would otherwise
 * open the list or show the message again.
 */
export function useGithubReturn(): { isOpen: boolean; open: () => void; close: () => void } {
  const [params, setParams] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  const found = githubReturns.find((one) => one === params.get(githubReturnParam))
  useEffect(() => {
    if (found === undefined) return
    if (found === 'connect') setOpen(true)
    else toast.error(t(`git.app.returns.${found}`))
    setParams(
      (before) => {
        before.delete(githubReturnParam)
        return before
      },
      { replace: true },
    )
  }, [found, setParams])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

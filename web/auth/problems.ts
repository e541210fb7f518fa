import { authSentence } from '#common/auth/errors.ts'
import { useTranslation } from '../locales/i18n.ts'
import { RequestError } from '../sync/http.ts'

type Problem = ReturnType<typeof authSentence>

/** Says in words what went wrong: a sentence of the address bar, or what a call threw. */
export function useProblemWords(): (problem: unknown) => string {
  const { t } = useTranslation()
  return (problem) => {
    if (isProblem(problem)) return t(`auth.errors.${problem}`)
    if (!(problem instanceof RequestError)) throw problem
    if (problem.code === 'offline' || problem.code === 'unavailable') return t('auth.unreachable')
    if (problem.error_code === null) return problem.message
    return t(`auth.errors.${authSentence(problem.error_code)}`)
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'string'
}

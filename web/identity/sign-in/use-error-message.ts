import { useSearchParams } from 'react-router'
import { authErrorMessage } from '#common/identity/sign-in/errors.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { failureMessageOf } from '../../platform/app/failures.ts'
import { RequestError } from '../../platform/sync/http.ts'

type Problem = ReturnType<typeof authErrorMessage>

/** Returns the message for an error code in the URL or for an error of a call. */
export function useErrorMessage(): (problem: unknown) => string {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const messageOf = (problem: Problem, seconds: number) =>
    problem === 'too_often' && seconds > 0
      ? t('auth.tooOften', { count: Math.ceil(seconds / 60) })
      : t(`auth.errors.${problem}`)
  return (problem) => {
    if (isProblem(problem)) return messageOf(problem, Number(query.get('retry_after')))
    if (!(problem instanceof RequestError)) throw problem
    if (problem.code === 'offline' || problem.code === 'unavailable') return t('auth.unreachable')
    if (problem.code === 'internal') return failureMessageOf(problem)?.message ?? problem.message
    if (problem.error_code === null) return problem.message
    return messageOf(authErrorMessage(problem.error_code), problem.retry_after ?? 0)
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'string'
}

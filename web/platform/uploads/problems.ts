import type { FileProblem } from '#common/documents/files/rules.ts'
import { t } from '../../locales/i18n.ts'
import { RequestError } from '../sync/http.ts'
import { formatFileSize } from './file-size.ts'

/** Explains why a file is rejected before the upload. */
export function fileProblemText(problem: FileProblem, limit: number): string {
  return problem === 'too_large'
    ? t('files.problems.too_large', { limit: formatFileSize(limit) })
    : t(`files.problems.${problem}`)
}

/** Explains why an upload failed. */
export function uploadFailureText(error: unknown): string {
  if (!(error instanceof RequestError)) throw error
  switch (error.code) {
    case 'offline':
      return t('files.failures.offline')
    case 'too_large':
      return t('files.failures.too_large')
    case 'not_found':
    case 'forbidden':
      return t('files.failures.no_access')
    case 'invalid':
      return t('files.failures.refused')
    default:
      return t('files.failures.server')
  }
}

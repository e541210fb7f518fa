import { Fragment, type ReactNode } from 'react'
import { isFamilyNameFirst } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'

/**
 * The fields of the first and the last name beside each other, in the usual order of the shown language. Pass the field
 * of the first name first.
 */
export function NamePair({ children: [first, last] }: { children: [ReactNode, ReactNode] }) {
  // Render again when the language changes.
  useTranslation()
  const fields = [<Fragment key="first">{first}</Fragment>, <Fragment key="last">{last}</Fragment>]
  return <div className="grid gap-4 sm:grid-cols-2">{isFamilyNameFirst() ? fields.toReversed() : fields}</div>
}

import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { rateTextMatch } from './rate-text-match.ts'

export interface PickerOption {
  value: string
  label: string
  icon?: ReactNode
  /** Secondary text at the end of the row, such as an email address. */
  hint?: string
  /** Additional search terms. */
  keywords?: string[]
  /** Options with the same group appear under its name and must be adjacent. */
  group?: string
  disabled?: boolean
  /** True if the option was created for the typed text. It always matches, and comes before all other options. */
  isForTypedText?: boolean
  /** The number key that chooses the row while the search field is empty. */
  number?: number
}

/** Loads options for the typed text, after a pause in typing. The signal of the previous call is aborted. */
export type LoadPickerOptions = (query: string, signal: AbortSignal) => Promise<PickerOption[]>

export interface PickerGroup {
  name: string
  options: PickerOption[]
}

/** Maximum number of options shown. Users search longer lists instead of scrolling. */
const shownAtMost = 200

/** Higher than all ratings of `rateTextMatch`. */
const bestRating = 4

/**
 * Returns the matching options, best match first. If no option matches exactly, returns the options that
 * match despite typing mistakes.
 */
export function matchingOptions(options: readonly PickerOption[], query: string): PickerOption[] {
  const exact = exactOptions(options, query)
  if (exact.length > 0) return exact
  return options.filter((option) => rateOption(option, query) > 0).slice(0, shownAtMost)
}

/** Returns the options that match without typing mistakes, best match first. */
export function exactOptions(options: readonly PickerOption[], query: string): PickerOption[] {
  if (query.trim() === '') return options.slice(0, shownAtMost)
  return options
    .map((option) => ({ option, match: rateOption(option, query) }))
    .filter(({ match }) => match >= 1)
    .toSorted((a, b) => b.match - a.match)
    .slice(0, shownAtMost)
    .map(({ option }) => option)
}

/**
 * Returns true if a typed word matches the value itself. Rows such as "Priority is Urgent" also contain the
 * name of the property. Without this check, "prio" would match the rows of all priorities.
 */
export function containsTypedWord(option: PickerOption, query: string): boolean {
  return query
    .trim()
    .split(/\s+/)
    .some((word) => rateOption(option, word) > 0)
}

function rateOption({ label, hint, keywords = [], isForTypedText }: PickerOption, query: string): number {
  if (isForTypedText) return bestRating
  return rateTextMatch([label, hint, ...keywords], query)
}

/**
 * Assigns the number keys 1 to 9 to the first nine rows that are not disabled, and 0 to the row for no value.
 * Numbered rows must keep their order.
 */
export function withNumberKeys(rows: readonly PickerOption[], none: string): PickerOption[] {
  let number = 0
  return rows.map((row) => {
    if (row.disabled) return row
    if (row.value === none) return { ...row, number: 0 }
    number += 1
    return number > 9 ? row : { ...row, number }
  })
}

export function groupPickerOptions(options: readonly PickerOption[]): PickerGroup[] {
  const groups = new Map<string, PickerOption[]>()
  for (const option of options) {
    const name = option.group ?? ''
    const group = groups.get(name)
    if (group) group.push(option)
    else groups.set(name, [option])
  }
  return [...groups].map(([name, members]) => ({ name, options: members }))
}

interface Search {
  options: readonly PickerOption[] | undefined
  load: LoadPickerOptions | undefined
  query: string
  open: boolean
}

/**
 * Returns the options to show. Static options are filtered on the client, loaded options by the server.
 * Options that do not match the typed text are removed immediately. Otherwise Enter after fast typing could
 * choose a wrong option.
 */
export function useMatchingOptions({ options, load, query, open }: Search) {
  const { answer, loading } = useLoadedOptions(load, query, open)
  const matching = useMemo(() => {
    if (!load) return matchingOptions(options ?? [], query)
    return loading ? exactOptions(answer.options, query) : answer.options
  }, [load, loading, answer.options, options, query])
  return { matching, loading, failed: answer.failed && !loading }
}

interface Answer {
  /** The typed text for which the options were loaded. Null before the first response. */
  to: string | null
  options: PickerOption[]
  failed: boolean
}

/** Loads the options for a text. While a request is in progress, `answer` is the result of the previous request. */
export function useLoadedOptions(load: LoadPickerOptions | undefined, query: string, open: boolean) {
  const [answer, setAnswer] = useState<Answer>({ to: null, options: [], failed: false })

  useEffect(() => {
    if (!load || !open) return
    const aborted = new AbortController()
    const timer = setTimeout(
      () =>
        load(query, aborted.signal).then(
          (options) => aborted.signal.aborted || setAnswer({ to: query, options, failed: false }),
          () => aborted.signal.aborted || setAnswer({ to: query, options: [], failed: true }),
        ),
      query ? 140 : 0,
    )
    return () => {
      clearTimeout(timer)
      aborted.abort()
    }
  }, [load, query, open])

  return { answer, loading: load !== undefined && open && answer.to !== query }
}

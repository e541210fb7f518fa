import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { matchWords } from './match-words.ts'

export interface PickerOption {
  value: string
  label: string
  icon?: ReactNode
  /** Quieter words at the end of the row, such as an e-mail address. */
  hint?: string
  /** Other words that find it. */
  keywords?: string[]
  /** Options of a group stand together under its name; keep them together in the list. */
  group?: string
  disabled?: boolean
  /** The number key that chooses it while nothing is typed. */
  number?: number
}

/** Asks elsewhere for options; called again, with the earlier signal aborted, whenever the typed text rests. */
export type PickerLoad = (query: string, signal: AbortSignal) => Promise<PickerOption[]>

export interface PickerGroup {
  name: string
  options: PickerOption[]
}

/** Longer lists are searched, not scrolled. */
const shownAtMost = 200

/** The options that match what is typed, those that match best first. */
export function matchingOptions(options: readonly PickerOption[], query: string): PickerOption[] {
  if (query.trim() === '') return options.slice(0, shownAtMost)
  return options
    .map((option) => ({
      option,
      match: matchWords([option.label, option.hint, ...(option.keywords ?? [])], query),
    }))
    .filter(({ match }) => match > 0)
    .toSorted((a, b) => b.match - a.match)
    .slice(0, shownAtMost)
    .map(({ option }) => option)
}

/** The first nine rows are chosen by 1 to 9, the one that stands for nothing by 0; one that is chosen by a number has to stay where it is. */
export function numbered(rows: readonly PickerOption[], none: string): PickerOption[] {
  let number = 0
  return rows.map((row) => {
    if (row.disabled) return row
    if (row.value === none) return { ...row, number: 0 }
    number += 1
    return number > 9 ? row : { ...row, number }
  })
}

export function optionGroupsOf(options: readonly PickerOption[]): PickerGroup[] {
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
  load: PickerLoad | undefined
  query: string
  open: boolean
}

/**
 * What the list shows now: static options filtered here, loaded ones as they were answered. Nothing that the typed text rules out stays
 * for a frame or while an answer is awaited, or Enter after quick typing would choose it.
 */
export function useMatchingOptions({ options, load, query, open }: Search) {
  const { answer, loading } = useLoadedOptions(load, query, open)
  const matching = useMemo(() => {
    if (!load) return matchingOptions(options ?? [], query)
    return loading ? matchingOptions(answer.options, query) : answer.options
  }, [load, loading, answer.options, options, query])
  return { matching, loading, failed: answer.failed && !loading }
}

interface Answer {
  /** The text that it answers; null before the first. */
  to: string | null
  options: PickerOption[]
  failed: boolean
}

function useLoadedOptions(load: PickerLoad | undefined, query: string, open: boolean) {
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

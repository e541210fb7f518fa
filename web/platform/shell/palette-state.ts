import { atom } from 'jotai'
import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react'
import { store } from '../app/sync.ts'
import { bufferKeysUntilFocus } from '../ui/buffer-keys-until-focus.ts'

export const paletteOpenAtom = atom(false)
/** Number of running searches of the palette. */
export const runningPaletteSearchesAtom = atom(0)

/** The items that the actions of the palette apply to: the open, focused or selected items of the screen. */
export interface PaletteSubject {
  /** The text of the chip before the input: the key of an item, or the number of items. */
  name: string
  /** The menu rows with the actions on the items. */
  actions: ReactNode
}

/**
 * The items that the open palette applies to. They are captured when the palette opens, because the palette
 * takes the focus. Null if the screen has no such items.
 */
export const paletteSubjectAtom = atom<PaletteSubject | null>(null)

/** A palette row that opens a list of choices. */
export interface PaletteChoice {
  id: string
  label: string
  icon: ReactNode
  /** Text beside the action. If the action opens a list of options, the text is the current option. */
  hint?: string | undefined
  /** Additional search terms. */
  keywords?: string[]
  /** The picker that the palette shows when the user opens the row. */
  page: ReactNode
}

/** Palette choices that apply to a whole screen, such as its layout. */
export interface PaletteScreenChoices {
  name: string
  rows: PaletteChoice[]
  /** Further rows, which depend on the typed text. */
  values?: ReactNode
}

export const paletteChoicesAtom = atom<PaletteScreenChoices | null>(null)

const subjects: (() => PaletteSubject | null)[] = []
const choices: (() => PaletteScreenChoices)[] = []

/**
 * Registers the function that returns the palette subject of a screen: the items that palette actions apply to.
 * The screen that was shown last takes precedence.
 */
export function usePaletteSubject(read: () => PaletteSubject | null): void {
  useReader(subjects, read)
}

/** Registers the choices of a screen in the palette. */
export function usePaletteChoices(read: () => PaletteScreenChoices): void {
  useReader(choices, read)
}

function useReader<Value>(readers: (() => Value)[], read: () => Value): void {
  const latest = useEffectEvent(read)
  useLayoutEffect(() => {
    const one = () => latest()
    readers.push(one)
    return () => void readers.splice(readers.indexOf(one), 1)
  }, [readers])
}

export function openPalette(): void {
  bufferKeysUntilFocus()
  store.set(paletteSubjectAtom, subjects.at(-1)?.() ?? null)
  store.set(paletteChoicesAtom, choices.at(-1)?.() ?? null)
  store.set(paletteOpenAtom, true)
}

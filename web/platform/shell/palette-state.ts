import { atom } from 'jotai'
import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react'
import { store } from '../app/sync.ts'
import { holdKeys } from '../ui/early-keys.ts'

export const paletteOpenAtom = atom(false)
/** How many searches of the palette wait for an answer. */
export const paletteLookingAtom = atom(0)

/** What the palette begins with: what is open, at hand or selected on the screen. */
export interface Subject {
  /** The chip before the text: a key, or how many. */
  name: string
  /** Rows of a menu. */
  actions: ReactNode
}

/** As it was when the palette opened, which takes the focus. */
export const paletteSubjectAtom = atom<Subject | null>(null)

/** A row of the palette that opens a page of what there is to choose. */
export interface Choosing {
  id: string
  label: string
  icon: ReactNode
  /** What is chosen now. */
  hint?: string | undefined
  /** What finds it besides its label. */
  keywords?: string[]
  /** A Picker. */
  page: ReactNode
}

/** What is chosen on a screen for all it shows. */
export interface ScreenChoices {
  name: string
  rows: Choosing[]
}

export const paletteChoicesAtom = atom<ScreenChoices | null>(null)

const subjects: (() => Subject | null)[] = []
const choices: (() => ScreenChoices)[] = []

/** A screen says what the palette is about there; of two, the one shown last. */
export function usePaletteSubject(ask: () => Subject | null): void {
  useAsked(subjects, ask)
}

/** A screen says what of it can be chosen in the palette. */
export function usePaletteChoices(ask: () => ScreenChoices): void {
  useAsked(choices, ask)
}

function useAsked<Value>(asked: (() => Value)[], ask: () => Value): void {
  const latest = useEffectEvent(ask)
  useLayoutEffect(() => {
    const one = () => latest()
    asked.push(one)
    return () => void asked.splice(asked.indexOf(one), 1)
  }, [asked])
}

export function openPalette(): void {
  holdKeys()
  store.set(paletteSubjectAtom, subjects.at(-1)?.() ?? null)
  store.set(paletteChoicesAtom, choices.at(-1)?.() ?? null)
  store.set(paletteOpenAtom, true)
}

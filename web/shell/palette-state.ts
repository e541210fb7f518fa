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

const asked: (() => Subject | null)[] = []

/** A screen says what the palette is about there; of two, the one shown last. */
export function usePaletteSubject(ask: () => Subject | null): void {
  const latest = useEffectEvent(ask)
  useLayoutEffect(() => {
    const one = () => latest()
    asked.push(one)
    return () => void asked.splice(asked.indexOf(one), 1)
  }, [])
}

export function openPalette(): void {
  holdKeys()
  store.set(paletteSubjectAtom, asked.at(-1)?.() ?? null)
  store.set(paletteOpenAtom, true)
}

import { atom } from 'jotai'

/** The item in the peek, which keys act on while nothing is selected; null while none is shown. */
export const peekedAtom = atom<string | null>(null)

/** What shows an item beside the list on the screen, of one project or of several. */
export const peekOpenerAtom = atom<{ projectId: string | null; open: (id: string) => void } | null>(null)

/** The peek, where it is in the page. */
export function peekElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-peek]')
}

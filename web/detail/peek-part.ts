import { loadable } from '../ui/loadable.ts'

/** The peek, for the screens that show lists; fetched beside them. */
export const peek = loadable(() => import('./Peek.tsx').then(({ Peek }) => Peek))

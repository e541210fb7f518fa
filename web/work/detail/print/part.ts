import { loadable } from '../../../platform/ui/loadable.ts'

/** Prints an item. Its page fetches this early, since the browser's own menu does not wait for it. */
export const printPart = loadable(() => import('./PrintItem.tsx').then(({ PrintItem }) => PrintItem))

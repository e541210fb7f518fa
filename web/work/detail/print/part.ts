import { loadable } from '../../../platform/ui/loadable.ts'

/** Prints an item. The item page preloads it, because printing from the browser's menu cannot wait for a download. */
export const printPart = loadable(() => import('./PrintItem.tsx').then(({ PrintItem }) => PrintItem))

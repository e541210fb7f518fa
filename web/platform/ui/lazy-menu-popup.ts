import { loadable } from './loadable.ts'

/** The content of an open Menu or ContextMenu. */
export const lazyMenuPopup = loadable(() => import('./MenuPopup.tsx').then(({ MenuPopup }) => MenuPopup))

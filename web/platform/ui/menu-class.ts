export const menuPopupClass =
  'float scroll-quiet max-h-(--available-height) min-w-48 max-w-80 overflow-y-auto overscroll-contain p-1 text-md'

/** Shared style of rows in menus, pickers and selects. */
export const menuRowClass =
  'group/row relative flex min-h-7.5 w-full select-none items-center gap-2 rounded-sm px-2 py-1 text-text outline-none data-disabled:opacity-45 data-highlighted:bg-hover aria-expanded:bg-hover coarse:min-h-touch [&>svg]:shrink-0 [&>svg]:text-soft'

export const menuRowDangerClass = 'text-danger! data-highlighted:bg-danger-soft! [&>svg]:text-danger!'

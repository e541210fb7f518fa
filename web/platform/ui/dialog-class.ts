export const backdropClass =
  'fixed inset-0 z-float bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

// Places dialogs near the top of the window, so that a dialog that grows does not move under the pointer. On
// phones, dialogs are at the bottom edge.
export const dialogViewportClass =
  'fixed inset-0 z-float flex items-end justify-center sm:items-start sm:px-4 sm:pt-[min(14vh,140px)] sm:pb-6'

export const dialogPopupClass =
  'float relative flex max-h-[calc(100dvh-24px)] w-full flex-col rounded-b-none! pb-(--safe-bottom) sm:max-h-full sm:rounded-xl! sm:pb-0'

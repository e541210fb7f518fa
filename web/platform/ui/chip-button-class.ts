/** Style of the button in a Chip that opens a Menu or Picker. */
export const chipButtonClass =
  'touch-target flex h-full max-w-56 items-center gap-1.5 truncate px-1.75 transition-colors hover:bg-hover aria-expanded:bg-active'

/** For the button that a Chip's part opens its Menu or Picker from. */
export const chipPartClass =
  'touch-target flex h-full max-w-56 items-center gap-1.5 truncate px-1.75 transition-colors hover:bg-hover aria-expanded:bg-active'

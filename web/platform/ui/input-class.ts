/**
 * Shared style of text fields. The border needs a contrast of 3:1 only when the field is invalid or focused. The width
 * has no specificity, so that a class of the caller overrides it.
 */
export const inputClass =
  '[:where(&)]:w-full min-w-0 rounded-sm border border-line-strong bg-field px-2.5 text-md text-text transition-[border-color] hover:border-line-control focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 data-focused:border-focus disabled:cursor-not-allowed disabled:opacity-50 [&:is(input,textarea):read-only:enabled]:bg-sunken aria-invalid:border-danger aria-invalid:focus-visible:border-danger aria-invalid:focus-visible:outline-danger aria-invalid:data-focused:border-danger coarse:[&:is(input,textarea)]:text-[16px]'

export const inputSizes = { sm: 'h-control-sm text-sm', md: 'h-control', lg: 'h-control-lg' }
